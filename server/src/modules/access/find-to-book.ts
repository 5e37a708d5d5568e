import { mostToBook, type patientsToBook } from '#contract/access.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { may } from '#contract/permissions.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { planned } from '#server/platform/database.ts'
import { requireMay } from './policy.ts'
import { listPatientsToBook } from './queries.ts'

/** The newest patients that a search finds, for staff who book: those of the caller's sites, and those without a visit. */
export async function findToBook({ db, actor }: SignedIn, { search }: QueryOf<typeof patientsToBook>) {
  if (!may(actor, 'patients')) requireMay(actor, 'appointments')
  const filter = { search, sites: actor.sites }
  return { patients: await planned(db, (tx) => listPatientsToBook(tx, filter, mostToBook)) }
}
