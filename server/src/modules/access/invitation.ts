import { type DeadInvitation, deadInvitations } from '#contract/technicians.ts'
import { days } from '#server/platform/clock.ts'
import type { Refusal } from '#server/platform/errors.ts'
import { codeRefused } from './codes.ts'
import type { Invitation } from './queries-technicians.ts'

/** How long a mailed invitation works. Milliseconds. */
export const invitationLife = days(7)

/** Why an invitation cannot be accepted; null while it can. */
export function whyDead(
  invitation: Pick<Invitation, 'accepted_at' | 'withdrawn_at' | 'expires_at'> | undefined,
  now: Date,
): DeadInvitation | null {
  if (!invitation) return 'unknown'
  if (invitation.withdrawn_at !== null) return 'withdrawn'
  if (invitation.accepted_at !== null) return 'used'
  return invitation.expires_at <= now ? 'expired' : null
}

export const invitationRefused = (why: DeadInvitation): Refusal => codeRefused(deadInvitations[why])
