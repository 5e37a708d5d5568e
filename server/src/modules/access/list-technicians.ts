import type { Technician } from '#contract/technicians.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { requireMay } from './policy.ts'
import { technicianOf } from './present-technician.ts'
import { listTechnicians as listRows } from './queries-technicians.ts'

/** Everybody who does tests here, is invited to, or did: a staff fits on one page. */
export async function listTechnicians({ db, actor }: SignedIn): Promise<Technician[]> {
  requireMay(actor, 'people')
  return (await listRows(db)).map(technicianOf)
}
