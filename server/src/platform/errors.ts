import { type ErrorAnswer, type ErrorCode, errorStatus, type FieldErrors } from '#contract/errors.ts'
import type { FoundPerson } from '#contract/found-person.ts'
import type { Permission } from '#contract/permissions.ts'

type Detail = {
  fields?: FieldErrors
  alternatives?: string[]
  /** Existing persons whom the caller may see. */
  people?: FoundPerson[]
  retryAfterSeconds?: number
  /** The missing permission, for the log. */
  permission?: Permission
}

/** A refusal for the caller: the message is for people, the code for programs. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: Detail

  constructor(code: ErrorCode, message: string, detail: Detail = {}) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.detail = detail
  }

  get status(): number {
    return errorStatus[this.code]
  }

  answer(requestId?: string): ErrorAnswer {
    const { fields, alternatives, people } = this.detail
    return {
      message: this.message,
      code: this.code,
      ...(fields && { fields }),
      ...(alternatives && { alternatives }),
      ...(people && { people }),
      ...(requestId && { requestId }),
    }
  }
}

/** Bad input: `fields` by dotted path; the message is the first of them, for callers that show one line. */
export function invalid(fields: FieldErrors): Refusal {
  return new Refusal('invalid_input', Object.values(fields)[0]?.[0] ?? 'The input is not valid', { fields })
}

export const notFound = (what: string) => new Refusal('not_found', `${what} was not found`)
/** Returns a value that was looked up; throws `notFound` if there is none. */
export function required<Value extends object>(value: Value | null | undefined, what: string): Value {
  if (!value) throw notFound(what)
  return value
}
/** Another change came first; the change of this caller is not written. */
export const changedMeanwhile = (what: string) =>
  new Refusal(
    'changed_meanwhile',
    `${what} was changed by somebody else meanwhile. Load it again; nothing was overwritten.`,
  )
/** The state does not allow it; `why` says what the caller can do. */
export const notPossible = (why: string) => new Refusal('not_possible_now', why)
/** Throws `notPossible` with the reason; does nothing if there is no reason. */
export function requirePossible(whyNot: string | null | undefined): void {
  if (whyNot) throw notPossible(whyNot)
}
/** Nothing is written for somebody who was forgotten: a trigger of the database refuses it. */
export const personForgotten = () =>
  notPossible('The data of this person were erased. Register them as a new person.')
/** Nobody logs in to an account that was erased meanwhile: a trigger of the database refuses it. */
const accountForgotten = () => notPossible('This account was erased.')
export const notAllowed = (why = 'You may not do this') => new Refusal('not_allowed', why)

/** The error codes of PostgreSQL that are handled. */
export const sqlState = {
  uniqueViolation: '23505',
  exclusionViolation: '23P01',
  foreignKeyViolation: '23503',
  checkViolation: '23514',
  deadlock: '40P01',
  /** The server is a replica, or has been told to accept no changes. */
  readOnly: '25006',
} as const

export function isSqlError(error: unknown, code: string, constraint?: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === code &&
    (constraint === undefined || ('constraint' in error && error.constraint === constraint))
  )
}

type Refusals = Readonly<Record<string, () => Refusal>>

/** The refusal for the violation of a database constraint, by the name of the constraint; null for another error. */
function refusalIn(refusals: Refusals, error: unknown): Refusal | null {
  const isViolation = error instanceof Error && 'code' in error && String(error.code).startsWith('23')
  const name = isViolation && 'constraint' in error ? String(error.constraint) : ''
  return Object.hasOwn(refusals, name) ? (refusals[name]?.() ?? null) : null
}

/** For `catch`: maps the violation of a database constraint to a refusal, by the name of the constraint. */
export const refuseViolationOf =
  (refusals: Refusals) =>
  (error: unknown): never => {
    throw refusalIn(refusals, error) ?? error
  }

/** The refusal for a constraint that any call can violate because of another call at the same time; null for another error. */
export const refusalOfViolation = (error: unknown): Refusal | null =>
  refusalIn({ person_forgotten: personForgotten, account_forgotten: accountForgotten }, error)

/**
 * The wait of a commit for the replicas was cancelled. PostgreSQL reports this as a warning. The code is
 * transaction_resolution_unknown.
 */
export class ReplicationInterrupted extends Error {
  readonly code = '08007'
  constructor() {
    super('Replication was interrupted')
    this.name = 'ReplicationInterrupted'
  }
}

/**
 * Whether an error of the database is transient: the same request may succeed later. Class 08: connection lost; 53: disk full, out of
 * memory, too many connections; 57P01-3: shutting down or starting up; 58: disk error; 25006: another server has become the primary;
 * 40001 and 40P01: rolled back because of a concurrent transaction; the others: errors of the socket. 58P01 (a missing file) is left
 * out, since a retry would not help.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(08|53|57P0[123]|580|25006|40001|40P01)/.test(code) ||
    /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT)$/.test(
      code,
    ) ||
    /Connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable/i.test(
      error.message,
    )
  )
}

/** Whether an error is transient and its cause mostly ends within seconds. That of a full disk or memory does not. */
export const passesWithinSeconds = (error: unknown): boolean =>
  isTransient(error) &&
  !/^(53[124]|58)/.test(error instanceof Error && 'code' in error ? String(error.code) : '')
