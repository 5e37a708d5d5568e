import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import {
  type FormProblem,
  FormProblemContext,
  FormScopeContext,
  fieldId,
  NoteMendedContext,
} from './form-problem.ts'
import { foundByBrowser } from './found-by-browser.ts'
import { restoreForm } from './kept-forms.ts'
import { Notice } from './notice.tsx'
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
  const summary = useRef<HTMLDivElement>(null)
  const [found, setFound] = useState<FormProblem | null>(null)
  const problem = found ?? error
  const { left, noteChange, noteMended } = useMended(problem, scope)
  useEffect(() => {
    if (problem) summary.current?.focus()
  }, [problem])
  useEffect(() => {
    if (form.current) restoreForm(form.current)
  }, [])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const findings = foundByBrowser(event.currentTarget, check?.())
    setFound(findings)
    if (!findings) onSubmit(new FormData(event.currentTarget))
  }
  return (
    <FormProblemContext value={left}>
      <FormScopeContext value={scope}>
        <NoteMendedContext value={noteMended}>
          <form
            ref={form}
            className="stack gap-5"
            onSubmit={submit}
            onChange={noteChange}
            noValidate
            aria-busy={pending || undefined}
          >
            {left && (
              <Notice kind="error" role="alert" tabIndex={-1} ref={summary} className="focus:focused">
                <h2>{left.message}</h2>
                {left.about && <p>{left.about}</p>}
                <FieldList fields={left.fields ?? {}} scope={scope} />
              </Notice>
            )}
            {children}
          </form>
        </NoteMendedContext>
      </FormScopeContext>
    </FormProblemContext>
  )
}

function FieldList({ fields, scope }: { fields: NonNullable<FormProblem['fields']>; scope: string }) {
  const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id)
  /** The place of a field on the screen. Fields that the form does not have come last. */
  const placeOf = (name: string) => {
    const place = ids.indexOf(fieldId(name, scope))
    return place < 0 ? ids.length : place
  }
  const entries = Object.entries(fields)
    .filter(([, messages]) => messages.length > 0)
    .sort(([one], [other]) => placeOf(one) - placeOf(other))
  if (entries.length === 0) return null
  return (
    <ul>
      {entries.map(([name, messages]) => (
        <li key={name}>
          <a
            href={`#${fieldId(name, scope)}`}
            onClick={(event) => {
              event.preventDefault()
              document.getElementById(fieldId(name, scope))?.focus()
            }}
          >
            {named(labelOf(name, scope), messages.join(', '))}
          </a>
        </li>
      ))}
    </ul>
  )
}

function named(label: string, text: string): string {
  return text.toLowerCase().startsWith(label.toLowerCase()) ? text : `${label}: ${text}`
}

/** The label's words as the person sees them; the name where the form has no such field. */
function labelOf(name: string, scope: string): string {
  const id = CSS.escape(fieldId(name, scope))
  const label = document.querySelector(`label[for="${id}"], fieldset#${id} > legend`)
  return label?.firstChild?.textContent?.trim() || name
}

/** The form's buttons, the submitting one first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-start gap-3">{children}</div>
}

/** The submitting button: the screen's primary action. */
export function SubmitButton(props: Parameters<typeof Button>[0]) {
  return <Button variant="primary" {...props} type="submit" />
}
