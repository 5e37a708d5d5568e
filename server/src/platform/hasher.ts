import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, hashRaw, type Options, parseOptions, verify } from '@node-rs/argon2'
import { createTurns } from './turns.ts'

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane (the algorithm is the library's default). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } satisfies Options

export type Hasher = {
  /** A new salted hash in PHC form. */
  hash(password: string): Promise<string>
  /** Takes as long for `null` (nobody, or nobody with a password) as for a hash, and is false then. */
  verify(hash: string | null, password: string): Promise<boolean>
  /** The same bytes for the same text and salt, as slow as a password: for secrets that are looked up by it. */
  fingerprint(text: string, salt: Buffer): Promise<Buffer>
  /** Whether a stored hash was made with other parameters than today's. */
  isOutdated(hash: string): boolean
  readonly load: { running: number; waiting: number }
}

/**
 * At most `concurrent` hashes run at once and `waiting` more stand in line, in order of arrival; whoever comes then is
 * refused. A flood of log-ins so costs a bounded share of the machine and of its memory, and nothing else waits for it.
 * Every method refuses with `busy`.
 */
export function createHasher(concurrent: number, waiting: number): Hasher {
  const turns = createTurns(
    concurrent,
    waiting,
    'Very many people are signing in just now. Please try again in a moment.',
  )

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

/** Keyboards write the same letter in more than one way; all of them are one password. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'))

const unpadded = (count: number) => randomBytes(count).toString('base64').replaceAll('=', '')

/** Well-formed and of today's cost, but the hash of nothing that can be typed: comparing with it takes as long. */
const nobodysHash = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$${unpadded(16)}$${unpadded(parameters.outputLen)}`

/** One core stays free of hashing. A hash takes about 25 ms, so that the last in line waits less than two seconds. */
export const hasher = createHasher(Math.max(1, availableParallelism() - 1), 64)
