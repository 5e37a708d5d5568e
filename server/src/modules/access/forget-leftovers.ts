import { after } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { registrationsWait } from './codes.ts'
import { deleteLeftovers } from './queries.ts'

/** Removes what can no longer be used: ended sessions, codes, links and attempts. */
export async function forgetAccessLeftovers({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await deleteLeftovers(db, now, after(now, -registrationsWait))
}
