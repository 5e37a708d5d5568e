import type { z } from 'zod'
import type { FieldErrors } from '#contract/errors.ts'
import { invalid, type Refusal } from '../errors.ts'

type Issue = z.core.$ZodIssue

/** Messages by dotted path. Each unknown field is named, so that misspelt fields are found. */
export function fieldErrorsOf(issues: readonly Issue[], root: string): FieldErrors {
  const fields: Record<string, string[]> = Object.create(null)
  const add = (path: readonly PropertyKey[], message: string) => {
    const name = path.length > 0 ? path.map(String).join('.') : root
    fields[name] = [...(fields[name] ?? []), message]
  }
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add([...issue.path, key.slice(0, 100)], 'This field is not known')
    } else {
      const noObject = issue.code === 'invalid_type' && issue.expected === 'object'
      add(issue.path, noObject ? 'This must be a JSON object' : issue.message)
    }
  }
  return { ...fields }
}

/** Validates with zod, for Fastify; the error is a `Refusal`. */
export function compileValidator({ schema, httpPart }: { schema: z.ZodType; httpPart?: string }) {
  return (value: unknown): { value: unknown } | { error: Refusal } => {
    // Fastify passes null if there is no body.
    const parsed = schema.safeParse(httpPart === 'body' && value === null ? undefined : value)
    return parsed.success
      ? { value: parsed.data }
      : { error: invalid(fieldErrorsOf(parsed.error.issues, httpPart ?? 'body')) }
  }
}
