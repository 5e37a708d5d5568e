import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { getAllUsers } from '#contract/identity.ts'
import { may } from '#contract/permissions.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction, planForValues } from '#server/platform/database.ts'
import { notAllowed } from '#server/platform/errors.ts'
import { readIdKey } from '#server/platform/page-keys.ts'
import { mostPeople, totalUpTo } from '#server/platform/totals.ts'
import { requireMay } from './policy.ts'
import { personOf } from './present.ts'
import { countAccounts, listAccounts as listRows } from './queries.ts'

/** Accounts, newest first, a page at a time: staff's only for those who manage them. */
export async function listAccounts(
  { db, actor }: SignedIn,
  { role, search, limit, cursor }: QueryOf<typeof getAllUsers>,
): Promise<ResponseOf<typeof getAllUsers>> {
  requireMay(actor, 'patients')
  const before = readIdKey(cursor)
  const asked = role === 'patient' ? 'user' : (role ?? null)
  const seen = may(actor, 'people') ? asked : 'user'
  if (asked !== null && asked !== seen) throw notAllowed()
  const filter = { role: seen, search: search || null, sites: actor.sites } as const
  const most = mostPeople(filter.search !== null)
  const { accounts, count } = await inTransaction(db, async (tx) => {
    await planForValues(tx)
    return {
      accounts: await listRows(tx, filter, { before, limit: limit + 1 }),
      count: await countAccounts(tx, filter, most + 1),
    }
  })
  const shown = accounts.slice(0, limit)
  return {
    users: shown.map((account) => ({ ...personOf(account), createdAt: account.created_at.toISOString() })),
    total: totalUpTo(count, most),
    nextCursor: accounts.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}
