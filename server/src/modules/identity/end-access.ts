import type { SignedIn } from '#server/platform/context.ts'
import type { Neighbours } from './neighbours.ts'
import { endSessionsOf, forgetSubjectsOf, retireTokens } from './queries.ts'

/**
 * Takes everything from an account that is closed in this transaction with which somebody still got in or was told
 * something: sessions, push, ways of signing in, mailed links. What they worked on is free for others.
 */
export async function endAccess(within: SignedIn, accountId: string, neighbours: Neighbours): Promise<void> {
  await neighbours.returnTasksOf(within, accountId)
  await neighbours.endShiftsOf(within, accountId)
  await endSessionsOf(within.db, accountId)
  await neighbours.forgetDevices({ db: within.db }, accountId, { except: null })
  await forgetSubjectsOf(within.db, accountId)
  await retireTokens(
    within.db,
    accountId,
    ['reset_password', 'change_email', 'issuer_sign_in'],
    within.clock.now(),
  )
}
