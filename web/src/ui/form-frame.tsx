import { type FormEvent, type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef } from 'react'
import {
  FormPendingContext,
  type FormProblem,
  FormProblemContext,
  FormScopeContext,
  fieldId,
  NoteMendedContext,
} from './form-problem.ts'
import { restoreForm } from './kept-forms.ts'
import { Notice } from './notice.tsx'

export type FormFrameProps = {
  form: RefObject<HTMLFormElement | null>
  /** The remaining errors, or null. */
  problem: FormProblem | null
  /** A new object for each failed try: the summary then takes the focus. */
  told: unknown
  pending: boolean
  scope: string
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onChange: (event: FormEvent<HTMLFormElement>) => void
  onFocus?: () => void
  noteMended: (name: string) => void
  children: ReactNode
}

/**
 * The form element, with a summary of the errors above the fields, which names the fields and links to them. Values that were
 * typed when the session ended are filled in again.
 */
export function FormFrame(props: FormFrameProps) {
  const { form, problem, told, pending, scope, onSubmit, onChange, onFocus, noteMended, children } = props
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (told) summary.current?.focus()
  }, [told])
  useEffect(() => {
    if (form.current) restoreForm(form.current)
  }, [form])
  return (
    <FormProblemContext value={problem}>
      <FormScopeContext value={scope}>
        <NoteMendedContext value={noteMended}>
          <FormPendingContext value={pending}>
            <form
              ref={form}
              className="stack gap-5"
              onSubmit={onSubmit}
              onChange={onChange}
              onFocus={onFocus}
              noValidate
              aria-busy={pending || undefined}
            >
              {problem && (
                <Notice
                  kind="error"
                  role="alert"
                  tabIndex={-1}
                  ref={summary}
                  // Scrolled to above a bar that stays at the bottom of the window.
                  className="focus:focused scroll-mb-60"
                >
                  <h2>{problem.message}</h2>
                  {problem.about && <p>{problem.about}</p>}
                  <FieldList fields={problem.fields ?? {}} scope={scope} />
                </Notice>
              )}
              {children}
            </form>
          </FormPendingContext>
        </NoteMendedContext>
      </FormScopeContext>
    </FormProblemContext>
  )
}

function FieldList({ fields, scope }: { fields: NonNullable<FormProblem['fields']>; scope: string }) {
  const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id)
  /** The position of a field in the form. Names that the form has no field for come last. */
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

/** The text of a field's label; the name if the form has no such field. */
export function labelOf(name: string, scope: string): string {
  const id = CSS.escape(fieldId(name, scope))
  const label = document.querySelector(`label[for="${id}"], fieldset#${id} > legend`)
  return label?.firstChild?.textContent?.trim() || name
}
