import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { allSitesOnly, lockedSite, requireSite } from './change-sites.ts'
import { closeSite as close, readSites, reopenSite as reopen } from './queries-settings.ts'
import { refuseWhileBooked, type VisitsToCome } from './while-booked.ts'

/**
 * Closes a site for good: it is offered nowhere, and what was done there stays under its name. Not while somebody is to
 * come; who books at this moment waits, and is then refused.
 */
export async function closeSite(
  context: SignedIn,
  id: string,
  reason: string | undefined,
  visitsToCome: VisitsToCome,
): Promise<{ message: string }> {
  requireSite(context, id)
  if (context.actor.sites !== null) throw allSitesOnly()
  const now = context.clock.now()
  const name = await inTransaction(context.db, async (tx) => {
    const site = (await readSites(tx, { id }))[0]
    if (!site) throw notFound('This site')
    await refuseWhileBooked(visitsToCome, tx, { site, now }, 'close this site')
    const { closedAt } = await lockedSite(tx, id)
    if (closedAt !== null) throw new Refusal('not_possible_now', `${site.name} is closed already.`)
    if (!(await close(tx, id, now))) {
      throw new Refusal(
        'not_possible_now',
        'This is the last site that is open. Close it for a time instead.',
      )
    }
    await audit(
      { ...context, db: tx },
      { action: 'site.closed', subject: { kind: 'site', id }, reason: reason || undefined },
    )
    return site.name
  })
  return { message: `${name} is closed. What was done there stays on record.` }
}

export async function reopenSite(context: SignedIn, id: string): Promise<{ message: string }> {
  requireSite(context, id)
  if (context.actor.sites !== null) throw allSitesOnly()
  const name = await inTransaction(context.db, async (tx) => {
    const site = await lockedSite(tx, id)
    if (!(await reopen(tx, id))) throw new Refusal('not_possible_now', `${site.name} is open.`)
    await audit({ ...context, db: tx }, { action: 'site.opened_again', subject: { kind: 'site', id } })
    return site.name
  })
  return { message: `${name} is open for booking again.` }
}
