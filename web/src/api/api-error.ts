import { t } from '@lingui/core/macro'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorAnswer, ErrorCode, FieldErrors } from '#contract/errors.ts'
import type { FoundPerson } from '#contract/found-person.ts'

/** A call that was refused or never arrived. `message` can be shown to a person as it is. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The server's reason; `no_connection` when nothing came back, `no_answer` when what came was not an answer. */
  readonly code: ErrorCode | 'no_connection' | 'no_answer'
  /** HTTP status, 0 without one. */
  readonly status: number
  /** Messages by dotted field path. */
  readonly fields: FieldErrors
  /** Free starts near a refused one, nearest first. */
  readonly alternatives: readonly string[]
  /** Existing persons that a new one could be. */
  readonly people: readonly FoundPerson[]
  /** Under which the server's log has the cause. */
  readonly requestId: string | undefined
  /** When the call may be sent again, as the server asked. */
  readonly retryAfterSeconds: number

  constructor(
    answer: Omit<ErrorAnswer, 'code'> & { code: ApiError['code'] },
    status: number,
    { cause, retryAfterSeconds = 0 }: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(answer.message, { cause })
    this.retryAfterSeconds = retryAfterSeconds
    this.code = answer.code
    this.status = status
    this.fields = answer.fields ?? {}
    this.alternatives = answer.alternatives ?? []
    this.people = answer.people ?? []
    this.requestId = answer.requestId
  }
}

type Sent = Pick<Endpoint, 'method'>

/** Nothing came back. A call that only reads has nothing typed to keep. */
export function noConnection(cause: unknown, sent?: Sent): ApiError {
  const message =
    sent?.method === 'GET'
      ? t`No connection. Try again.`
      : t`No connection. What you typed is kept; try again.`
  return new ApiError({ message, code: 'no_connection' }, 0, { cause })
}

/** An answer that is not of our server: a proxy's page, a cut-off body. */
export function noAnswer(status: number, sent: Sent, cause?: unknown): ApiError {
  const message =
    sent.method === 'GET'
      ? t`The laboratory’s server did not answer. Try again in a moment.`
      : t`The laboratory’s server did not answer. What you typed is kept; try again in a moment.`
  return new ApiError({ message, code: 'no_answer' }, status, { cause })
}

/** What to tell a person: the server's words when it gave some, else the given sentence. */
export function errorText(error: unknown, otherwise: string): string {
  return error instanceof ApiError ? error.message : otherwise
}

/** The text to show for a failed call: `failure`, or the server's message when the outcome of the call is unknown. */
export function failureText(error: ApiError, failure: string): string {
  return error.code === 'outcome_unknown' ? error.message : failure
}
