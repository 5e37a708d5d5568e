import { forgetAnswers } from '#server/platform/answer-once.ts'
import { after, days } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { sweepExpiredHolds } from '../availability/queries-chairs.ts'

/** Answers are kept for a week for retries of the same request. */
const keepAnswersFor = days(7)

/** Deletes expired holds and old idempotent answers. */
export async function forgetBookingLeftovers({ db, clock }: Context): Promise<void> {
  await sweepExpiredHolds(db, clock.now())
  await forgetAnswers(db, after(clock.now(), -keepAnswersFor))
}
