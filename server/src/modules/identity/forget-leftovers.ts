import type { Context } from '#server/platform/context.ts'
import { deleteExpired } from './queries.ts'

/** Removes what can no longer be used: ended sessions, codes, links and attempts. */
export async function forgetIdentityLeftovers({ db, clock }: Context): Promise<void> {
  await deleteExpired(db, clock.now())
}
