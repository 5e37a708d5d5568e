import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { sessionsEnded } from './events.ts'
import { endSession } from './queries.ts'

/** Ends this session at once, and with it what its browser was told by push. */
export async function logOut(context: SignedIn): Promise<null> {
  const { accountId, sessionHash } = context.actor
  await inTransaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    await endSession(tx, sessionHash)
    await context.tell(sessionsEnded, within, { accountId, sessions: { only: sessionHash } })
    await audit(within, { action: 'logout', subject: { kind: 'account', id: accountId } })
  })
  return null
}
