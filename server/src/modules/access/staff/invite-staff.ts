import type { Role } from '#contract/options.ts'
import { after, days } from '#server/platform/clock.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { hashToken, newToken, uuidv7 } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { findAccount } from '../accounts/queries.ts'
import { countKnown } from '../accounts/queries-access.ts'
import { invitationsByManager, invitationsToAddress } from '../limits.ts'
import { requireMayManage, staffActions, whyNotInvited } from '../policy.ts'
import {
  addInvitation,
  findStaff,
  type Invitation,
  type StaffRole,
  type StaffRow,
  updateInvitation,
} from './queries-staff.ts'

/** How long a mailed invitation works. Milliseconds. */
const invitationLife = days(7)

/** Staff who invite are told why an address cannot be invited: they see the list of accounts anyway. */
const owners: Readonly<Record<Role, string>> = {
  technician: 'This address belongs to a technician already.',
  admin: 'This address belongs to a manager. Use another one for the work at the bench.',
  clinician: 'This address belongs to a clinician of a facility already.',
  user: 'This address has a patient’s account. Use another one, or let its owner close that account first.',
}

type Invited = Pick<Invitation, 'fullName' | 'email' | 'specialties' | 'permissions'> & {
  sites: Sites
  /** Of a clinician. */
  facilityId?: string
}

/** Keeps an invitation and mails its link, with which the person sets a password. */
export async function sendInvitation(
  context: SignedIn,
  role: StaffRole,
  { sites, ...person }: Invited,
): Promise<StaffRow> {
  await requireKnownSites(context, sites)
  const { email } = person
  const { token, stored } = await newLink(context, email)
  const id = uuidv7(context.clock)
  await transact(context, async (within) => {
    const owner = await findAccount(within.db, { email })
    if (owner) throw addressTaken(owners[owner.role])
    const row = { ...person, ...stored, id, role, sites: sites && [...sites] }
    const added = await addInvitation(within.db, {
      ...row,
      invitedBy: context.actor.accountId,
      createdAt: context.clock.now(),
    })
    if (!added)
      throw addressTaken('This address is invited already. Send or withdraw that invitation instead.')
    await auditAccount(within, staffActions[role].invited, id, { after: { ...person, sites } })
    await postInvitation(within, role, { ...person, id }, token)
  })
  return { ...person, id, sites, phone: '', status: 'Invited', invitedUntil: stored.expiresAt }
}

/** Mails a new link, which works as long as the first did; the earlier link stops working. */
export async function resendInvitation(context: SignedIn, role: StaffRole, id: string): Promise<StaffRow> {
  requireMayManage(context.actor, role)
  const invited = await findStaff(context.db, role, id)
  if (invited?.status !== 'Invited') throw whyNotInvited(role, invited)
  const { token, stored } = await newLink(context, invited.email)
  const isSent = await transact(context, async (within) => {
    const invitation = await updateInvitation(within.db, { id, role }, stored)
    if (!invitation) return false
    await auditAccount(within, staffActions[role].invitedAgain, id)
    await postInvitation(within, role, invitation, token)
    return true
  })
  const staff = await findStaff(context.db, role, id)
  if (!isSent || !staff) throw whyNotInvited(role, staff)
  return staff
}

/** Takes an invitation back before it is accepted: its link stops working. */
export async function withdrawInvitation(context: SignedIn, role: StaffRole, id: string) {
  requireMayManage(context.actor, role)
  return transact(context, async (within) => {
    const withdrawn = await updateInvitation(within.db, { id, role }, { withdrawnAt: context.clock.now() })
    if (!withdrawn) throw whyNotInvited(role, await findStaff(within.db, role, id))
    await auditAccount(within, staffActions[role].invitationWithdrawn, id)
    return { message: `The invitation of ${withdrawn.fullName} is withdrawn.` }
  })
}

/** Refuses unknown sites; null means all sites. */
export async function requireKnownSites({ db }: SignedIn, sites: Sites): Promise<void> {
  if (sites !== null && (await countKnown(db, sites)) < sites.length) {
    throw invalid({ sites: ['There is no such site'] })
  }
}

async function newLink(context: SignedIn, email: string) {
  await spend(context, invitationsByManager, context.actor.accountId)
  await spend(context, invitationsToAddress, email)
  const token = newToken()
  const stored = { tokenHash: hashToken(token), expiresAt: after(context.clock.now(), invitationLife) }
  return { token, stored }
}

const postInvitation = (
  within: SignedIn,
  role: StaffRole,
  { id, email, fullName }: { id: string; email: string; fullName: string },
  token: string,
) =>
  post(within, {
    kind: staffActions[role].invitedMessage,
    to: email,
    payload: { fullName, id },
    secret: { token },
  })

const addressTaken = (why: string) => new Refusal('conflict', why, { fields: { email: [why] } })
