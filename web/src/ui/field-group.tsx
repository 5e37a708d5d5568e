import type { ReactNode } from 'react'
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
      className="stack min-w-0 gap-2 focus-visible:outline-offset-6"
      tabIndex={-1}
      disabled={disabled}
      aria-describedby={described || undefined}
    >
      <legend className="mb-1.5 font-600">{label}</legend>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && <FieldError id={`${id}-error`}>{problem}</FieldError>}
      {children}
    </fieldset>
  )
}
