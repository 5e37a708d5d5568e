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

/** Only method, path without query, status and time are logged of a request: health data travels in the rest. */
export function createLog(level: Config['logLevel'], stream?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secret.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[masked]',
    },
  }
  return stream ? pino(options, stream) : pino(options)
}
