import { createHash } from 'node:crypto'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { isSqlError, Refusal, sqlState } from '#server/platform/errors.ts'
import { keepAnswer, readAnswer } from './kept-answers.ts'

/**
 * Runs `work` in a transaction, once for an idempotency key: a repeated request gets the stored answer, a request with another
 * body is refused with 422. Of two concurrent requests the later waits for the key, is rolled back, and gets the first answer.
 */
export async function answerOnce<Answer extends object>(
  context: SignedIn,
  request: { key: string | undefined; body: unknown },
  work: (inside: SignedIn) => Promise<Answer>,
): Promise<Answer> {
  const { key } = request
  if (key === undefined) return transact(context, work)
  const { accountId } = context.actor
  const requestHash = createHash('sha256').update(JSON.stringify(request.body)).digest()
  const earlier = async () => {
    const known = await readAnswer(context.db, accountId, key)
    if (known && !known.requestHash.equals(requestHash)) {
      throw new Refusal('key_reused', 'This Idempotency-Key was used for a different request')
    }
    return known && (known.answer as Answer)
  }
  const before = await earlier()
  if (before) return before
  try {
    return await transact(context, async (inside) => {
      const answer = await work(inside)
      const createdAt = inside.clock.now()
      await keepAnswer(inside.db, { accountId, key, requestHash, answer: JSON.stringify(answer), createdAt })
      return answer
    })
  } catch (error) {
    // The later request may also be refused because of what the first has written.
    const isAfterFirst =
      error instanceof Refusal || isSqlError(error, sqlState.uniqueViolation, 'idempotent_answer_once')
    const first = isAfterFirst && (await earlier())
    if (!first) throw error
    return first
  }
}
