import type { Actor } from '#server/platform/context.ts'

type Asking = Pick<Actor, 'sites'> | null

/** Whether this site is one of those whose patients somebody sees. */
export const seesSite = (actor: Asking, siteId: string): boolean =>
  !actor?.sites || actor.sites.includes(siteId)

/**
 * The site that somebody means: the one that they ask for, else their first; null is the laboratory's first. Undefined
 * when it is none of theirs, which is for them as if there were none.
 */
export function siteFor(actor: Asking, siteId: string | undefined): string | null | undefined {
  if (siteId === undefined) return actor?.sites?.[0] ?? null
  return seesSite(actor, siteId) ? siteId : undefined
}
