import type { ReactNode } from 'react'
import css from './field.module.css'
import { useFieldId, useFieldProblem } from './form-problem.ts'
import { WarningIcon } from './icons.tsx'

/** What every field takes. `name` is the dotted path that the server uses in its field errors. */
export type FieldFrame = {
  name: string
  label: ReactNode
  hint?: ReactNode
  /** A finding of the form itself; one of the server's for this name is shown without being passed. */
  error?: ReactNode
  /** Marks the label "(optional)". */
  optional?: boolean
}

type Wiring = {
  id: string
  name: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label, control, hint and error, wired to each other. Controls of any kind go in through `children`. */
export function Field({
  name,
  label,
  hint,
  error,
  optional,
  children,
}: FieldFrame & { children: (wiring: Wiring) => ReactNode }) {
  const id = useFieldId(name)
  const said = useFieldProblem(name)
  const problem = error || said
  const described = [problem && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
        {optional && <span className={css.optional}> (optional)</span>}
      </label>
      {children({
        id,
        name,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {problem && <FieldError id={`${id}-error`}>{problem}</FieldError>}
      {hint && (
        <span className={css.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span className={css.error} id={id}>
      <WarningIcon size={16} />
      <span>{children}</span>
    </span>
  )
}
