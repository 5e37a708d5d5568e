import { type ComponentProps, type ReactNode, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import css from './field.module.css'
import { Field, FieldError, type FieldFrame } from './field.tsx'
import { useFieldId, useFieldProblem } from './form-problem.ts'
import { ChevronDownIcon, EyeIcon, EyeOffIcon } from './icons.tsx'

/** The plain controls: native inputs in the product's look, at a tenth of the weight of a component kit's. */

type FrameKeys = keyof FieldFrame

function frameOf<P extends FieldFrame>(props: P): [FieldFrame, Omit<P, FrameKeys>] {
  const { name, label, hint, error, optional, ...control } = props
  return [{ name, label, hint, error, ...(optional && { optional }) }, control]
}

export function TextField(props: FieldFrame & Omit<ComponentProps<'input'>, FrameKeys>) {
  const [frame, control] = frameOf(props)
  return (
    <Field {...frame}>
      {(wiring) => <input type="text" {...control} {...wiring} className={css.input} />}
    </Field>
  )
}

export function TextArea(props: FieldFrame & Omit<ComponentProps<'textarea'>, FrameKeys>) {
  const [frame, control] = frameOf(props)
  return (
    <Field {...frame}>
      {(wiring) => <textarea rows={5} {...control} {...wiring} className={css.input} />}
    </Field>
  )
}

/** A password with a way to look at what was typed. */
export function PasswordField(props: FieldFrame & Omit<ComponentProps<'input'>, FrameKeys | 'type'>) {
  const [frame, control] = frameOf(props)
  const [shown, setShown] = useState(false)
  return (
    <Field {...frame}>
      {(wiring) => (
        <div className={css.withEnd}>
          <input
            {...control}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className={css.input}
            spellCheck={false}
            autoCapitalize="none"
          />
          <button
            type="button"
            className={css.end}
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-controls={wiring.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOffIcon /> : <EyeIcon />}
          </button>
        </div>
      )}
    </Field>
  )
}

/** One that cannot be chosen is shown all the same; the field's hint says why. */
type Option = { value: string; label: string; disabled?: boolean }

export function SelectField(
  props: FieldFrame & { options: readonly Option[]; placeholder?: string } & Omit<
      ComponentProps<'select'>,
      FrameKeys | 'children'
    >,
) {
  const [frame, { options, placeholder, ...control }] = frameOf(props)
  return (
    <Field {...frame}>
      {(wiring) => (
        <div className={css.withEnd}>
          <select {...control} {...wiring} className={classNames(css.input, css.select)}>
            {placeholder && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDownIcon className={css.chevron ?? ''} />
        </div>
      )}
    </Field>
  )
}

export function CheckboxField({
  name,
  label,
  error,
  ...control
}: { name: string; label: ReactNode; error?: ReactNode } & Omit<ComponentProps<'input'>, 'name' | 'type'>) {
  const id = useFieldId(name)
  const said = useFieldProblem(name)
  const problem = error || said
  return (
    <div className={css.field}>
      <label className={css.check} htmlFor={id}>
        <input
          {...control}
          type="checkbox"
          id={id}
          name={name}
          className={css.box}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
        />
        <span>{label}</span>
      </label>
      {problem && <FieldError id={`${id}-error`}>{problem}</FieldError>}
    </div>
  )
}
