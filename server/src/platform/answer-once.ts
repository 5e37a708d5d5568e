import { createHash } from 'node:crypto'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { isSqlError, Refusal, sqlState } from '#server/platform/errors.ts'
import { keepAnswer, readAnswer } from './kept-answers.ts'

/**
 * Does `work` in a transaction, once for a key: whoever asks again with the same key and body gets the first answer, with
 * another body 422. Of two at once the later one waits for the key, is taken back, and gets the answer of the first.
 */
export async function answerOnce<Answer extends object>(
  context: SignedIn,
  request: { key: string | undefined; body: unknown },
  work: (inside: SignedIn) => Promise<Answer>,
): Promise<Answer> {
  const { db, clock, actor } = context
  const { key } = request
  const doIt = (andThen: (inside: SignedIn, answer: Answer) => Promise<void>) =>
    inTransaction(db, async (tx) => {
      const inside = { ...context, db: tx }
      const answer = await work(inside)
      await andThen(inside, answer)
      return answer
    })
  if (key === undefined) return doIt(async () => {})
  const requestHash = createHash('sha256').update(JSON.stringify(request.body)).digest()
  const earlier = async () => {
    const known = await readAnswer(db, actor.accountId, key)
    if (known && !known.requestHash.equals(requestHash)) {
      throw new Refusal('key_reused', 'This Idempotency-Key was used for a different request')
    }
    return known && (known.answer as Answer)
  }
  const before = await earlier()
  if (before) return before
  try {
    return await doIt((inside, answer) =>
      keepAnswer(inside.db, {
        accountId: actor.accountId,
        key,
        requestHash,
        answer: JSON.stringify(answer),
        now: clock.now(),
      }),
    )
  } catch (error) {
    // The first may also be why the later one is refused: it finds what the first wrote.
    const isAfterFirst =
      error instanceof Refusal || isSqlError(error, sqlState.uniqueViolation, 'idempotent_answer_once')
    const first = isAfterFirst && (await earlier())
    if (!first) throw error
    return first
  }
}
