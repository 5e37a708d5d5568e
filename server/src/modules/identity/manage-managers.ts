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
import { requireKnownSites } from './known-sites.ts'
import { requireManager, requireMayGive, whyNotLimit } from './policy.ts'
import { lockManagers } from './queries.ts'
import { setSites } from './queries-access.ts'
import {
  findManager,
  listManagers as listRows,
  type ManagerRow,
  setInvitedSites,
} from './queries-managers.ts'
import { updateInvitation } from './queries-technicians.ts'
import { sendInvitation } from './send-invitation.ts'

const present = (actor: Actor, { sites, invitedUntil, ...row }: ManagerRow): Manager => ({
  ...row,
  sites: sites && [...sites],
  invitedUntil: invitedUntil?.toISOString() ?? null,
  whyNotChange: whyNotLimit(actor, row.id),
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

export async function withdrawManager(context: SignedIn, id: string): Promise<{ message: string }> {
  requireManager(context.actor)
  const withdrawn = await inTransaction(context.db, async (tx) => {
    const change = { withdrawn_at: context.clock.now() }
    const invitation = await updateInvitation(tx, { id, role: 'admin' }, change)
    if (!invitation) throw noManager()
    await audit(
      { ...context, db: tx },
      { action: 'manager.invitation_withdrawn', subject: { kind: 'account', id } },
    )
    return invitation
  })
  return { message: `The invitation of ${withdrawn.full_name} is withdrawn.` }
}

/**
 * Says which sites another manager sees. The managers are held meanwhile, and the statement keeps one of all sites: of
 * two who limit each other at once the second is refused.
 */
export async function changeManager(
  context: SignedIn,
  id: string,
  { sites }: BodyOf<typeof changeContract>,
): Promise<{ message: string; manager: Manager }> {
  const { actor } = context
  requireManager(actor)
  const whyNot = whyNotLimit(actor, id)
  if (whyNot) throw new Refusal('not_possible_now', whyNot)
  await requireKnownSites(context, sites)
  const manager = await inTransaction(context.db, async (tx) => {
    await lockManagers(tx)
    const before = await findManager(tx, id)
    if (!before) throw noManager()
    const set =
      before.status === 'Invited' ? await setInvitedSites(tx, id, sites) : await setSites(tx, id, sites)
    if (!set) {
      throw new Refusal(
        'not_possible_now',
        'Somebody has to manage all sites. Let another manager do so first.',
      )
    }
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

const noManager = () => notFound('This manager')
