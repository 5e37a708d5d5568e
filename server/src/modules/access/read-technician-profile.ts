import type { TechnicianProfile } from '#contract/technicians.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { technicianProfileOf } from './present-technician.ts'
import { findTechnician } from './queries-technicians.ts'

/** The signed-in technician, who may have been deactivated since the request came in. */
export async function readTechnicianProfile({ db, actor }: SignedIn): Promise<TechnicianProfile> {
  const technician = await findTechnician(db, actor.accountId)
  if (technician?.status !== 'Active') throw new Refusal('not_signed_in', 'Please log in first')
  return technicianProfileOf(technician)
}
