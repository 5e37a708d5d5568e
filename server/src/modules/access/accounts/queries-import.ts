import { sql } from 'kysely'
import { type Db, rowsOf } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import type { Account } from './queries.ts'
import { accountSeenAt } from './queries-access.ts'

/** Statements that import accounts, many at once. */

export type ImportedAccount = Pick<Account, 'id' | 'fullName' | 'email' | 'phone'>

export type KnownAccount = ImportedAccount & {
  role: Account['role']
  active: boolean
  /** Its owner has set a password or has logged in, so that an import does not change it. */
  claimed: boolean
}

/**
 * Whether nobody has logged in to the account. A log-in by a mailed code leaves a session, which ends, and an audit entry, which
 * stays; a passkey is older than any entry that has expired.
 */
const unclaimed = sql<boolean>`(account.password_hash is null and account.sign_in_phone is null
  and (select true from issuer_subject i where i.account_id = account.id limit 1) is not true
  and (select true from passkey k where k.account_id = account.id limit 1) is not true
  and (select true from audit u where u.account_id = account.id and u.action = 'login.succeeded' limit 1) is not true)`

/** The accounts of these ids, and the active ones with these addresses, as far as staff of these sites see them. */
export function findKnownAccounts(
  db: Db,
  { ids, emails, sites }: { ids: readonly string[]; emails: readonly string[]; sites: Sites },
): Promise<KnownAccount[]> {
  const found = db
    .selectFrom('account')
    .select(['id', 'role', 'fullName', 'email', 'phone'])
    .select([sql<boolean>`status = 'Active'`.as('active'), sql<boolean>`not ${unclaimed}`.as('claimed')])
    .where(sql<boolean>`(id = any(${[...ids]}::uuid[]) or status = 'Active' and email <> ''
      and lower(email) = any(${emails.map((email) => email.toLowerCase())}::text[]))`)
  return (sites === null ? found : found.where(accountSeenAt(sites, sql.ref('account.id')))).execute()
}

/**
 * Locks patients' accounts until the transaction ends, in the order of their ids as joins do: whoever closes or joins one
 * waits, and then finds what was written for it. Returns the addresses of the active accounts by id.
 */
export async function holdAccounts(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const held = await tx
    .selectFrom('account')
    .select(['id', 'email'])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[]) and role = 'user' and status = 'Active'`)
    .orderBy('id')
    .forShare()
    .execute()
  return new Map(held.map(({ id, email }) => [id, email]))
}

const given = (accounts: readonly ImportedAccount[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as r (id uuid, "fullName" text, email text, phone text)`

export const insertImported = (tx: Db, accounts: readonly ImportedAccount[], createdAt: Date) =>
  sql`
    insert into account (id, role, full_name, email, phone, created_at)
    select r.id, 'user', r."fullName", r.email, r.phone, ${createdAt} from ${given(accounts)}`.execute(tx)

/** Changes patients whose accounts nobody has claimed, and ends links mailed to a former address; returns how many. */
export async function updateUnclaimed(tx: Db, accounts: readonly ImportedAccount[]): Promise<number> {
  const rows = await rowsOf(tx)`
    with changed as (
      update account set full_name = r."fullName", email = r.email, phone = r.phone
      from ${given(accounts)}
      where account.id = r.id and account.role = 'user' and account.status = 'Active' and ${unclaimed}
      returning account.id
    ), ended as (
      delete from one_time_token t using changed where t.account_id = changed.id
    )
    select id from changed`
  return rows.length
}
