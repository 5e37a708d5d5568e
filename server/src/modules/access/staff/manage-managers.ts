import type { BodyOf } from '#contract/endpoint.ts'
import type {
  changeManager as changeContract,
  inviteManager as inviteContract,
  Manager,
} from '#contract/managers.ts'
import { type Actor, type SignedIn, transact } from '#server/platform/context.ts'
import { notPossible, Refusal, requirePossible } from '#server/platform/errors.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { lockManagers } from '../accounts/queries.ts'
import { namedSitesOf, setSites } from '../accounts/queries-access.ts'
import { noLongerStaff, requireManager, requireMayGive, unknownStaff, whyNotManage } from '../policy.ts'
import { requireKnownSites, resendInvitation, sendInvitation } from './invite-staff.ts'
import { findStaff, listStaff, lockInvitation, type StaffRow, updateInvitation } from './queries-staff.ts'

const present = (actor: Actor, { id, fullName, email, status, sites, invitedUntil }: StaffRow): Manager => ({
  id,
  fullName,
  email,
  status,
  sites: sites && [...sites],
  invitedUntil: invitedUntil?.toISOString() ?? null,
  whyNotChange: whyNotManage(actor, id),
})

export async function listManagers({ db, actor }: SignedIn): Promise<Manager[]> {
  requireManager(actor)
  return (await listStaff(db, 'admin')).map((row) => present(actor, row))
}

export async function inviteManager(
  context: SignedIn,
  { fullName, email, sites }: BodyOf<typeof inviteContract>,
): Promise<Manager> {
  const { actor } = context
  requireManager(actor)
  requireMayGive(actor, { permissions: [], sites: actor.sites }, { permissions: [], sites })
  const person = { fullName, email, specialties: [], permissions: [], sites }
  return present(actor, await sendInvitation(context, 'admin', person))
}

export async function resendManager(context: SignedIn, id: string) {
  const manager = await resendInvitation(context, 'admin', id)
  return {
    message: `A new invitation is on its way to ${manager.email}.`,
    manager: present(context.actor, manager),
  }
}

/** Limits another manager, or somebody invited to be one, to sites. */
export async function changeManager(context: SignedIn, id: string, { sites }: BodyOf<typeof changeContract>) {
  const { actor } = context
  requireManager(actor)
  await requireKnownSites(context, sites)
  const manager = await transact(context, async (within) => {
    const before = await holdManager(within, id)
    if (before.status === 'Deactivated') throw noLongerStaff(before)
    const isSet =
      before.status === 'Invited'
        ? await updateInvitation(within.db, { id, role: 'admin' }, { sites })
        : await setSites(within.db, id, sites)
    if (!isSet) throw nobodyElse()
    const states = { before: { sites: before.sites }, after: { sites } }
    await auditAccount(within, 'manager.sites_changed', id, states)
    return { ...before, sites }
  })
  return {
    message: `${manager.fullName} sees the patients of ${sites === null ? 'all sites' : 'the chosen sites'}.`,
    manager: present(actor, manager),
  }
}

/**
 * Locks all managers until the transaction ends, and reads one of them then. Of two managers who change each other at the
 * same time, the second is refused: they are deactivated, or do not see all sites any more.
 */
export async function holdManager({ db, actor }: SignedIn, id: string): Promise<StaffRow> {
  // The invitation first: whoever accepts it holds it until the account is there.
  await lockInvitation(db, id)
  const active = await lockManagers(db)
  if (!active.includes(actor.accountId)) throw new Refusal('not_allowed', 'Your account was deactivated.')
  const sites = (await namedSitesOf(db, actor.accountId))?.map((site) => site.id) ?? null
  requirePossible(whyNotManage({ ...actor, sites }, id))
  const manager = await findStaff(db, 'admin', id)
  if (!manager) throw unknownStaff('admin')
  return manager
}

export const nobodyElse = () =>
  notPossible('Somebody has to manage all sites. Let another manager do so first.')
