import type { ReactNode } from 'react'
import css from './field.module.css'
import { FieldError, type FieldFrame } from './field.tsx'
import { useFieldId, useFieldProblem } from './form-problem.ts'

/** Several controls that answer one question: a legend, what went wrong and the hint, wired as those of a field. */
export function FieldGroup({
  name,
  label,
  hint,
  error,
  disabled,
  children,
}: Omit<FieldFrame, 'optional'> & { disabled?: boolean; children: ReactNode }) {
  const id = useFieldId(name)
  const said = useFieldProblem(name)
  const problem = error || said
  const described = [problem && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset
      id={id}
      className={css.group}
      tabIndex={-1}
      disabled={disabled}
      aria-describedby={described || undefined}
    >
      <legend className={css.label}>{label}</legend>
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && <FieldError id={`${id}-error`}>{problem}</FieldError>}
      {children}
    </fieldset>
  )
}
