import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, rowOf, wroteRow } from '#server/platform/database.ts'
import type { SecondFactor } from '#server/platform/schema.gen.ts'

/** Statements on second factors and recovery codes. */

export const findFactor = (db: Db, accountId: string): Promise<Selectable<SecondFactor> | undefined> =>
  db.selectFrom('secondFactor').selectAll().where('accountId', '=', accountId).executeTakeFirst()

export async function hasSecondFactor(db: Db, accountId: string): Promise<boolean> {
  const factor = await findFactor(db, accountId)
  return factor != null && factor.confirmedAt !== null
}

/** Stores a secret that is not confirmed yet. Returns false if the account has a confirmed secret. */
export const keepSecret = (db: Db, factor: Insertable<SecondFactor>): Promise<boolean> =>
  wroteRow(
    db
      .insertInto('secondFactor')
      .values(factor)
      .onConflict((conflict) =>
        conflict
          .column('accountId')
          .doUpdateSet({ secret: factor.secret, createdAt: factor.createdAt, lastStep: 0 })
          .where('secondFactor.confirmedAt', 'is', null),
      ),
  )

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

export async function deleteFactor(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()
  await db.deleteFrom('secondFactor').where('accountId', '=', accountId).execute()
}

export const addRecoveryCodes = (db: Db, accountId: string, hashes: readonly Buffer[]) =>
  db
    .insertInto('recoveryCode')
    .values(hashes.map((codeHash) => ({ accountId, codeHash })))
    .execute()

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
  select from second_factor f where f.account_id = account.id and f.confirmed_at is not null))`

export async function factorRequiredOf(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select(requiresFactor.as('required'))
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.required ?? false
}
