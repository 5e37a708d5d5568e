import { type Selectable, sql } from 'kysely'
import { after } from '#server/platform/clock.ts'
import type { Timed } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import type { OneTimeToken } from '#server/platform/schema.gen.ts'

/** Statements on links and codes that work once. */

export const readCodeSalt = async (db: Db): Promise<Buffer> =>
  (await db.selectFrom('codeSalt').select('salt').executeTakeFirstOrThrow()).salt

export type TokenPurpose =
  | 'reset_password'
  | 'change_email'
  | 'set_up'
  | 'issuer_sign_in'
  | 'log_in_by_phone'
  | 'log_in_by_mail'
  | 'change_phone'
  | 'open_person'
  | 'passkey_log_in'
  | 'passkey_add'
  | 'passkey_confirm'

export type NewToken = {
  purpose: TokenPurpose
  accountId: string | null
  /** Milliseconds. */
  life: number
  payload?: Readonly<Record<string, string>>
}

/** Keeps the hash of a link or a code and returns when it expires. */
export async function addToken(
  { db, clock }: Timed,
  tokenHash: Buffer,
  { life, payload = {}, ...token }: NewToken,
): Promise<Date> {
  const createdAt = clock.now()
  const expiresAt = after(createdAt, life)
  const row = { ...token, tokenHash, payload: JSON.stringify(payload), createdAt, expiresAt }
  await db.insertInto('oneTimeToken').values(row).execute()
  return expiresAt
}

const usable = (purpose: TokenPurpose, now: Date) =>
  sql<boolean>`purpose = ${purpose} and used_at is null and expires_at > ${now}`

export const findToken = ({ db, clock }: Timed, purpose: TokenPurpose, tokenHash: Buffer) =>
  db
    .selectFrom('oneTimeToken')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where(usable(purpose, clock.now()))
    .executeTakeFirst()

/** Uses a token up: only one of any number of tries gets it. */
export const takeToken = (
  { db, clock }: Timed,
  purpose: TokenPurpose,
  tokenHash: Buffer,
): Promise<Selectable<OneTimeToken> | undefined> =>
  db
    .updateTable('oneTimeToken')
    .set({ usedAt: clock.now() })
    .where('tokenHash', '=', tokenHash)
    .where(usable(purpose, clock.now()))
    .returningAll()
    .executeTakeFirst()

/** Makes the unused tokens of these purposes worthless. */
export const retireTokens = ({ db, clock }: Timed, accountId: string | null, purposes: TokenPurpose[]) =>
  db
    .updateTable('oneTimeToken')
    .set({ usedAt: clock.now() })
    .where('accountId', 'is not distinct from', accountId)
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .execute()

/** The new address that waits for its confirmation. */
export async function findPendingEmail({ db, clock }: Timed, accountId: string): Promise<string | undefined> {
  const waiting = await db
    .selectFrom('oneTimeToken')
    .select(sql<string>`payload->>'email'`.as('email'))
    .where('accountId', '=', accountId)
    .where(usable('change_email', clock.now()))
    .executeTakeFirst()
  return waiting?.email
}
