import type { Actor, SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { readPlan } from './plan.ts'

type Asking = Pick<Actor, 'sites' | 'facilityId'> | null

/** Whether a member of staff may see the patients of this site. */
export const seesSite = (actor: Asking, siteId: string): boolean =>
  !actor?.sites || actor.sites.includes(siteId)

/**
 * The requested site, else the caller's first; null means the laboratory's first. Undefined if the caller may not see the site, which
 * is treated like an unknown one.
 */
export function siteFor(actor: Asking, siteId: string | undefined): string | null | undefined {
  if (siteId === undefined) return actor?.sites?.[0] ?? null
  // A clinician chooses among all sites, like a patient.
  if (actor?.facilityId) return siteId
  return seesSite(actor, siteId) ? siteId : undefined
}

/** The id of the site of a new object: the requested site, else the caller's first. @throws a refusal of `siteId` */
export async function siteOfNew({ db, actor, clock }: SignedIn, siteId: string | undefined): Promise<string> {
  const asked = siteFor(actor, siteId)
  const plan = asked === undefined ? null : await readPlan(db, { siteId: asked, tests: [], now: clock.now() })
  if (!plan) throw invalid({ siteId: ['There is no such site'] })
  return plan.site.id
}
