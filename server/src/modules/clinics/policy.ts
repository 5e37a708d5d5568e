import type { Actor } from '#server/platform/context.ts'
import { notAllowed } from '#server/platform/errors.ts'

/** The facility whose orders this clinician sees. */
export function facilityOf(actor: Actor): string {
  if (actor.role !== 'clinician' || !actor.facilityId) throw notAllowed()
  return actor.facilityId
}
