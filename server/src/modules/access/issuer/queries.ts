import type { Insertable } from 'kysely'
import type { Timed } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import type { IssuerAttempt } from '#server/platform/schema.gen.ts'
import { type Account, active } from '../accounts/queries.ts'

export const addAttempt = (db: Db, attempt: Insertable<IssuerAttempt>) =>
  db.insertInto('issuerAttempt').values(attempt).execute()

/** Uses an attempt up. */
export const takeAttempt = ({ db, clock }: Timed, stateHash: Buffer) =>
  db
    .deleteFrom('issuerAttempt')
    .where('stateHash', '=', stateHash)
    .where('expiresAt', '>', clock.now())
    .returningAll()
    .executeTakeFirst()

/** The account with which a subject of the issuer has signed in before. */
export const findAccountOfSubject = (db: Db, issuer: string, subject: string): Promise<Account | undefined> =>
  db
    .selectFrom('issuerSubject')
    .innerJoin('account', 'account.id', 'issuerSubject.accountId')
    .selectAll('account')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('status', '=', active)
    .executeTakeFirst()

/** Ties a subject of the issuer to an account, also one that was tied to an account that is closed by now. */
export const joinSubject = (
  db: Db,
  subject: { issuer: string; subject: string; accountId: string; createdAt: Date },
) =>
  db
    .insertInto('issuerSubject')
    .values(subject)
    .onConflict((conflict) =>
      conflict
        .columns(['issuer', 'subject'])
        .doUpdateSet({ accountId: subject.accountId, createdAt: subject.createdAt }),
    )
    .execute()

export const forgetSubjectsOf = (db: Db, accountId: string) =>
  db.deleteFrom('issuerSubject').where('accountId', '=', accountId).execute()
