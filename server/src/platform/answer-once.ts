import { createHash } from 'node:crypto'
import { awaitReplicas } from './await-replicas.ts'
import { accountIdOf, clientIdOf, type SignedIn, transact } from './context.ts'
import type { Db } from './database.ts'
import { isSqlError, Refusal, sqlState } from './errors.ts'
import { digestsOf } from './vault/fields.ts'

/** A request with an idempotency key. The hash of its body distinguishes it from another request with the same key. */
export type KeyedRequest = { key: string; requestHash: Buffer }

export const keyedRequest = (key: string | undefined, body: unknown): KeyedRequest | null =>
  key === undefined ? null : { key, requestHash: createHash('sha256').update(JSON.stringify(body)).digest() }

/**
 * The stored answer of the caller's earlier request with this key, once the synchronous standbys have it too; undefined if there
 * is none.
 * @throws Refusal with 422 if that request had another body
 */
export async function earlierAnswer<Answer extends object>(
  { db, actor }: SignedIn,
  { key, requestHash }: KeyedRequest,
): Promise<Answer | undefined> {
  const earlier = await db
    .selectFrom('idempotentAnswer')
    .select(['requestHash', 'answer'])
    .where(actor.program ? 'clientId' : 'accountId', '=', actor.accountId)
    .where(actor.program ? 'accountId' : 'clientId', 'is', null)
    .where('key', '=', key)
    .executeTakeFirst()
  if (earlier && !digestsOf(db, requestHash).some((one) => one.equals(earlier.requestHash))) {
    throw new Refusal('key_reused', 'This Idempotency-Key was used for a different request')
  }
  if (earlier) await awaitReplicas(db)
  return earlier?.answer as Answer | undefined
}

/**
 * Runs `work` in a transaction, once for an idempotency key: a repeated request gets the stored answer. Of two concurrent
 * requests with one key, the later waits for the first, is rolled back, and gets the answer of the first.
 */
export async function answerOnce<Answer extends object>(
  context: SignedIn,
  { key, body }: { key: string | undefined; body: unknown },
  work: (inside: SignedIn) => Promise<Answer>,
): Promise<Answer> {
  const request = keyedRequest(key, body)
  if (!request) return transact(context, work)
  const before = await earlierAnswer<Answer>(context, request)
  if (before) return before
  try {
    return await transact(context, async (inside) => {
      const answer = await work(inside)
      const by = { accountId: accountIdOf(inside.actor), clientId: clientIdOf(inside.actor) }
      const [requestHash] = digestsOf(inside.db, request.requestHash)
      const row = {
        key: request.key,
        requestHash,
        ...by,
        answer: JSON.stringify(answer),
        createdAt: inside.clock.now(),
      }
      await inside.db.insertInto('idempotentAnswer').values(row).execute()
      return answer
    })
  } catch (error) {
    // The later request may also be refused because of what the first has written.
    const isAfterFirst =
      error instanceof Refusal || isSqlError(error, sqlState.uniqueViolation, 'idempotent_answer_once')
    const first = isAfterFirst && (await earlierAnswer<Answer>(context, request))
    if (!first) throw error
    return first
  }
}

export const forgetAnswers = (db: Db, before: Date) =>
  db.deleteFrom('idempotentAnswer').where('createdAt', '<', before).execute()
