import { type SignedIn, transact } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { sessionsEnded } from '../events.ts'
import { deleteSession, listSessionsOf } from './queries-sessions.ts'

/** The sessions of the caller, the present session first. */
export async function listOwnSessions({ db, clock, actor }: SignedIn) {
  const sessions = await listSessionsOf(db, actor.accountId, clock.now())
  const listed = sessions.map(({ tokenHash, createdAt, ...session }) => ({
    ...session,
    startedAt: createdAt,
    isThis: tokenHash.equals(actor.sessionHash),
  }))
  return listed.sort((one, other) => Number(other.isThis) - Number(one.isThis))
}

/** Ends a session of the caller. Its browser is no longer known to the account. */
export async function endOwnSession(context: SignedIn, id: string): Promise<{ message: string }> {
  const { accountId } = context.actor
  await transact(context, async (within) => {
    const only = await deleteSession(within.db, accountId, id)
    if (!only) throw notFound('This session')
    await within.tell(sessionsEnded, within, { accountId, sessions: { only } })
    await auditAccount(within, 'session.ended', accountId)
  })
  return { message: 'Logged out there.' }
}
