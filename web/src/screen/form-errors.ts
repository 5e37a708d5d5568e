import { type FieldErrors as Nested, set as put } from 'react-hook-form'
import type { FieldErrors } from '#contract/errors.ts'

/** `here`: the browser found the error, and checks it again after each change. `server`: the error came with an answer. */
export type From = 'here' | 'server'

/** Nests messages by dotted path as react-hook-form keeps them. */
export function nested(fields: FieldErrors): Nested {
  const errors: Nested = {}
  for (const [name, messages] of Object.entries(fields))
    put(errors, name, { type: 'here', message: messages.join(', ') })
  return errors
}

/** The messages of nested errors by dotted path again, in their order. `from`: only errors found there. */
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
