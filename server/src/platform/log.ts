import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'

export type Log = Logger

/** Whatever can open a door or name a person is masked, wherever it stands in a logged object. */
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
 * Only method, path without query, status and time are logged of a request: health data travels in the rest. Lines are
 * written a page at a time, or after a fifth of a second: written each for itself they were a twelfth of what a booking
 * costs the server. A kill loses that fifth of a second; an exit, however sudden, does not.
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
  }
  return pino(options, stream ?? buffered())
}

const buffered = () => pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 })

/**
 * What is needed to find a fault, and nothing of the data it met: the database quotes values in `detail`, and in the
 * message of its class 22 (bad values).
 */
function describeError(error: Error & { code?: unknown; constraint?: unknown; severity?: unknown }) {
  const quotesValue = error.severity !== undefined && String(error.code).startsWith('22')
  const stack = error.stack ?? ''
  return {
    type: error.name,
    message: quotesValue ? 'a value was refused by the database' : error.message,
    code: error.code,
    constraint: error.constraint,
    stack: quotesValue ? stack.slice(stack.indexOf('\n    at')) : stack,
  }
}
