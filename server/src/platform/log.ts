import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { isTracing, placeNow } from './traces/traced.ts'

export type Log = Logger

/** Fields with secrets, which are masked at any depth of a logged object. */
const secret = [
  'authorization',
  'cookie',
  'password',
  'confirmPassword',
  'currentPassword',
  'token',
  'otp',
  'code_verifier',
  'secret',
]

/**
 * Of a request only method, path without query, status and time are logged, since the rest can contain health data. Lines
 * are buffered to 4 kB or a fifth of a second: unbuffered they were a twelfth of the server's time for a booking. A kill
 * loses that fifth of a second; an exit does not.
 */
export function createLog(level: Config['logLevel'], stream?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: {
      paths: secret.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[masked]',
    },
    ...(isTracing() && { mixin: traceOfLine }),
  }
  return pino(options, stream ?? buffered())
}

/** Lines that belong to a trace name it. */
function traceOfLine(): { traceId?: string } {
  const traceId = placeNow()?.span.traceId
  return traceId === undefined ? {} : { traceId }
}

let standardOutput: ReturnType<typeof pino.destination> | undefined

/** One for all logs of the process: each would have a timer that writes five times a second, even if there is nothing to write. */
const buffered = () =>
  (standardOutput ??= pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 }))

/**
 * An error without the values of its data: the database quotes values in `detail`, and in messages of class 22 (bad
 * values).
 */
function describeError(error: Error & { code?: unknown; constraint?: unknown; severity?: unknown }) {
  const quotesValue = error.severity !== undefined && String(error.code).startsWith('22')
  const stack = error.stack ?? ''
  return {
    type: error.name,
    message: quotesValue ? 'a value was refused by the database' : withoutContacts(error.message),
    code: error.code,
    constraint: error.constraint,
    stack: withoutContacts(quotesValue ? stack.slice(stack.indexOf('\n    at')) : stack),
  }
}

/** Removes e-mail addresses and phone numbers from a text: mail servers and gateways repeat them in their refusals. */
export const withoutContacts = (text: string): string =>
  text.replace(/[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+/g, '[address]').replace(/\+?\d[\d ().-]{7,}\d/g, '[number]')
