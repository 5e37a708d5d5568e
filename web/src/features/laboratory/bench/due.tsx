import { Trans } from '@lingui/react/macro'
import { exactly, sayDistance, sayMinutes, sayWhen } from '../../../lib/times.ts'
import { WarningIcon } from '../../../ui/icons.tsx'
import { useNow } from '../../../ui/use-now.ts'

/** When a result is promised; once that has passed, by how much, in words and colour. */
export function Due({ at, zone }: { at: string; zone: string }) {
  const now = useNow()
  const late = Math.trunc((now.getTime() - Date.parse(at)) / 60_000)
  if (late >= 1) {
    return (
      <time
        className="inline-flex items-center gap-1 font-600 text-carmine"
        dateTime={at}
        title={exactly(at, zone)}
      >
        <WarningIcon size={16} />
        <Trans>Overdue by {sayMinutes(late)}</Trans>
      </time>
    )
  }
  return (
    <time dateTime={at} title={exactly(at, zone)}>
      <Trans>
        Due {sayWhen(at, zone, now)}, {sayDistance(at, now)}
      </Trans>
    </time>
  )
}
