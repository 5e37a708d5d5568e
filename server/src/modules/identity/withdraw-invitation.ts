import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { requireManager } from './policy.ts'
import { findTechnician, updateInvitation } from './queries-technicians.ts'
import { whyNotInvited } from './why-not-invited.ts'

/** Takes an invitation back before it is accepted: its link stops working. */
export async function withdrawInvitation(context: SignedIn, id: string): Promise<{ message: string }> {
  requireManager(context.actor)
  const withdrawn = await inTransaction(context.db, async (tx) => {
    const invitation = await updateInvitation(tx, id, { withdrawn_at: context.clock.now() })
    if (!invitation) throw whyNotInvited(await findTechnician(tx, id))
    await audit(
      { ...context, db: tx },
      { action: 'technician.invitation_withdrawn', subject: { kind: 'account', id } },
    )
    return invitation
  })
  return { message: `The invitation of ${withdrawn.full_name} is withdrawn.` }
}
