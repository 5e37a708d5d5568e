import { type ChangeEvent, useRef, useState } from 'react'
import { shortDay } from '../lib/times.ts'
import { readTypedDay } from '../lib/typed-day.ts'
import css from './field.module.css'
import { Field, type FieldFrame } from './field.tsx'
import { CalendarIcon } from './icons.tsx'

type DateFieldProps = Omit<FieldFrame, 'label'> & {
  label: string
  /** `YYYY-MM-DD`, or empty; without it the field keeps its own. */
  value?: string
  min?: string | undefined
  max?: string | undefined
  required?: boolean
  /** A day of the calendar, or '' once the field is emptied; what cannot be read changes nothing. */
  onChange?: (day: string) => void
}

/**
 * A day as the rest of the screen writes it. The browser's own field writes it as the browser's language does, 11/18/2026
 * under "Wednesday 18 November", whatever the page says; it stays behind this one, for its calendar, its checks and the
 * form's data.
 */
export function DateField({ value, min, max, required, onChange, ...frame }: DateFieldProps) {
  const native = useRef<HTMLInputElement>(null)
  const [own, setOwn] = useState('')
  const day = value ?? own
  /** What is being typed, until the field is left; what cannot be read stays after that. */
  const [typed, setTyped] = useState<string | null>(null)
  const unread = typed !== null && typed.trim() !== '' && readTypedDay(typed) === null
  const [left, setLeft] = useState(false)
  const choose = (chosen: string) => {
    setOwn(chosen)
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
        <div className={css.withEnd}>
          <input
            {...wiring}
            type="text"
            className={css.input}
            autoComplete="off"
            placeholder="18/11/2026"
            aria-required={required || undefined}
            value={typed ?? (day === '' ? '' : shortDay(day))}
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
            className={css.behind}
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
            className={css.end}
            aria-label="Open the calendar"
            onClick={() => native.current?.showPicker()}
          >
            <CalendarIcon />
          </button>
        </div>
      )}
    </Field>
  )
}

const sayForm = 'Enter a date like 18/11/2026'
