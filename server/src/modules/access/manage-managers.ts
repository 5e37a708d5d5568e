import type { BodyOf } from '#contract/endpoint.ts'
import type {
  changeManager as changeContract,
  inviteManager as inviteContract,
  Manager,
} from '#contract/managers.ts'
import { audit } from '#server/platform/audit.ts'
import type { Actor, SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { post } from '#server/platform/outbox.ts'
import { endAccess } from './end-access.ts'
import { requireKnownSites } from './known-sites.ts'
import { requireManager, requireMayGive, whyNotManage } from './policy.ts'
import { lockManagers } from './queries.ts'
import { namedSitesOf, setSites } from './queries-access.ts'
import {
  deactivateManager as deactivate,
  findManager,
  listManagers as listRows,
  lockInvitation,
  type ManagerRow,
  setInvitedSites,
} from './queries-managers.ts'
import { updateInvitation } from './queries-technicians.ts'
import { sendInvitation, sendInvitationAgain } from './send-invitation.ts'

const present = (actor: Actor, { sites, invitedUntil, ...row }: ManagerRow): Manager => ({
  ...row,
  sites: sites && [...sites],
  invitedUntil: invitedUntil?.toISOString() ?? null,
  whyNotChange: whyNotManage(actor, row.id),
})

export async function listManagers({ db, actor }: SignedIn): Promise<Manager[]> {
  requireManager(actor)
  return (await listRows(db)).map((row) => present(actor, row))
}

export async function inviteManager(
  context: SignedIn,
  { fullName, email, sites }: BodyOf<typeof inviteContract>,
): Promise<Manager> {
  const { actor } = context
  requireManager(actor)
  requireMayGive(actor, { permissions: [], sites: actor.sites }, { permissions: [], sites })
  const person = { fullName, email, sites }
  const sent = await sendInvitation(context, { role: 'admin', specialties: [], permissions: [], ...person })
  return present(actor, { ...person, ...sent, status: 'Invited' })
}

export async function resendManager(
  context: SignedIn,
  id: string,
): Promise<{ message: string; manager: Manager }> {
  const { db, actor } = context
  requireManager(actor)
  const invited = await findManager(db, id)
  if (invited?.status !== 'Invited') throw whyNoInvitation(invited)
  const sent = await sendInvitationAgain(context, invited, 'admin')
  const manager = await findManager(db, id)
  if (!sent || !manager) throw whyNoInvitation(manager)
  return {
    message: `A new invitation is on its way to ${manager.email}.`,
    manager: present(actor, manager),
  }
}

export async function withdrawManager(context: SignedIn, id: string): Promise<{ message: string }> {
  requireManager(context.actor)
  const withdrawn = await inTransaction(context.db, async (tx) => {
    const change = { withdrawnAt: context.clock.now() }
    const invitation = await updateInvitation(tx, { id, role: 'admin' }, change)
    if (!invitation) throw whyNoInvitation(await findManager(tx, id))
    await audit(
      { ...context, db: tx },
      { action: 'manager.invitation_withdrawn', subject: { kind: 'account', id } },
    )
    return invitation
  })
  return { message: `The invitation of ${withdrawn.fullName} is withdrawn.` }
}

/** Says which sites another manager sees, or will see once they accept. */
export async function changeManager(
  context: SignedIn,
  id: string,
  { sites }: BodyOf<typeof changeContract>,
): Promise<{ message: string; manager: Manager }> {
  const { actor } = context
  requireManager(actor)
  await requireKnownSites(context, sites)
  const manager = await inTransaction(context.db, async (tx) => {
    const before = await holdManager({ ...context, db: tx }, id)
    if (before.status === 'Deactivated') {
      const kept = `${before.fullName} no longer works here: this is kept as it was.`
      throw new Refusal('not_possible_now', kept)
    }
    const set =
      before.status === 'Invited' ? await setInvitedSites(tx, id, sites) : await setSites(tx, id, sites)
    if (!set) throw nobodyElse()
    await audit(
      { ...context, db: tx },
      {
        action: 'manager.sites_changed',
        subject: { kind: 'account', id },
        before: { sites: before.sites },
        after: { sites },
      },
    )
    return { ...before, sites }
  })
  return {
    message: `${manager.fullName} sees the patients of ${sites === null ? 'all sites' : 'the chosen sites'}.`,
    manager: present(actor, manager),
  }
}

/** Closes the account of another manager, as of a technician: at once, and what they did stays. */
export async function deactivateManager(
  context: SignedIn,
  id: string,
  reason: string | undefined,
): Promise<{ message: string }> {
  requireManager(context.actor)
  const closed = await inTransaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    const before = await holdManager(within, id)
    if (before.status !== 'Active') throw whyNotActive(before)
    const account = await deactivate(tx, id, context.clock.now())
    if (!account) throw nobodyElse()
    await endAccess(within, id)
    await audit(within, {
      action: 'manager.deactivated',
      subject: { kind: 'account', id },
      reason: reason || undefined,
    })
    await post(within, {
      kind: 'manager_deactivated',
      to: account.email,
      payload: { fullName: account.fullName, language: account.language },
    })
    return account
  })
  context.wakeOutbox()
  return { message: `${closed.fullName} can no longer log in. What they did stays on record.` }
}

/**
 * Holds all managers until the transaction ends, and reads one of them as they are then. Of two who act on each other
 * at once, the second is no longer who they were when they asked, and is told so.
 */
async function holdManager({ db, actor }: SignedIn, id: string): Promise<ManagerRow> {
  // The invitation first: whoever accepts it holds it until the account is there.
  await lockInvitation(db, id)
  const active = await lockManagers(db)
  if (!active.includes(actor.accountId)) throw new Refusal('not_allowed', 'Your account was deactivated.')
  const sites = (await namedSitesOf(db, actor.accountId))?.map((site) => site.id) ?? null
  const whyNot = whyNotManage({ ...actor, sites }, id)
  if (whyNot) throw new Refusal('not_possible_now', whyNot)
  const manager = await findManager(db, id)
  if (!manager) throw noManager()
  return manager
}

const noManager = () => notFound('This manager')

const nobodyElse = () =>
  new Refusal('not_possible_now', 'Somebody has to manage all sites. Let another manager do so first.')

const whyNotActive = ({ status, fullName }: ManagerRow) =>
  new Refusal(
    'not_possible_now',
    status === 'Invited'
      ? `${fullName} has not accepted yet: withdraw the invitation instead.`
      : `${fullName} is deactivated already.`,
  )

/** Why there is no invitation to send or to withdraw. */
const whyNoInvitation = (manager: ManagerRow | undefined) =>
  manager
    ? new Refusal('not_possible_now', `${manager.fullName} has accepted the invitation already.`)
    : noManager()
