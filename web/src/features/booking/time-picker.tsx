import { FieldGroup } from '../../ui/field-group.tsx'
import { type OfferedStart, type PartOfDay, partsOfDay } from './offered-days.ts'
import css from './time-picker.module.css'

type TimePickerProps = {
  name: string
  label: string
  starts: readonly OfferedStart[]
  chosen: string | null
  /** A fasting test: the morning first, the rest one press away. */
  morningFirst: boolean
  error?: string | undefined
  disabled?: boolean
  /** Instead of times while there are none. */
  none: string
  /** The wait to expect at a time; null where it is not known. */
  waitAt?: (time: string) => string | null
  onChoose: (start: OfferedStart) => void
}

/** The free starts of a day as radio buttons, by part of the day. */
export function TimePicker(props: TimePickerProps) {
  const { name, label, starts, chosen, morningFirst, error, disabled = false, none } = props
  const parts = partsOfDay(starts)
  const [morning, ...later] = parts
  const radios = (part: PartOfDay) => (
    <fieldset key={part.name} className={css.part}>
      <legend className={css.name}>{part.name}</legend>
      <div className={css.times}>
        {part.starts.map((start) => (
          <label key={start.at} className={css.time}>
            <input
              type="radio"
              className={css.radio}
              name={`${name}-choice`}
              value={start.at}
              checked={chosen === start.at}
              onChange={() => props.onChoose(start)}
            />
            {start.time}
            <Wait text={props.waitAt?.(start.time) ?? null} />
          </label>
        ))}
      </div>
    </fieldset>
  )
  const folds = morningFirst && morning?.name === 'Morning' && later.length > 0
  const hasWaits = starts.some(({ time }) => (props.waitAt?.(time) ?? null) !== null)
  const hints = [
    morningFirst && 'You come fasting: the morning is easiest, so its times are first.',
    hasWaits && 'Under a time: how long you may wait at the laboratory if you come then.',
  ].filter((hint) => hint !== false)
  const chosenLater = later.some((part) => part.starts.some((start) => start.at === chosen))
  return (
    <FieldGroup
      name={name}
      label={label}
      error={error}
      disabled={disabled}
      hint={hints.length > 0 ? hints.join(' ') : undefined}
    >
      {starts.length === 0 && <p className={css.none}>{none}</p>}
      {folds ? (
        <>
          {radios(morning)}
          <details className={css.later} open={chosenLater || undefined}>
            <summary>Later times</summary>
            {later.map(radios)}
          </details>
        </>
      ) : (
        parts.map(radios)
      )}
    </FieldGroup>
  )
}

function Wait({ text }: { text: string | null }) {
  return (
    text !== null && (
      <span className={css.wait}>
        <span className="visually-hidden">, expected wait </span>
        {text}
      </span>
    )
  )
}
