import { type getAllUsers, mostToBook, type patientsToBook } from '#contract/access.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { may } from '#contract/permissions.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { planned } from '#server/platform/database.ts'
import { notAllowed } from '#server/platform/errors.ts'
import { mostPeople } from '#server/platform/list.ts'
import { requireMay } from '../policy.ts'
import { personOf } from './present.ts'
import { countAccounts, listPatientsToBook, listAccounts as listRows } from './queries.ts'

/** Accounts, newest first, a page at a time: staff's only for those who manage them. */
export async function listAccounts(
  { db, actor }: SignedIn,
  { role, search, ...query }: QueryOf<typeof getAllUsers>,
) {
  requireMay(actor, 'patients')
  const asked = role === 'patient' ? 'user' : (role ?? null)
  const seen = may(actor, 'people') ? asked : 'user'
  if (asked !== null && asked !== seen) throw notAllowed()
  const filter = { role: seen, search: search || null, sites: actor.sites } as const
  const most = mostPeople(filter.search !== null)
  const { rows, nextCursor, total } = await planned(db, async (tx) => ({
    ...(await listRows(tx, filter, query)),
    total: await countAccounts(tx, filter, most),
  }))
  return {
    users: rows.map((account) => ({ ...personOf(account), createdAt: account.createdAt })),
    total,
    nextCursor,
  }
}

/** The newest patients that a search finds, for staff who book: those of the caller's sites, and those without a visit. */
export async function findToBook({ db, actor }: SignedIn, { search }: QueryOf<typeof patientsToBook>) {
  if (!may(actor, 'patients')) requireMay(actor, 'appointments')
  const filter = { search, sites: actor.sites }
  return { patients: await planned(db, (tx) => listPatientsToBook(tx, filter, mostToBook)) }
}
