import type { z } from 'zod'
import { readBy } from '#contract/findings.ts'
import { invalid, type Refusal } from '../errors.ts'

/** Validates with zod, for Fastify; the error is a `Refusal`. */
export function compileValidator({ schema, httpPart }: { schema: z.ZodType; httpPart?: string }) {
  return (value: unknown): { value: unknown } | { error: Refusal } => {
    // Fastify passes null if there is no body.
    const read = readBy(schema, httpPart === 'body' && value === null ? undefined : value, httpPart ?? 'body')
    return 'data' in read ? { value: read.data } : { error: invalid(read.findings) }
  }
}
