import { mostToBook, type patientsToBook } from '#contract/access.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { may } from '#contract/permissions.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { planned } from '#server/platform/database.ts'
import { requireMay } from './policy.ts'
import { listPatientsToBook } from './queries.ts'

/** The newest patients that a search finds, for whoever books: those of the caller's sites, and of none yet. */
export async function findToBook(
  { db, actor }: SignedIn,
  { search }: QueryOf<typeof patientsToBook>,
): Promise<ResponseOf<typeof patientsToBook>> {
  if (!may(actor, 'patients')) requireMay(actor, 'appointments')
  const found = await planned(db, (tx) => listPatientsToBook(tx, { search, sites: actor.sites }, mostToBook))
  return { patients: found }
}
