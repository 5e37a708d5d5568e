import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
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
    <div className="stack min-w-0 gap-1.5">
      <label className="font-600" htmlFor={id}>
        {label}
        {optional && (
          <span className="font-400 text-ink-soft">
            {' '}
            <Trans>(optional)</Trans>
          </span>
        )}
      </label>
      {children({
        id,
        name,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {problem && <FieldError id={`${id}-error`}>{problem}</FieldError>}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span className="flex gap-1.5 font-500 text-carmine text-s" id={id}>
      <WarningIcon size={16} className="mt-0.5" />
      <span>{children}</span>
    </span>
  )
}
