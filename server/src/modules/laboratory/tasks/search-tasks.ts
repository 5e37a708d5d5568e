import { latestVisits } from '#server/modules/booking/index.ts'
import { searchQuery } from '#server/modules/people/index.ts'
import { type Db, planned } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import type { Sought } from './queries-tasks.ts'

/**
 * The most visits that a search by words looks up, the latest first. For a common name, people type more of it, or the number
 * or the reference.
 */
const mostVisits = 200

/**
 * Interprets the text typed into a search of the bench: an accession number or its beginning, else words of the patient's name
 * or the visit's reference. With `few`, the words are compared with each task; otherwise the latest visits with these words are
 * looked up first.
 */
export async function seek(
  db: Db,
  typed: string,
  { sites, few }: { sites: Sites; few: boolean },
): Promise<Sought> {
  const digits = typed.replace(/[\s-]/g, '')
  if (/^\d{2,14}$/.test(digits)) return { digits, few }
  const words = searchQuery(typed)
  if (words === null) return { visits: [] }
  if (few) return { words }
  return planned(db, async (tx) => ({ visits: await latestVisits(tx, 'drawn', words, sites, mostVisits) }))
}
