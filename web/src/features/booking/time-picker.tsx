import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FieldGroup } from '../../ui/field-group.tsx'
import { type OfferedStart, type PartOfDay, partNames, partsOfDay } from './offered-days.ts'
import css from './time-picker.module.css'
import { TimeRadio } from './time-radio.tsx'

type TimePickerProps = {
  name: string
  label: string
  starts: readonly OfferedStart[]
  chosen: string | null
  /** A fasting test: the morning first, the rest one press away. */
  morningFirst: boolean
  /** A note about the chosen time, such as until when the patient may eat. */
  about?: string | null
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
  const { name, label, starts, chosen, morningFirst, about, error, disabled = false, none } = props
  const parts = partsOfDay(starts)
  const [morning, ...later] = parts
  const radios = (part: PartOfDay) => (
    <fieldset key={part.part} className="min-w-0 [&+fieldset]:mt-2">
      <legend className="hint mb-1.5">{partNames[part.part]}</legend>
      <div className="cols-fill-68 grid gap-1.5">
        {part.starts.map((start) => (
          <TimeRadio
            key={start.at}
            name={`${name}-choice`}
            start={start}
            checked={chosen === start.at}
            wait={props.waitAt?.(start.time) ?? null}
            onChoose={() => props.onChoose(start)}
          />
        ))}
      </div>
    </fieldset>
  )
  const folds = morningFirst && morning?.part === 'morning' && later.length > 0
  const hints = [
    morningFirst && t`Your tests need fasting. This is easiest in the morning, so morning times are first.`,
    about,
  ].filter((hint) => typeof hint === 'string')
  const chosenLater = later.some((part) => part.starts.some((start) => start.at === chosen))
  return (
    <FieldGroup
      name={name}
      label={label}
      error={error}
      disabled={disabled}
      hint={hints.length > 0 ? hints.join(' ') : undefined}
    >
      {starts.length === 0 && <p className="text-ink-soft">{none}</p>}
      {folds ? (
        <>
          {radios(morning)}
          <details className={css.later} open={chosenLater || undefined}>
            <summary>
              <Trans>Later times</Trans>
            </summary>
            {later.map(radios)}
          </details>
        </>
      ) : (
        parts.map(radios)
      )}
    </FieldGroup>
  )
}
