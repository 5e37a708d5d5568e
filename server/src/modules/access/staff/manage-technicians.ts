import type { BodyOf } from '#contract/endpoint.ts'
import { permissionNames } from '#contract/permissions.ts'
import { specialtyNames } from '#contract/specialties.ts'
import type {
  inviteTechnician as inviteContract,
  Technician,
  TechnicianProfile,
  updateTechnician as updateContract,
} from '#contract/technicians.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { setSites } from '../accounts/queries-access.ts'
import { noLongerStaff, requireMay, requireMayGive, unknownStaff, usualAccess } from '../policy.ts'
import { requireKnownSites, resendInvitation, sendInvitation } from './invite-staff.ts'
import {
  findStaff,
  listStaff,
  lockTechnician,
  type StaffRow,
  updateTechnician as update,
  updateInvitation,
} from './queries-staff.ts'

/** Names in the order of the published lists. */
export function technicianOf({ sites, invitedUntil, ...row }: StaffRow): Technician {
  const specialties = specialtyNames.filter((name) => row.specialties.includes(name))
  return {
    ...row,
    name: row.fullName,
    specialties,
    specialty: specialties.join(', '),
    permissions: permissionNames.filter((name) => row.permissions.includes(name)),
    sites: sites && [...sites],
    invitedUntil: invitedUntil?.toISOString() ?? null,
  }
}

/** Everybody who does tests here, is invited to, or did: a staff fits on one page. */
export async function listTechnicians({ db, actor }: SignedIn): Promise<Technician[]> {
  requireMay(actor, 'people')
  return (await listStaff(db, 'technician')).map(technicianOf)
}

/** The signed-in technician, who may have been deactivated since the request came in. */
export async function readTechnicianProfile({ db, actor }: SignedIn): Promise<TechnicianProfile> {
  const technician = await findStaff(db, 'technician', actor.accountId)
  if (technician?.status !== 'Active') throw new Refusal('not_signed_in', 'Please log in first')
  return technicianOf(technician)
}

/** Invites somebody to work here, with their permissions and sites. */
export async function inviteTechnician(
  context: SignedIn,
  { permissions, sites, ...person }: BodyOf<typeof inviteContract>,
): Promise<Technician> {
  requireMay(context.actor, 'people')
  const usual = usualAccess(context.actor)
  const access = {
    permissions: permissions ?? usual.permissions,
    sites: sites === undefined ? usual.sites : sites,
  }
  requireMayGive(context.actor, usual, access)
  return technicianOf(await sendInvitation(context, 'technician', { ...person, ...access }))
}

export async function resendTechnician(context: SignedIn, id: string) {
  const technician = await resendInvitation(context, 'technician', id)
  return {
    message: `A new invitation is on its way to ${technician.email}.`,
    technician: technicianOf(technician),
  }
}

/**
 * Changes name, specialties, permissions and sites of a technician, or of somebody invited to be one. Takes effect with their
 * next call. Nobody changes themselves: whoever manages staff could give themselves every field of work.
 */
export async function updateTechnician(
  context: SignedIn,
  id: string,
  { fullName, specialties, ...given }: BodyOf<typeof updateContract>,
) {
  const { actor } = context
  requireMay(actor, 'people')
  await requireKnownSites(context, given.sites ?? null)
  const technician = await transact(context, async (within) => {
    const before = await lockTechnician(within.db, id)
    if (!before) throw unknownStaff('technician')
    if (id === actor.accountId) {
      throw new Refusal('not_allowed', 'Somebody else changes what you may do and see.')
    }
    if (before.status === 'Deactivated') throw noLongerStaff(before)
    const { permissions = before.permissions, sites = before.sites } = given
    requireMayGive(actor, before, { permissions, sites })
    const changes = { fullName, specialties, permissions }
    if (before.status === 'Invited') {
      await updateInvitation(
        within.db,
        { id, role: 'technician' },
        { ...changes, sites: sites && [...sites] },
      )
    } else {
      await update(within.db, id, changes)
      await setSites(within.db, id, sites)
    }
    const after = technicianOf({ ...before, ...changes, sites })
    const states = { before: audited(technicianOf(before)), after: audited(after) }
    await auditAccount(within, 'technician.changed', id, states)
    return after
  })
  return { message: `${technician.fullName} is updated.`, technician }
}

const audited = ({ fullName, specialties, permissions, sites }: Technician) => ({
  fullName,
  specialties,
  permissions,
  sites,
})
