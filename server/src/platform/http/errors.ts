import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorAnswer, ErrorCode } from '#contract/errors.ts'
import { messages } from '#contract/messages.ts'
import type { Language } from '#contract/options.ts'
import { isTransient, Refusal, refusalOfViolation } from '../errors.ts'
import { OutcomeUnknown } from '../outcome.ts'
import { translate } from '../sentences/translate.ts'
import { languageOf } from './asked-language.ts'
import type { TellDenial } from './denials.ts'

/** The errors of Fastify as refusals. */
const fastifyErrors: Readonly<Record<string, [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'This is more than the server takes at once'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_type', 'Send JSON (Content-Type: application/json)'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['bad_request', 'The body is not valid JSON'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['bad_request', 'The body is empty'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'The length of the body is not what was announced'],
  FST_ERR_BAD_URL: ['bad_request', 'The address is not well formed'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'There is nothing at this address'],
}

/** These request no change: they write at most that something was read. */
const safeMethods = new Set(['GET', 'HEAD'])

/** Converts an error into a refusal for the caller. An unexpected error is logged. */
export function refusalOf(error: FastifyError | Refusal, request: FastifyRequest): Refusal {
  // Validation wraps what the validator gave; the refusal is inside.
  const inner = 'validation' in error ? (error as { cause?: unknown }).cause : undefined
  if (error instanceof Refusal) return error
  if (inner instanceof Refusal) return inner
  const violated = refusalOfViolation(error)
  if (violated) return violated
  const known = fastifyErrors[error.code]
  if (known) return new Refusal(...known)
  if (error instanceof SyntaxError && error.statusCode === 400) {
    return new Refusal('bad_request', 'The body is not valid JSON')
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refusal('bad_request', 'The request is not well formed')
  }
  if (error instanceof OutcomeUnknown && !safeMethods.has(request.method)) {
    request.log.error({ err: error }, 'the database was lost before it confirmed a change')
    return new Refusal('outcome_unknown', messages.outcomeUnknown, { retryAfterSeconds: 2 })
  }
  if (isTransient(error) || error instanceof OutcomeUnknown) {
    request.log.error({ err: error }, 'a request failed with a transient error of the database')
    return new Refusal(
      'unavailable',
      'The laboratory cannot be reached for a moment. Nothing was changed; please try again.',
      {
        retryAfterSeconds: 2,
      },
    )
  }
  request.log.error({ err: error }, 'a request failed')
  return new Refusal('internal', 'Something went wrong on our side. Please try again later.')
}

function inLanguage(answer: ErrorAnswer, language: Language): ErrorAnswer {
  const { message, fields } = answer
  const translated = Object.entries(fields ?? {}).map(([name, findings]) => [
    name,
    findings.map((finding) => translate(finding, language)),
  ])
  return {
    ...answer,
    message: translate(message, language),
    ...(fields && { fields: Object.fromEntries(translated) }),
  }
}

export function answerErrors(app: FastifyInstance, tellDenial: TellDenial): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refusal = refusalOf(error, request)
    tellDenial(request, refusal)
    const { retryAfterSeconds } = refusal.detail
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    return reply
      .code(refusal.status)
      .type('application/json')
      .send(JSON.stringify(inLanguage(refusal.answer(request.id), languageOf(request))))
  })
}
