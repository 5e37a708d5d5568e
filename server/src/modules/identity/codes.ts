import { hours, minutes } from '#server/platform/clock.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hasher } from '#server/platform/hasher.ts'
import { newCode, normaliseCode } from '#server/platform/ids.ts'

/** How long a mailed code works. Milliseconds. */
export const codeLife = minutes(10)
/** How long somebody may come back and ask for another code before they register anew. */
export const registrationsWait = hours(24)

const codeLength = 8
const codeForm = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** A new code of 40 random bits, and what the database keeps of it. */
export async function makeCode(): Promise<{ code: string; codeHash: Buffer }> {
  const code = newCode(codeLength)
  return { code, codeHash: await fingerprintOf(code) }
}

/** What the database keeps of the code that was typed; null when it can be none of ours. */
export async function hashTyped(typed: string): Promise<Buffer | null> {
  const code = normaliseCode(typed)
  return codeForm.test(code) ? fingerprintOf(code) : null
}

/**
 * A code is looked up by its hash alone, and short enough that a copy of the table would be searched in a minute for a
 * quick hash. At the price of a password each guess, that takes centuries. See docs/decisions/0004-hash-of-codes.md.
 */
const fingerprintOf = (code: string) => hasher.fingerprint(code, 'registration code')

export const codeRefused = (message: string) => new Refusal('code_invalid', message)
