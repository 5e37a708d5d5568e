import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, rowOf, wroteRow } from '#server/platform/database.ts'
import type { SecondFactor } from '#server/platform/schema.gen.ts'
import { decryptBytes, encryptBytes } from '#server/platform/vault/fields.ts'

/** Statements on second factors and recovery codes. */

const secret = 'secondFactor.secret'

export async function findFactor(db: Db, accountId: string): Promise<Selectable<SecondFactor> | undefined> {
  const row = await db
    .selectFrom('secondFactor')
    .selectAll()
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return row && { ...row, secret: decryptBytes(db, secret, accountId, row.secret) }
}

/**
 * The second factors of an account: the confirmed secret of its authenticator app, whether it has a passkey, and whether it has
 * any, so that the password alone does not log in.
 */
export async function factorsOf(
  db: Db,
  accountId: string,
): Promise<{ secret: Buffer | null; hasPasskey: boolean; any: boolean }> {
  const row = await rowOf(db)<{ secret: Buffer | null; hasPasskey: boolean }>`
    select
      (select secret from second_factor where account_id = ${accountId} and confirmed_at is not null) as secret,
      exists (select from passkey where account_id = ${accountId}) as "hasPasskey"`
  const { secret: stored = null, hasPasskey = false } = row ?? {}
  return {
    secret: stored && decryptBytes(db, secret, accountId, stored),
    hasPasskey,
    any: stored !== null || hasPasskey,
  }
}

export const hasSecondFactor = async (db: Db, accountId: string): Promise<boolean> =>
  (await factorsOf(db, accountId)).any

/** Stores a secret that is not confirmed yet. Returns false if the account has a confirmed secret. */
export function keepSecret(db: Db, factor: Insertable<SecondFactor>): Promise<boolean> {
  const encrypted = encryptBytes(db, secret, factor.accountId, factor.secret)
  return wroteRow(
    db
      .insertInto('secondFactor')
      .values({ ...factor, secret: encrypted })
      .onConflict((conflict) =>
        conflict
          .column('accountId')
          .doUpdateSet({ secret: encrypted, createdAt: factor.createdAt, lastStep: 0 })
          .where('secondFactor.confirmedAt', 'is', null),
      ),
  )
}

/** Consumes the code of a half minute. Returns false if this code or a later code was used before. */
export const takeStep = (db: Db, accountId: string, step: number): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('secondFactor')
      .set({ lastStep: step })
      .where('accountId', '=', accountId)
      .where('lastStep', '<', step),
  )

export const confirmFactor = (db: Db, accountId: string, now: Date): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('secondFactor')
      .set({ confirmedAt: now })
      .where('accountId', '=', accountId)
      .where('confirmedAt', 'is', null),
  )

export const deleteApplication = (db: Db, accountId: string): Promise<boolean> =>
  wroteRow(db.deleteFrom('secondFactor').where('accountId', '=', accountId))

export const deleteRecoveryCodes = (db: Db, accountId: string) =>
  db.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()

/** Deletes every second factor of an account. */
export async function deleteFactors(db: Db, accountId: string): Promise<void> {
  await deleteRecoveryCodes(db, accountId)
  await deleteApplication(db, accountId)
  await db.deleteFrom('passkey').where('accountId', '=', accountId).execute()
}

/** Replaces the recovery codes of an account. */
export async function replaceRecoveryCodes(
  db: Db,
  accountId: string,
  codes: readonly { codeHash: Buffer }[],
): Promise<void> {
  await deleteRecoveryCodes(db, accountId)
  await db
    .insertInto('recoveryCode')
    .values(codes.map(({ codeHash }) => ({ accountId, codeHash })))
    .execute()
}

export const takeRecoveryCode = (db: Db, accountId: string, codeHash: Buffer, now: Date): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('recoveryCode')
      .set({ usedAt: now })
      .where('accountId', '=', accountId)
      .where('codeHash', '=', codeHash)
      .where('usedAt', 'is', null),
  )

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const row = await rowOf(db)<{ n: number }>`
    select count(*)::int as n from recovery_code where account_id = ${accountId} and used_at is null`
  return row?.n ?? 0
}

/** Whether the laboratory requires a second factor of the account. */
export const requiresFactor = sql<boolean>`exists (
  select from laboratory l where l.second_factor = 'staff' and account.role <> 'user'
    or l.second_factor = 'managers' and account.role = 'admin')`

/** Whether the account must set up a second factor before any other call. */
export const needsFactor = sql<boolean>`(${requiresFactor} and not exists (
  select from second_factor f where f.account_id = account.id and f.confirmed_at is not null) and not exists (
  select from passkey p where p.account_id = account.id))`

export async function factorRequiredOf(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select(requiresFactor.as('required'))
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.required ?? false
}
