import { localAt, minuteOf, readSite } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { accessionNumber } from './accession.ts'
import { takeSequence } from './queries-samples.ts'

/** Takes the next accession numbers of a site for today; the row that counts them is locked until the transaction ends. */
export async function takeAccessions(
  { db, clock }: SignedIn,
  siteId: string,
  count: number,
): Promise<string[]> {
  if (count === 0) return []
  const site = await readSite(db, siteId)
  if (!site) throw new Error(`No site ${siteId}`)
  const { day } = localAt(site.timeZone, minuteOf(clock.now()))
  const first = await takeSequence(db, site.id, day, count)
  return Array.from({ length: count }, (_, index) => accessionNumber(site.number, day, first + index))
}
