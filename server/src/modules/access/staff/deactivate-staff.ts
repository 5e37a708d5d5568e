import { type SignedIn, transact } from '#server/platform/context.ts'
import { endAccess } from '../accounts/end-access.ts'
import { requireMayManage, staffActions, whyNotActive } from '../policy.ts'
import { holdManager, nobodyElse } from './manage-managers.ts'
import { deactivateStaff as deactivate, findStaff, type StaffRole } from './queries-staff.ts'

/**
 * Closes the account of a technician or of another manager: sessions and links end, and the address can be used again. The row
 * stays, so that the person's work keeps their name.
 */
export async function deactivateStaff(
  context: SignedIn,
  role: StaffRole,
  id: string,
  reason: string | undefined,
) {
  requireMayManage(context.actor, role)
  const closed = await transact(context, async (within) => {
    const { db, clock } = within
    const manager = role === 'admin' ? await holdManager(within, id) : null
    if (manager && manager.status !== 'Active') throw whyNotActive(role, manager)
    const account = await deactivate(db, role, id, clock.now())
    if (!account) throw manager ? nobodyElse() : whyNotActive(role, await findStaff(db, role, id))
    const { deactivated: action, deactivatedMessage: kind } = staffActions[role]
    await endAccess(within, account, { action, kind, reason })
    return account
  })
  return { message: `${closed.fullName} can no longer log in. What they did stays on record.` }
}
