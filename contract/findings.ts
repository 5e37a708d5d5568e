import type { z } from 'zod'
import type { FieldErrors } from './errors.ts'

type Raw = z.core.$ZodRawIssue
type Issue = z.core.$ZodIssue

const isMissing = (input: unknown) => input === undefined || input === null || input === ''

const ofKind: Readonly<Record<string, string>> = {
  string: 'This must be text',
  number: 'This must be a number',
  int: 'This must be a whole number',
  boolean: 'This must be yes or no',
  array: 'This must be a list',
  object: 'This must be a JSON object',
}

const ofFormat: Readonly<Record<string, string>> = {
  email: 'Enter an e-mail address like name@example.com',
  uuid: 'This id is not one of ours',
  date: 'Enter a date like 2026-03-09',
  time: 'Give a time like 08:30',
  datetime: 'Give a date and time like 2026-03-09T08:30:00Z',
  url: 'Enter a web address like https://example.com',
}

/** A message lists the choices only up to this number. */
const mostChoices = 12

/** The message for a refused value whose schema has no message of its own. The validator's own words are never shown. */
export function sayIssue(issue: Raw): string {
  switch (issue.code) {
    case 'invalid_type':
      if (isMissing(issue.input)) return 'This is required'
      return ofKind[issue.expected] ?? 'This is not valid'
    case 'invalid_value':
      if (isMissing(issue.input)) return 'This is required'
      if (issue.values.length > mostChoices) return 'This is not valid'
      return `This must be one of: ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return sayTooSmall(issue.origin, issue.minimum, issue.inclusive ?? true)
    case 'too_big':
      return sayTooBig(issue.origin, issue.maximum, issue.inclusive ?? true)
    case 'invalid_format':
      if (isMissing(issue.input)) return 'This is required'
      return ofFormat[issue.format] ?? 'This does not have the required format'
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}`
    default:
      return isMissing(issue.input) ? 'This is required' : 'This is not valid'
  }
}

function sayTooSmall(origin: string, least: number | bigint, inclusive: boolean): string {
  if (origin === 'string')
    return Number(least) === 1 ? 'This is required' : `Use at least ${least} characters`
  if (origin === 'number' || origin === 'int')
    return inclusive ? `This must be ${least} or more` : `This must be more than ${least}`
  return Number(least) === 1 ? 'Choose at least one' : `Choose at least ${least}`
}

function sayTooBig(origin: string, most: number | bigint, inclusive: boolean): string {
  if (origin === 'string') return `Use at most ${most} characters`
  if (origin === 'number' || origin === 'int')
    return inclusive ? `This must be ${most} or less` : `This must be less than ${most}`
  return `Choose at most ${most}`
}

/** Messages by dotted path. Each unknown field is named, so that misspelt fields are found. */
function fieldErrorsOf(issues: readonly Issue[], root: string): FieldErrors {
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

/**
 * Parses a value by a schema. Returns the value, or the messages in English by the path of the field; `root` is the name of the
 * whole value. Server and browser both call this function, so that they say the same.
 */
export function readBy<S extends z.ZodType>(
  schema: S,
  value: unknown,
  root: string,
): { data: z.output<S> } | { findings: FieldErrors } {
  const parsed = schema.safeParse(value, { error: sayIssue })
  return parsed.success ? { data: parsed.data } : { findings: fieldErrorsOf(parsed.error.issues, root) }
}
