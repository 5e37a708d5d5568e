import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, hashRaw, type Options, parseOptions, verify } from '@node-rs/argon2'
import { createTurns } from './turns.ts'

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane (the algorithm is the library's default). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } satisfies Options

export type Hasher = {
  /** A new salted hash in PHC form. */
  hash(password: string): Promise<string>
  /** False for `null` (no account, or none with a password), after as long as for a hash. */
  verify(hash: string | null, password: string): Promise<boolean>
  /** The same bytes for the same text and salt, as slow as a password: for secrets that are looked up by it. */
  fingerprint(text: string, salt: Buffer): Promise<Buffer>
  /** Whether a stored hash has other parameters than new hashes. */
  isOutdated(hash: string): boolean
  readonly load: { running: number; waiting: number }
}

const busy = 'Very many people are signing in just now. Please try again in a moment.'

/**
 * At most `concurrent` hashes run at once and `waiting` more wait in order of arrival; further calls are refused with
 * `busy`. So a flood of log-ins uses a bounded share of processor and memory.
 */
export function createHasher(concurrent: number, waiting: number): Hasher {
  const turns = createTurns(concurrent, waiting, busy)

  return {
    hash: (password) => turns.take(() => hash(bytesOf(password), parameters)),
    verify: (stored, password) => turns.take(() => verify(stored ?? nobodysHash, bytesOf(password))),
    fingerprint: (text, salt) => turns.take(() => hashRaw(text, { ...parameters, salt })),
    isOutdated(stored) {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored)
      return (
        memoryCost !== parameters.memoryCost ||
        timeCost !== parameters.timeCost ||
        parallelism !== parameters.parallelism
      )
    },
    get load() {
      return turns.load
    },
  }
}

/** Keyboards encode the same letter in more than one way; all encodings are the same password. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'))

const unpadded = (count: number) => randomBytes(count).toString('base64').replaceAll('=', '')

/** A valid hash of the same cost that no password matches. */
const nobodysHash = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$${unpadded(16)}$${unpadded(parameters.outputLen)}`

const [concurrent, waiting] = [Math.max(1, availableParallelism() - 1), 64]

/** One core is kept free of hashing. A hash takes about 25 ms, so the last of the queue waits less than two seconds. */
export const hasher = createHasher(concurrent, waiting)

/**
 * As many log-ins at once as the hasher has places. A further one is refused before its first statement and after a second, so that a
 * flood of them costs other calls little.
 */
export const logIns = createTurns(concurrent + waiting, 0, busy, 1000)
