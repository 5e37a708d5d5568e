import { Trans } from '@lingui/react/macro'
import type { OfferedStart } from './offered-days.ts'
import css from './time-picker.module.css'

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
    <label className={css.time}>
      <input
        type="radio"
        className={css.radio}
        name={name}
        value={start.at}
        checked={checked}
        onChange={onChoose}
      />
      <span>
        {day && <span className="visually-hidden">{day}</span>} {start.time}
      </span>
      {wait !== null && (
        <span className={css.wait}>
          <span className="visually-hidden">, </span>
          <Trans>
            wait <span className={css.range}>{wait}</span>
          </Trans>
        </span>
      )}
    </label>
  )
}
