import { type DeadInvitation, deadInvitations } from '#contract/technicians.ts'
import type { Context } from '#server/platform/context.ts'
import type { Refusal } from '#server/platform/errors.ts'
import { codeRefused } from './codes.ts'
import { findInvitation, type Invitation } from './queries-staff.ts'

/** The invitation of a link while it can be accepted, else the reason why it cannot. */
export async function openInvitation(
  { db, clock }: Context,
  tokenHash: Buffer,
): Promise<Invitation | DeadInvitation> {
  const invitation = await findInvitation(db, tokenHash)
  if (!invitation) return 'unknown'
  if (invitation.withdrawnAt !== null) return 'withdrawn'
  if (invitation.acceptedAt !== null) return 'used'
  return invitation.expiresAt <= clock.now() ? 'expired' : invitation
}

export const invitationRefused = (why: DeadInvitation): Refusal => codeRefused(deadInvitations[why])
