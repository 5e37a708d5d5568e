import { createContext, useContext } from 'react'

/** What a form needs to know of a refusal: words for a person, and messages by field name. */
export type FormProblem = {
  message: string
  /** A sentence more, where the message alone does not say what to do. */
  about?: string | undefined
  fields?: Readonly<Record<string, readonly string[]>>
}

export const FormProblemContext = createContext<FormProblem | null>(null)

/** The id of a field's input, so that the error summary can link to it. */
export function fieldId(name: string): string {
  return `field-${name.replaceAll('.', '-')}`
}

/** The messages of the form's last refusal that are about this field. */
export function useFieldProblem(name: string): string | null {
  const messages = useContext(FormProblemContext)?.fields?.[name]
  return messages && messages.length > 0 ? messages.join(', ') : null
}
