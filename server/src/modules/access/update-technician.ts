import type { BodyOf } from '#contract/endpoint.ts'
import type { Technician, updateTechnician as updateContract } from '#contract/technicians.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { requireKnownSites } from './known-sites.ts'
import { requireMay, requireMayGive } from './policy.ts'
import { technicianOf } from './present-technician.ts'
import { setPermissions, setSites } from './queries-access.ts'
import {
  lockTechnician,
  renameTechnician,
  setSpecialties,
  type TechnicianRow,
  updateInvitation,
} from './queries-technicians.ts'
import { noTechnician } from './why-not-invited.ts'

/**
 * Changes name, specialties, permissions and sites of a technician, or of somebody invited to be one. Counts from their
 * next call on. Nobody does so for themselves: whoever manages staff would give themselves every field of work.
 */
export async function updateTechnician(
  context: SignedIn,
  id: string,
  { fullName, specialties, ...given }: BodyOf<typeof updateContract>,
): Promise<{ message: string; technician: Technician }> {
  const { actor } = context
  requireMay(actor, 'people')
  await requireKnownSites(context, given.sites ?? null)
  const technician = await inTransaction(context.db, async (tx) => {
    const before = await lockTechnician(tx, id)
    if (!before) throw noTechnician()
    if (id === actor.accountId) {
      throw new Refusal('not_allowed', 'Somebody else changes what you may do and see.')
    }
    if (before.status === 'Deactivated') {
      throw new Refusal(
        'not_possible_now',
        `${before.fullName} no longer works here: this is kept as it was.`,
      )
    }
    const { permissions = before.permissions, sites = before.sites } = given
    requireMayGive(actor, before, { permissions, sites })
    const changed: TechnicianRow = { ...before, fullName, specialties, permissions, sites }
    await write({ ...context, db: tx }, changed)
    const after = technicianOf(changed)
    await audit(
      { ...context, db: tx },
      {
        action: 'technician.changed',
        subject: { kind: 'account', id },
        before: noted(technicianOf(before)),
        after: noted(after),
      },
    )
    return after
  })
  return { message: `${technician.fullName} is updated.`, technician }
}

const noted = ({ fullName, specialties, permissions, sites }: Technician) => ({
  fullName,
  specialties,
  permissions,
  sites,
})

async function write(
  { db }: SignedIn,
  { id, status, fullName, specialties, permissions, sites }: TechnicianRow,
): Promise<void> {
  if (status === 'Invited') {
    const changes = { fullName, specialties, permissions, sites: sites && [...sites] }
    await updateInvitation(db, { id, role: 'technician' }, changes)
    return
  }
  await renameTechnician(db, id, fullName)
  await setSpecialties(db, id, specialties)
  await setPermissions(db, id, permissions)
  await setSites(db, id, sites)
}
