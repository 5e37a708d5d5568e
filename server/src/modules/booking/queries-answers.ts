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
