import type { Context } from '#server/platform/context.ts'
import { readSite } from './queries.ts'
import { dayAt } from './zone.ts'

/** The calendar day at a site now. */
export async function todayAt({ db, clock }: Pick<Context, 'db' | 'clock'>, siteId: string): Promise<string> {
  const site = await readSite(db, siteId)
  if (!site) throw new Error(`No site ${siteId}`)
  return dayAt(site.timeZone, clock.now())
}
