import { type Db, rowsOf } from '#server/platform/database.ts'

/** Statements about accounts that nobody uses. Which accounts these are is decided by functions of the database. */

/** Accounts that expire within the time of the warning and whose holders do not know it yet. */
export const listUnwarned = (
  db: Db,
  most: number,
): Promise<{ id: string; fullName: string; email: string; signInPhone: string | null; expiresAt: Date }[]> =>
  rowsOf(db)`
    select a.id, a.full_name, a.email, a.sign_in_phone, a.used_at + make_interval(days => c.days) as expires_at
    from retention_class c cross join lateral unused_accounts(now() - make_interval(days => c.days) + unused_warning()) u
      join account a on a.id = u left join account_warning w on w.account_id = a.id and w.warned_at >= a.used_at
    where c.class = 'account' and w.account_id is null order by a.used_at, a.id limit ${most}`

/** By the clock of the database, since a wrong clock of a server must not erase anything. */
export const noteWarning = (tx: Db, accountId: string) =>
  rowsOf(tx)`
    insert into account_warning (account_id, warned_at) values (${accountId}, now())
    on conflict (account_id) do update set warned_at = excluded.warned_at`

export async function listExpiredAccounts(db: Db, most: number): Promise<string[]> {
  const rows = await rowsOf(db)<{
    id: string
  }>`select u as id from expired_accounts(false) u order by u limit ${most}`
  return rows.map(({ id }) => id)
}
