import { type DeadInvitation, deadInvitations } from '#contract/technicians.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Refusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spendOfNetwork } from '#server/platform/limits.ts'
import { codeRefused } from '../codes/codes.ts'
import { linksFromNetwork } from '../limits.ts'
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

/** The invitation of a link, or only the reason why the link does not work. */
export async function readInvitation(context: Context, token: string) {
  await spendOfNetwork(context, linksFromNetwork)
  const invitation = await openInvitation(context, hashToken(token))
  if (typeof invitation === 'string') return { state: invitation, message: deadInvitations[invitation] }
  const { name: laboratory } = await laboratorySettings(context)
  return { state: 'open' as const, role: invitation.role, fullName: invitation.fullName, laboratory }
}
