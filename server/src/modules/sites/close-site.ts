import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { lockedSite, readSettingsOf, requireSite } from './change-settings.ts'
import { requireAllSites } from './change-sites.ts'
import { closeSite as close, reopenSite as reopen } from './queries-settings.ts'
import { refuseWhileBooked } from './while-booked.ts'

/**
 * Closes a site for good: it is offered nowhere, and its history stays under its name. Refused while visits are booked there; a
 * booking at the same moment waits and is then refused.
 */
export async function closeSite(context: SignedIn, id: string, reason: string | undefined) {
  requireSite(context, id)
  requireAllSites(context)
  const name = await transact(context, async (inside) => {
    const site = await readSettingsOf(inside, id)
    await refuseWhileBooked(inside, site, 'close this site')
    const { closedAt } = await lockedSite(inside, id)
    if (closedAt !== null) throw notPossible(`${site.name} is closed already.`)
    if (!(await close(inside.db, id, context.clock.now()))) {
      throw notPossible('This is the last site that is open. Close it for a time instead.')
    }
    const subject = { kind: 'site', id }
    await audit(inside, { action: 'site.closed', subject, reason: reason || undefined })
    return site.name
  })
  return { message: `${name} is closed. What was done there stays on record.` }
}

export async function reopenSite(context: SignedIn, id: string): Promise<{ message: string }> {
  requireSite(context, id)
  requireAllSites(context)
  const name = await transact(context, async (inside) => {
    const site = await lockedSite(inside, id)
    if (!(await reopen(inside.db, id))) throw notPossible(`${site.name} is open.`)
    await audit(inside, { action: 'site.opened_again', subject: { kind: 'site', id } })
    return site.name
  })
  return { message: `${name} is open for booking again.` }
}
