import type { Db } from '#server/platform/database.ts'

/** Statements on the answers that idempotency keys were given. */

export async function readAnswer(
  db: Db,
  accountId: string,
  key: string,
): Promise<{ requestHash: Buffer; answer: unknown } | null> {
  const row = await db
    .selectFrom('idempotent_answer')
    .select(['request_hash', 'answer'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? { requestHash: row.request_hash, answer: row.answer } : null
}

export async function forgetAnswers(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotent_answer').where('created_at', '<', before).execute()
}

/** Refuses with a unique violation on `idempotent_answer_once` when the key was given an answer before. */
export async function keepAnswer(
  tx: Db,
  kept: { accountId: string; key: string; requestHash: Buffer; answer: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('idempotent_answer')
    .values({
      account_id: kept.accountId,
      key: kept.key,
      request_hash: kept.requestHash,
      answer: kept.answer,
      created_at: kept.now,
    })
    .execute()
}
