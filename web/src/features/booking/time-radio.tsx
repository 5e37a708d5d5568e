import type { OfferedStart } from './offered-days.ts'
import css from './time-picker.module.css'

/** A free time as a radio button, with the wait to expect where it is known. */
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
  /** For whom the heading of the day is not read. */
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
          wait <span className={css.range}>{wait}</span>
        </span>
      )}
    </label>
  )
}
