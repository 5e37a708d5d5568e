import { t } from '@lingui/core/macro'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Field, FieldError, type FieldFrame } from './field.tsx'
import { useWired } from './form-fields.ts'
import { useFieldId, useFieldProblem } from './form-problem.ts'
import { ChevronDownIcon, EyeIcon, EyeOffIcon } from './icons.tsx'

/**
 * The plain controls: native inputs in the product's look, at a tenth of the weight of a component kit's. In a form that holds
 * the typed values (`screen/resource-form.tsx`) they need only a name.
 */

type FrameKeys = keyof FieldFrame

function frameOf<P extends FieldFrame>(props: P): [FieldFrame, Omit<P, FrameKeys>] {
  const { name, label, hint, error, optional, ...control } = props
  return [{ name, label, hint, error, ...(optional && { optional }) }, control]
}

type InputProps = FieldFrame & {
  /** The form holds a number, as it does for `type="number"`. */
  numeric?: true
} & Omit<ComponentProps<'input'>, FrameKeys>

/** `suggestions` are offered while typing; any other text can be entered too. */
export function TextField({
  suggestions,
  ...props
}: InputProps & { suggestions?: readonly string[] | undefined }) {
  const [frame, own] = frameOf(props)
  const control = useWired(frame.name, own)
  const suggestionsId = useId()
  return (
    <Field {...frame}>
      {(wiring) => (
        <>
          <input
            type="text"
            {...(suggestions && { list: suggestionsId })}
            {...control}
            {...wiring}
            className="input"
          />
          {suggestions && (
            <datalist id={suggestionsId}>
              {[...new Set(suggestions)].map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

export function TextArea(props: FieldFrame & Omit<ComponentProps<'textarea'>, FrameKeys>) {
  const [frame, own] = frameOf(props)
  const control = useWired(frame.name, own)
  return (
    <Field {...frame}>{(wiring) => <textarea rows={5} {...control} {...wiring} className="input" />}</Field>
  )
}

/** A password with a way to look at what was typed. */
export function PasswordField(props: FieldFrame & Omit<ComponentProps<'input'>, FrameKeys | 'type'>) {
  const [frame, own] = frameOf(props)
  const control = useWired(frame.name, own)
  const [shown, setShown] = useState(false)
  return (
    <Field {...frame}>
      {(wiring) => (
        <div className="relative">
          <input
            {...control}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className="input pe-13"
            spellCheck={false}
            autoCapitalize="none"
          />
          <button
            type="button"
            className="absolute end-0 top-0 grid size-target place-items-center rounded text-ink-soft hover:text-ink"
            aria-label={shown ? t`Hide password` : t`Show password`}
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

/** The arrow at the end of a control that opens a list. */
export const chevronClass = 'absolute end-3 top-1/2 -mt-2.5 text-ink-soft pointer-events-none'

/** One that cannot be chosen is shown all the same; the field's hint says why. */
type Option = { value: string; label: string; disabled?: boolean }
type OptionGroup = { label: string; options: readonly Option[] }

const optionOf = ({ value, label, disabled }: Option) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
)

/** A select as fields have it. `className` is that of the box around it. */
export const Select = ({ className = '', ...props }: ComponentProps<'select'>) => (
  <div className={`relative ${className}`}>
    <select {...props} className="input appearance-none truncate pe-10" />
    <ChevronDownIcon className={chevronClass} />
  </div>
)

export function SelectField(
  props: FieldFrame & { options: readonly (Option | OptionGroup)[]; placeholder?: string } & Omit<
      ComponentProps<'select'>,
      FrameKeys | 'children'
    >,
) {
  const [frame, { options, placeholder, ...own }] = frameOf(props)
  const control = useWired(frame.name, own)
  return (
    <Field {...frame}>
      {(wiring) => (
        <Select {...control} {...wiring}>
          {placeholder && <option value="">{placeholder}</option>}
          {options.map((option) =>
            'options' in option ? (
              <optgroup key={option.label} label={option.label}>
                {option.options.map(optionOf)}
              </optgroup>
            ) : (
              optionOf(option)
            ),
          )}
        </Select>
      )}
    </Field>
  )
}

export function CheckboxField({
  name,
  label,
  error,
  ...own
}: { name: string; label: ReactNode; error?: ReactNode } & Omit<ComponentProps<'input'>, 'name' | 'type'>) {
  const id = useFieldId(name)
  const control = useWired(name, own)
  const said = useFieldProblem(name)
  const problem = error || said
  return (
    <div className="stack min-w-0 gap-1.5">
      <label className="flex min-h-target cursor-pointer items-start gap-3 py-2.5" htmlFor={id}>
        <input
          {...control}
          type="checkbox"
          id={id}
          name={name}
          className="mt-px size-5.5 flex-none accent-vial"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
        />
        <span>{label}</span>
      </label>
      {problem && <FieldError id={`${id}-error`}>{problem}</FieldError>}
    </div>
  )
}
