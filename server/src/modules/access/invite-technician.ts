import type { BodyOf } from '#contract/endpoint.ts'
import type { inviteTechnician as inviteContract, Technician } from '#contract/technicians.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { requireMay, requireMayGive, usualAccess } from './policy.ts'
import { technicianOf } from './present-technician.ts'
import { sendInvitation } from './send-invitation.ts'

/** Invites somebody to work here, with their permissions and sites. */
export async function inviteTechnician(
  context: SignedIn,
  { fullName, email, specialties, ...given }: BodyOf<typeof inviteContract>,
): Promise<Technician> {
  const { actor } = context
  requireMay(actor, 'people')
  const usual = usualAccess(actor)
  const access = { permissions: [...(given.permissions ?? usual.permissions)], sites: usual.sites }
  if (given.sites !== undefined) access.sites = given.sites
  requireMayGive(actor, usual, access)
  const person = { fullName, email, specialties, ...access }
  const sent = await sendInvitation(context, { role: 'technician', ...person })
  return technicianOf({ ...person, ...sent, phone: '', status: 'Invited' })
}
