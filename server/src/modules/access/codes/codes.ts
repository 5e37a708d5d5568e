import { minutes } from '#server/platform/clock.ts'
import type { Context, Timed } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hasher } from '#server/platform/hasher.ts'
import { newCode, normaliseCode } from '#server/platform/ids.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import type { Account } from '../accounts/queries.ts'
import { addToken, readCodeSalt, retireTokens, takeToken } from './queries.ts'

/** How long a mailed code works. Milliseconds. */
export const codeLife = minutes(10)

const codeLength = 8
const codeForm = /^[0-9A-HJKMNP-TV-Z]{8}$/

export type MadeCode = { code: string; codeHash: Buffer }

/** A new code of 40 random bits, with the hash that the database stores. */
export async function makeCode(db: Db): Promise<MadeCode> {
  const code = newCode(codeLength)
  return { code, codeHash: await fingerprintOf(db, code) }
}

/** The hash of a typed code; null if it does not have the form of a code. */
export async function hashTyped(db: Db, typed: string): Promise<Buffer | null> {
  const code = normaliseCode(typed)
  return codeForm.test(code) ? fingerprintOf(db, code) : null
}

/**
 * A code is looked up by its hash alone, and short enough that a copy of the table would be searched in a minute for a
 * quick hash. At the price of a password each guess, that takes centuries. See docs/decisions/0004-hash-of-codes.md.
 */
const fingerprintOf = async (db: Db, code: string): Promise<Buffer> =>
  hasher.fingerprint(code, await readCodeSalt(db))

export const codeRefused = (message: string) => new Refusal('code_invalid', message)

const askedFor = {
  log_in_by_mail: 'login.code_asked',
  log_in_by_phone: 'login.code_asked',
  change_phone: 'phone.change_asked',
} as const

/** Keeps the code of an account until it is entered. The account's earlier code for the same purpose stops working. */
export async function keepCode(
  within: Context,
  { id }: Pick<Account, 'id'>,
  { purpose, sentTo }: { purpose: keyof typeof askedFor; sentTo: { email: string } | { phone: string } },
  { codeHash }: MadeCode,
): Promise<void> {
  await retireTokens(within, id, [purpose])
  await addToken(within, codeHash, { purpose, accountId: id, life: codeLife, payload: sentTo })
  await auditAccount(within, askedFor[purpose], id)
}

/** Makes a code that opens the record of a person once. `life` in milliseconds. */
export async function issuePersonCode(
  within: Timed,
  { payload, life }: { payload: Readonly<Record<string, string>>; life: number },
): Promise<{ code: string; expiresAt: Date }> {
  const { code, codeHash } = await makeCode(within.db)
  const token = { purpose: 'open_person', accountId: null, payload, life } as const
  return { code, expiresAt: await addToken(within, codeHash, token) }
}

/** Uses up a typed code and returns its payload; null if it is unknown, used or expired. */
export async function takePersonCode(within: Timed, typed: string): Promise<unknown> {
  const hash = await hashTyped(within.db, typed)
  return (hash && (await takeToken(within, 'open_person', hash)))?.payload ?? null
}
