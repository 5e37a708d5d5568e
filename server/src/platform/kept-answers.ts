import type { Db } from '#server/platform/database.ts'

/** Statements on the answers that idempotency keys were given. */

export async function readAnswer(
  db: Db,
  accountId: string,
  key: string,
): Promise<{ requestHash: Buffer; answer: unknown } | null> {
  const row = await db
    .selectFrom('idempotentAnswer')
    .select(['requestHash', 'answer'])
    .where('accountId', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? { requestHash: row.requestHash, answer: row.answer } : null
}

export async function forgetAnswers(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotentAnswer').where('createdAt', '<', before).execute()
}

/** Refuses with a unique violation on `idempotent_answer_once` when the key was given an answer before. */
export async function keepAnswer(
  tx: Db,
  kept: { accountId: string; key: string; requestHash: Buffer; answer: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('idempotentAnswer')
    .values({
      accountId: kept.accountId,
      key: kept.key,
      requestHash: kept.requestHash,
      answer: kept.answer,
      createdAt: kept.now,
    })
    .execute()
}
