import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.gen.ts'

/** Statements on stored answers of idempotency keys. */

export const readAnswer = (db: Db, accountId: string, key: string) =>
  db
    .selectFrom('idempotentAnswer')
    .select(['requestHash', 'answer'])
    .where('accountId', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()

export const forgetAnswers = (db: Db, before: Date) =>
  db.deleteFrom('idempotentAnswer').where('createdAt', '<', before).execute()

/** @throws a violation of `idempotent_answer_once` if the key already has an answer */
export const keepAnswer = (tx: Db, answer: Insertable<DB['idempotentAnswer']>) =>
  tx.insertInto('idempotentAnswer').values(answer).execute()
