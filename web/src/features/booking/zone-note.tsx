import { Trans } from '@lingui/react/macro'
import { browserZone, timeOf } from '../../lib/times.ts'
import { ClockIcon } from '../../ui/icons.tsx'
import { useNow } from '../../ui/use-now.ts'

/** Said to those whose own clock shows another time than the laboratory's. */
export function ZoneNote({ zone }: { zone: string }) {
  const now = useNow()
  const there = timeOf(now, zone)
  if (there === timeOf(now, browserZone())) return null
  const place = zone.replaceAll('_', ' ')
  return (
    <p className="hint flex gap-2 [&_svg]:mt-px">
      <ClockIcon size={18} />
      <span>
        <Trans>
          All times are those of the laboratory ({place}), where it is {there} now.
        </Trans>
      </span>
    </p>
  )
}
