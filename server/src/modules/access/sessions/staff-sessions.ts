import { type SignedIn, transact } from '#server/platform/context.ts'
import { notFound, notPossible, requirePossible } from '#server/platform/errors.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { endSessions } from '../accounts/end-access.ts'
import { findAccount } from '../accounts/queries.ts'
import { sessionsEnded } from '../events.ts'
import { countDevicesOf } from '../log-in/queries-devices.ts'
import { whyNotManage } from '../policy.ts'
import { deleteSession, listSessionsOf } from './queries-sessions.ts'

/** The account of another member of staff or of a clinician. Only a manager of all sites may end sessions of managers. */
async function staffMember({ db, actor }: SignedIn, id: string) {
  const account = await findAccount(db, { id })
  if (!account || account.role === 'user') throw notFound('This member of staff')
  if (id === actor.accountId)
    throw notPossible('You end your own sessions on the page “Log-in and security”.')
  if (account.role === 'admin') requirePossible(whyNotManage(actor, id))
  return account
}

export async function listStaffSessions(context: SignedIn, id: string) {
  await staffMember(context, id)
  const [sessions, knownBrowsers] = await Promise.all([
    listSessionsOf(context.db, id, context.clock.now()),
    countDevicesOf(context.db, id),
  ])
  return {
    sessions: sessions.map(({ tokenHash, createdAt, ...session }) => ({ ...session, startedAt: createdAt })),
    knownBrowsers,
  }
}

export async function endStaffSession(context: SignedIn, id: string, session: string) {
  const { fullName } = await transact(context, async (within) => {
    const account = await staffMember(within, id)
    const only = await deleteSession(within.db, id, session)
    if (!only) throw notFound('This session')
    await within.tell(sessionsEnded, within, { accountId: id, sessions: { only } })
    await auditAccount(within, 'session.ended_by_manager', id, { after: { sessions: 'one' } })
    return account
  })
  return { message: `${fullName} is logged out there.` }
}

export async function endStaffSessions(context: SignedIn, id: string) {
  const { fullName } = await transact(context, async (within) => {
    const account = await staffMember(within, id)
    await endSessions(within, id)
    await auditAccount(within, 'session.ended_by_manager', id, { after: { sessions: 'all' } })
    return account
  })
  return { message: `${fullName} is logged out everywhere, and can log in again.` }
}
