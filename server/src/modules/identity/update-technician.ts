import type { BodyOf } from '#contract/endpoint.ts'
import type { Technician, updateTechnician as updateContract } from '#contract/technicians.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { requireManager } from './policy.ts'
import { technicianOf } from './present-technician.ts'
import { lockTechnician, renameTechnician, setSpecialties, updateInvitation } from './queries-technicians.ts'
import { noTechnician } from './why-not-invited.ts'

/** Changes name and specialties of a technician, or of somebody invited to be one. Counts from the next task on. */
export async function updateTechnician(
  context: SignedIn,
  id: string,
  { fullName, specialties }: BodyOf<typeof updateContract>,
): Promise<{ message: string; technician: Technician }> {
  requireManager(context.actor)
  const technician = await inTransaction(context.db, async (tx) => {
    const before = await lockTechnician(tx, id)
    if (!before) throw noTechnician()
    if (before.status === 'Deactivated') {
      throw new Refusal(
        'not_possible_now',
        `${before.fullName} no longer works here: this is kept as it was.`,
      )
    }
    if (before.status === 'Invited') await updateInvitation(tx, id, { full_name: fullName, specialties })
    else {
      await renameTechnician(tx, id, fullName)
      await setSpecialties(tx, id, specialties)
    }
    const after = technicianOf({ ...before, fullName, specialties })
    await audit(
      { ...context, db: tx },
      {
        action: 'technician.changed',
        subject: { kind: 'account', id },
        before: { fullName: before.fullName, specialties: technicianOf(before).specialties },
        after: { fullName, specialties: after.specialties },
      },
    )
    return after
  })
  return { message: `${technician.fullName} is updated.`, technician }
}
