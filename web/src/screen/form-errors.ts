import { type FieldErrors as Nested, set as put } from 'react-hook-form'
import type { FieldErrors } from '#contract/errors.ts'

/** Whether an error was found here, and goes by what is found here, or came with an answer of the server. */
export type From = 'here' | 'server'

/** Messages by dotted path, as the form's library nests them. */
export function nested(fields: FieldErrors): Nested {
  const errors: Nested = {}
  for (const [name, messages] of Object.entries(fields))
    put(errors, name, { type: 'here', message: messages.join(', ') })
  return errors
}

/** And back, in which order they came. */
export function flat(errors: object, from?: From): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  const walk = (node: object, path: string) => {
    const { type, message } = node as { type?: unknown; message?: unknown }
    if (typeof message === 'string' && (from === undefined || type === from)) fields[path] = [message]
    for (const [key, inner] of Object.entries(node))
      if (typeof inner === 'object' && inner !== null && key !== 'ref')
        walk(inner, path === '' ? key : `${path}.${key}`)
  }
  walk(errors, '')
  return fields
}
