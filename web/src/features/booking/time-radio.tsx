import { Trans } from '@lingui/react/macro'
import type { OfferedStart } from './offered-days.ts'

/** A free time as a radio button, with the expected wait if it is known. */
export function TimeRadio({
  name,
  start,
  day,
  checked,
  wait,
  onChoose,
}: {
  name: string
  start: OfferedStart
  /** The day, for screen readers that do not read the heading of the group. */
  day?: string
  checked: boolean
  wait: string | null
  onChoose: () => void
}) {
  return (
    <label className="pick grid min-h-target place-items-center py-1 font-550">
      <input type="radio" name={name} value={start.at} checked={checked} onChange={onChoose} />
      <span>
        {day && <span className="visually-hidden">{day}</span>} {start.time}
      </span>
      {wait !== null && (
        <span className="px-0.5 text-center font-450 text-xs leading-tight">
          <span className="visually-hidden">, </span>
          <Trans>
            wait <span className="whitespace-nowrap">{wait}</span>
          </Trans>
        </span>
      )}
    </label>
  )
}
