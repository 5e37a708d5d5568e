import { isSqlError, Refusal, sqlState } from '#server/platform/errors.ts'
import { siteClosed } from './availability.ts'

export const atClosedSite = () => new Refusal('not_possible_now', siteClosed)

/** For whoever writes a visit: says in words that its site was closed for good after this was decided on. */
export function refuseAtClosedSite(error: unknown): never {
  throw isSqlError(error, sqlState.checkViolation, 'visit_site_open') ? atClosedSite() : error
}
