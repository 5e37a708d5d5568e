import type { Technician } from '#contract/technicians.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { requireMay } from './policy.ts'
import { technicianOf } from './present-technician.ts'
import { findTechnician } from './queries-technicians.ts'
import { sendInvitationAgain } from './send-invitation.ts'
import { whyNotInvited } from './why-not-invited.ts'

/** Mails the invitation of a technician again. */
export async function resendInvitation(
  context: SignedIn,
  id: string,
): Promise<{ message: string; technician: Technician }> {
  requireMay(context.actor, 'people')
  const invited = await findTechnician(context.db, id)
  if (invited?.status !== 'Invited') throw whyNotInvited(invited)
  const sent = await sendInvitationAgain(context, invited, 'technician')
  const technician = await findTechnician(context.db, id)
  if (!sent || !technician) throw whyNotInvited(technician)
  return {
    message: `A new invitation is on its way to ${technician.email}.`,
    technician: technicianOf(technician),
  }
}
