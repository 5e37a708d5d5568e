import type { Technician } from '#contract/technicians.ts'
import { audit } from '#server/platform/audit.ts'
import { after } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import { invitationLife } from './invitation.ts'
import { invitationsByManager, invitationsToAddress } from './limits.ts'
import { requireMay } from './policy.ts'
import { technicianOf } from './present-technician.ts'
import { findTechnician, updateInvitation } from './queries-technicians.ts'
import { whyNotInvited } from './why-not-invited.ts'

/** Mails a new link, good for as long as the first was; the one before stops working. */
export async function resendInvitation(
  context: SignedIn,
  id: string,
): Promise<{ message: string; technician: Technician }> {
  const { db, clock, actor } = context
  requireMay(actor, 'people')
  const invited = await findTechnician(db, id)
  if (invited?.status !== 'Invited') throw whyNotInvited(invited)
  await spend(context, invitationsByManager, actor.accountId)
  await spend(context, invitationsToAddress, invited.email)
  const token = newToken()
  const technician = await inTransaction(db, async (tx) => {
    const within = { ...context, db: tx }
    const sent = await updateInvitation(
      tx,
      { id, role: 'technician' },
      { token_hash: hashToken(token), expires_at: after(clock.now(), invitationLife) },
    )
    const now = await findTechnician(tx, id)
    if (!sent || !now) throw whyNotInvited(now)
    await audit(within, { action: 'technician.invited_again', subject: { kind: 'account', id } })
    await post(within, {
      kind: 'technician_invited',
      to: sent.email,
      payload: { fullName: sent.full_name },
      secret: { token },
    })
    return technicianOf(now)
  })
  context.wakeOutbox()
  return { message: `A new invitation is on its way to ${technician.email}.`, technician }
}
