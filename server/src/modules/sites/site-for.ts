import type { Actor } from '#server/platform/context.ts'

type Asking = Pick<Actor, 'sites'> | null

/** Whether a member of staff may see the patients of this site. */
export const seesSite = (actor: Asking, siteId: string): boolean =>
  !actor?.sites || actor.sites.includes(siteId)

/**
 * The requested site, else the caller's first; null means the laboratory's first. Undefined if the caller may not see the site, which
 * is treated like an unknown one.
 */
export function siteFor(actor: Asking, siteId: string | undefined): string | null | undefined {
  if (siteId === undefined) return actor?.sites?.[0] ?? null
  return seesSite(actor, siteId) ? siteId : undefined
}
