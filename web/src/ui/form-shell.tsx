import { type ReactNode, type SubmitEvent, useContext, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { FormFrame } from './form-frame.tsx'
import { FormPendingContext, type FormProblem } from './form-problem.ts'
import { foundByBrowser } from './found-by-browser.ts'
import { useMended } from './use-mended.ts'

type FormShellProps = {
  /** The last refusal, or null. Its field messages appear under the fields of the same name by themselves. */
  error: FormProblem | null
  /** While true the form does not submit again. What was typed stays. */
  pending: boolean
  onSubmit: (form: FormData) => void
  /** What the form itself misses beyond what its native fields demand, by field name; asked for when submitting. */
  check?: () => NonNullable<FormProblem['fields']>
  /** Its name among the forms of a screen, where several have fields of the same names. */
  scope?: string
  children: ReactNode
}

/**
 * A form that cannot forget its two bad moments: `error` and `pending` are required. What the fields themselves demand
 * (`required`, `type="email"`, `minLength`) is checked before `onSubmit`. A refusal moves the focus to a summary that
 * names the fields and links to them. The error of a field disappears when the field is corrected. When the session ends, the
 * input is kept and restored afterwards.
 */
export function FormShell({ error, pending, onSubmit, check, scope = '', children }: FormShellProps) {
  const form = useRef<HTMLFormElement>(null)
  const [found, setFound] = useState<FormProblem | null>(null)
  const problem = found ?? error
  const { left, noteChange, noteMended } = useMended(problem, scope)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const findings = foundByBrowser(event.currentTarget, check?.())
    setFound(findings)
    if (!findings) onSubmit(new FormData(event.currentTarget))
  }
  return (
    <FormFrame
      form={form}
      problem={left}
      told={problem}
      pending={pending}
      scope={scope}
      onSubmit={submit}
      onChange={noteChange}
      noteMended={noteMended}
    >
      {children}
    </FormFrame>
  )
}

/** The form's buttons, the submitting one first; why one is disabled is said under all of them. */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 [&>span>.hint]:order-1 [&>span>.hint]:basis-full [&>span]:contents">
      {children}
    </div>
  )
}

/** The submitting button: the screen's primary action. It is pending while its form is sent. */
export function SubmitButton(props: Parameters<typeof Button>[0]) {
  return <Button variant="primary" pending={useContext(FormPendingContext)} {...props} type="submit" />
}
