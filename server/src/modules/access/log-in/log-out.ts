import { type SignedIn, transact } from '#server/platform/context.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { sessionsEnded } from '../events.ts'
import { endSession } from '../sessions/queries.ts'

/** Ends this session at once, and the push messages to its browser. */
export async function logOut(context: SignedIn): Promise<null> {
  const { accountId, sessionHash } = context.actor
  await transact(context, async (within) => {
    await endSession(within.db, sessionHash)
    await within.tell(sessionsEnded, within, { accountId, sessions: { only: sessionHash } })
    await auditAccount(within, 'logout', accountId)
  })
  return null
}
