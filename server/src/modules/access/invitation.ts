import { type DeadInvitation, deadInvitations } from '#contract/technicians.ts'
import { days } from '#server/platform/clock.ts'
import type { Refusal } from '#server/platform/errors.ts'
import { codeRefused } from './codes.ts'
import type { Invitation } from './queries-technicians.ts'

/** How long a mailed invitation works. Milliseconds. */
export const invitationLife = days(7)

/** Why an invitation cannot be accepted; null while it can. */
export function whyDead(
  invitation: Pick<Invitation, 'acceptedAt' | 'withdrawnAt' | 'expiresAt'> | undefined,
  now: Date,
): DeadInvitation | null {
  if (!invitation) return 'unknown'
  if (invitation.withdrawnAt !== null) return 'withdrawn'
  if (invitation.acceptedAt !== null) return 'used'
  return invitation.expiresAt <= now ? 'expired' : null
}

export const invitationRefused = (why: DeadInvitation): Refusal => codeRefused(deadInvitations[why])
