import { isSqlError, notPossible, sqlState } from '#server/platform/errors.ts'
import { siteClosed } from './availability.ts'

export const atClosedSite = () => notPossible(siteClosed)

/** Turns the error of writing a visit at a site that was closed for good meanwhile into a refusal. */
export function refuseAtClosedSite(error: unknown): never {
  throw isSqlError(error, sqlState.checkViolation, 'visit_site_open') ? atClosedSite() : error
}
