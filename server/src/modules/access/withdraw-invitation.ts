import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { requireMay } from './policy.ts'
import { findTechnician, updateInvitation } from './queries-technicians.ts'
import { whyNotInvited } from './why-not-invited.ts'

/** Takes an invitation back before it is accepted: its link stops working. */
export async function withdrawInvitation(context: SignedIn, id: string): Promise<{ message: string }> {
  requireMay(context.actor, 'people')
  const withdrawn = await inTransaction(context.db, async (tx) => {
    const invitation = await updateInvitation(
      tx,
      { id, role: 'technician' },
      { withdrawnAt: context.clock.now() },
    )
    if (!invitation) throw whyNotInvited(await findTechnician(tx, id))
    await audit(
      { ...context, db: tx },
      { action: 'technician.invitation_withdrawn', subject: { kind: 'account', id } },
    )
    return invitation
  })
  return { message: `The invitation of ${withdrawn.fullName} is withdrawn.` }
}
