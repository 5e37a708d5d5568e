import { t } from '@lingui/core/macro'
import { createContext, useContext } from 'react'

/** What a form needs to know of a refusal: words for a person, and messages by field name. */
export type FormProblem = {
  message: string
  /** A sentence more, where the message alone does not say what to do. */
  about?: string | undefined
  fields?: Readonly<Record<string, readonly string[]>>
}

/** The message of a form whose errors the browser found. */
export const lookAgain = t`Please check these fields`

export const FormProblemContext = createContext<FormProblem | null>(null)

/** Clears the error of a field. For controls that change without a change event of an input. */
export const NoteMendedContext = createContext<(name: string) => void>(() => {})

/** Whether the form is being sent. */
export const FormPendingContext = createContext(false)

/** Sets the fields of one form apart from those of others on the same screen that have the same names. */
export const FormScopeContext = createContext('')

/** The id of a field's input, so that the error summary can link to it. */
export function fieldId(name: string, scope = ''): string {
  return `field-${scope && `${scope}-`}${name.replaceAll('.', '-')}`
}

/** As above, within the form that the field stands in. */
export function useFieldId(name: string): string {
  return fieldId(name, useContext(FormScopeContext))
}

/** The messages of the form's last refusal that are about this field. */
export function useFieldProblem(name: string): string | null {
  const messages = useContext(FormProblemContext)?.fields?.[name]
  return messages && messages.length > 0 ? messages.join(', ') : null
}

/** Whether a control is the field of this name, or is inside the group of this name. */
export function holds(name: string, scope: string, control: Element): boolean {
  if (control.getAttribute('name') === name) return true
  return document.getElementById(fieldId(name, scope))?.contains(control) ?? false
}

export function isValid(control: Element): boolean {
  return 'validity' in control ? (control as HTMLInputElement).validity.valid : true
}
