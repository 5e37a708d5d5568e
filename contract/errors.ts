import { z } from 'zod'
import { done } from './fields.ts'
import { foundPerson } from './found-person.ts'
import { keysOf } from './keys-of.ts'

/** Machine-readable error codes. Their statuses are defined here, so that no handler chooses one. */
export const errorStatus = {
  bad_request: 400,
  invalid_input: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  /** The password is right. The client repeats the call with `secondFactor`. */
  second_factor_asked: 401,
  not_allowed: 403,
  second_factor_missing: 403,
  not_found: 404,
  conflict: 409,
  slot_taken: 409,
  hold_gone: 409,
  changed_meanwhile: 409,
  not_possible_now: 409,
  code_invalid: 400,
  too_large: 413,
  unsupported_type: 415,
  key_reused: 422,
  too_many_requests: 429,
  internal: 500,
  not_configured: 501,
  busy: 503,
  /** The database cannot be reached. Nothing was changed, so that every call may be repeated after `Retry-After`. */
  unavailable: 503,
  /** The change may or may not have been made: retry with the same key or version, or read the current state. */
  outcome_unknown: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus
const codes = keysOf(errorStatus)

/** Messages by the dotted path of their field, for example `patientDetails.age`. */
export const fieldErrors = z.record(z.string(), z.array(z.string()))
export type FieldErrors = z.output<typeof fieldErrors>

export const errorAnswer = done.extend({
  code: z.enum(codes),
  fields: fieldErrors.optional(),
  /** Up to three free starts near the refused one, nearest first (instants, ISO 8601 UTC). */
  alternatives: z.array(z.string()).optional(),
  /** Possible duplicates of a new person, as far as the caller may see them. */
  people: z.array(foundPerson).optional(),
  /** The id of the request, under which the log has the cause. */
  requestId: z.string().optional(),
})
export type ErrorAnswer = z.output<typeof errorAnswer>
