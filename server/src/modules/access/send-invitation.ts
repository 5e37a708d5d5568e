import type { Role } from '#contract/options.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Specialty } from '#contract/specialties.ts'
import { audit } from '#server/platform/audit.ts'
import { after } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hashToken, newToken, uuidv7 } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { invitationLife } from './invitation.ts'
import { requireKnownSites } from './known-sites.ts'
import { invitationsByManager, invitationsToAddress } from './limits.ts'
import { findAccount } from './queries.ts'
import { addInvitation, type Invitation, updateInvitation } from './queries-technicians.ts'

/** Whoever invites is told why an address cannot be: they see the list of accounts anyway. */
const owners: Readonly<Record<Role, string>> = {
  technician: 'This address belongs to a technician already.',
  admin: 'This address belongs to a manager. Use another one for the work at the bench.',
  user: 'This address has a patient’s account. Use another one, or let its owner close that account first.',
}

export type Invited = {
  role: 'technician' | 'admin'
  fullName: string
  email: string
  specialties: Specialty[]
  permissions: Permission[]
  sites: Sites
}

/** Keeps an invitation and mails its link, with which the person sets a password. */
export async function sendInvitation(
  context: SignedIn,
  { role, fullName, email, ...access }: Invited,
): Promise<{ id: string; invitedUntil: Date }> {
  const { clock, actor } = context
  await requireKnownSites(context, access.sites)
  await spend(context, invitationsByManager, actor.accountId)
  await spend(context, invitationsToAddress, email)
  const token = newToken()
  const sent = await inTransaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    const owner = await findAccount(tx, { email })
    if (owner) throw addressTaken(owners[owner.role])
    const [id, now] = [uuidv7(clock), clock.now()]
    const added = await addInvitation(tx, {
      id,
      role,
      email,
      fullName,
      specialties: access.specialties,
      permissions: access.permissions,
      sites: access.sites && [...access.sites],
      tokenHash: hashToken(token),
      invitedBy: actor.accountId,
      createdAt: now,
      expiresAt: after(now, invitationLife),
    })
    if (!added)
      throw addressTaken('This address is invited already. Send or withdraw that invitation instead.')
    await audit(within, {
      action: role === 'admin' ? 'manager.invited' : 'technician.invited',
      subject: { kind: 'account', id },
      after: { fullName, email, ...access },
    })
    const kind = role === 'admin' ? 'manager_invited' : 'technician_invited'
    await post(within, { kind, to: email, payload: { fullName }, secret: { token } })
    return { id, invitedUntil: after(now, invitationLife) }
  })
  context.wakeOutbox()
  return sent
}

/** Mails a new link, good for as long as the first was; the one before stops working. Undefined: there is none open. */
export async function sendInvitationAgain(
  context: SignedIn,
  { id, email }: { id: string; email: string },
  role: Invited['role'],
): Promise<Invitation | undefined> {
  const { clock, actor } = context
  await spend(context, invitationsByManager, actor.accountId)
  await spend(context, invitationsToAddress, email)
  const token = newToken()
  const sent = await inTransaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    const link = { tokenHash: hashToken(token), expiresAt: after(clock.now(), invitationLife) }
    const invitation = await updateInvitation(tx, { id, role }, link)
    if (!invitation) return undefined
    await audit(within, {
      action: role === 'admin' ? 'manager.invited_again' : 'technician.invited_again',
      subject: { kind: 'account', id },
    })
    const kind = role === 'admin' ? 'manager_invited' : 'technician_invited'
    await post(within, {
      kind,
      to: invitation.email,
      payload: { fullName: invitation.fullName },
      secret: { token },
    })
    return invitation
  })
  context.wakeOutbox()
  return sent
}

const addressTaken = (why: string) => new Refusal('conflict', why, { fields: { email: [why] } })
