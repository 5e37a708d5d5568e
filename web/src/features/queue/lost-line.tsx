import { timeOf } from '../../lib/times.ts'
import { Notice } from '../../ui/notice.tsx'

/** Said above a screen that lives: what stands below is kept, and may be out of date. */
export function LostLine({ since, zone }: { since: Date | null; zone: string }) {
  return (
    <div role="status">
      {since && (
        <Notice kind="warning">
          <p>
            No connection since {timeOf(since, zone)}. What you see is from then; it goes on by itself as soon
            as the network is back.
          </p>
        </Notice>
      )}
    </div>
  )
}
