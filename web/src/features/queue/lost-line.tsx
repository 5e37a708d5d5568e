import { Trans } from '@lingui/react/macro'
import { timeOf } from '../../lib/times.ts'
import { Notice } from '../../ui/notice.tsx'

/** Said above a screen that lives: what stands below is kept, and may be out of date. */
export function LostLine({ since, zone }: { since: Date | null; zone: string }) {
  const time = since && timeOf(since, zone)
  return (
    <div role="status">
      {since && (
        <Notice kind="warning">
          <p>
            <Trans>
              No connection since {time}. What you see is from then; it is updated automatically as soon as
              the network is back.
            </Trans>
          </p>
        </Notice>
      )}
    </div>
  )
}
