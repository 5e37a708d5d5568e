import { after, days } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { forgetAnswers } from './queries-answers.ts'
import { sweepExpiredHolds } from './queries-chairs.ts'

/** A client that asks again after a week has long given up. */
const keepAnswersFor = days(7)

/** Holds that have run out, and answers nobody will ask for again. */
export async function forgetBookingLeftovers({ db, clock }: Context): Promise<void> {
  await sweepExpiredHolds(db, clock.now())
  await forgetAnswers(db, after(clock.now(), -keepAnswersFor))
}
