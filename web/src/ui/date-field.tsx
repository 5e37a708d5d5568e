import { t } from '@lingui/core/macro'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { shortDay } from '../lib/times.ts'
import { readTypedDay } from '../lib/typed-day.ts'
import { Field, type FieldFrame } from './field.tsx'
import { useHeld } from './form-fields.ts'
import { CalendarIcon } from './icons.tsx'

type DateFieldProps = Omit<FieldFrame, 'label'> & {
  label: string
  /** `YYYY-MM-DD`, or empty. If it is left out, the form holds the value, or the field itself. */
  value?: string
  min?: string | undefined
  max?: string | undefined
  required?: boolean
  /** Called with a calendar day, or with '' when the field is emptied. Not called for a text that is no date. */
  onChange?: (day: string) => void
}

/**
 * A date field in the format of the rest of the screen. The browser's own date input uses the format of the browser's
 * language, such as 11/18/2026 under "Wednesday 18 November", whatever the language of the page. That input stays hidden
 * behind this one for its calendar, its validation and the form data.
 */
export function DateField({ value, min, max, required, onChange, ...frame }: DateFieldProps) {
  const native = useRef<HTMLInputElement>(null)
  const [day, hold] = useHeld(frame.name, '', value)
  /** The text while it is being typed. A text that is no date stays after the field is left. */
  const [typed, setTyped] = useState<string | null>(null)
  const unread = typed !== null && typed.trim() !== '' && readTypedDay(typed) === null
  const [left, setLeft] = useState(false)
  const shown = useRef<HTMLInputElement>(null)
  /** Whether the field is too narrow for a day with its weekday. */
  const [narrow, setNarrow] = useState(false)
  // Not in a layout effect: a dialog is opened in its own, after those of its fields, and until then the width is 0.
  useEffect(() => {
    const width = shown.current?.clientWidth ?? 0
    setNarrow(width > 0 && width < 190)
  }, [])
  const choose = (chosen: string) => {
    hold(chosen)
    onChange?.(chosen)
  }
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const { value: text } = currentTarget
    setTyped(text)
    setLeft(false)
    const read = text.trim() === '' ? '' : readTypedDay(text)
    for (const input of [currentTarget, native.current])
      input?.setCustomValidity(read === null ? sayForm : '')
    if (read !== null && read !== day) choose(read)
  }
  return (
    <Field {...frame} error={frame.error || (unread && left && sayForm)}>
      {({ name, ...wiring }) => (
        <div className="relative">
          <input
            {...wiring}
            ref={shown}
            type="text"
            className="input pe-11"
            autoComplete="off"
            placeholder={t`dd/mm/yyyy`}
            aria-required={required || undefined}
            value={typed ?? (day === '' ? '' : narrow ? day.split('-').reverse().join('/') : shortDay(day))}
            onChange={type}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={() => {
              setLeft(true)
              if (!unread) setTyped(null)
            }}
          />
          <input
            ref={native}
            type="date"
            name={name}
            className="pointer-events-none absolute end-0 bottom-0 h-px w-target opacity-0"
            tabIndex={-1}
            aria-hidden="true"
            data-label={frame.label}
            required={required}
            min={min}
            max={max}
            value={day}
            onChange={(event) => {
              setTyped(null)
              event.currentTarget.setCustomValidity('')
              choose(event.currentTarget.value)
            }}
          />
          <button
            type="button"
            className="absolute end-0 top-0 grid size-target place-items-center rounded text-ink-soft hover:text-ink"
            aria-label={t`Open the calendar`}
            onClick={() => native.current?.showPicker()}
          >
            <CalendarIcon />
          </button>
        </div>
      )}
    </Field>
  )
}

const sayForm = t`Enter a date like 18/11/2026`
