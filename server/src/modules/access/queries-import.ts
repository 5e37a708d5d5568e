import { sql } from 'kysely'
import type { Role } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { accountSeenAt } from './queries-access.ts'

/** Statements that import accounts, many at once. */

export type KnownAccount = {
  id: string
  role: Role
  active: boolean
  fullName: string
  email: string
  phone: string
  /** Its owner has set a password, or signed in through an issuer or by phone, so that an import does not change it. */
  claimed: boolean
}

/** True for an account `a` that nobody has used. */
const unclaimed = sql`(a.password_hash is null and a.sign_in_phone is null
  and not exists (select from issuer_subject i where i.account_id = a.id))`

/** The accounts of these ids, and the active ones with these addresses, as far as people of these sites see them. */
export async function findKnownAccounts(
  db: Db,
  { ids, emails, sites }: { ids: readonly string[]; emails: readonly string[]; sites: Sites },
): Promise<KnownAccount[]> {
  const { rows } = await sql<KnownAccount>`
    select a.id, a.role, a.status = 'Active' as active, a.full_name as "fullName", a.email, a.phone,
      not ${unclaimed} as claimed
    from account a
    where (a.id = any(${[...ids]}::uuid[])
      or a.status = 'Active' and lower(a.email) = any(${emails.map((email) => email.toLowerCase())}::text[]) and a.email <> '')
      ${sites === null ? sql`` : sql`and ${accountSeenAt(sites, sql`a.id`)}`}`.execute(db)
  return rows
}

/**
 * Keeps patients' accounts as they are until the transaction ends, in the order of their ids as joins do: whoever closes
 * or joins one waits, and then finds what was written for it. Answers the addresses of those that are active.
 */
export async function holdAccounts(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from account where id = any(${[...ids]}::uuid[]) and role = 'user' and status = 'Active'
    order by id for share`.execute(tx)
  return new Map(rows.map(({ id, email }) => [id, email]))
}

export type ImportedAccount = { id: string; fullName: string; email: string; phone: string }

const given = (accounts: readonly ImportedAccount[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as r (id uuid, "fullName" text, email text, phone text)`

export async function insertImported(tx: Db, accounts: readonly ImportedAccount[], now: Date): Promise<void> {
  await sql`
    insert into account (id, role, full_name, email, phone, created_at)
    select r.id, 'user', r."fullName", r.email, r.phone, ${now} from ${given(accounts)}`.execute(tx)
}

/** Changes patients whose accounts nobody has claimed, and ends links mailed to a former address; says how many. */
export async function updateUnclaimed(tx: Db, accounts: readonly ImportedAccount[]): Promise<number> {
  const { rows } = await sql`
    with changed as (
      update account a set full_name = r."fullName", email = r.email, phone = r.phone
      from ${given(accounts)}
      where a.id = r.id and a.role = 'user' and a.status = 'Active' and ${unclaimed}
      returning a.id
    ), ended as (
      delete from one_time_token t using changed where t.account_id = changed.id
    )
    select id from changed`.execute(tx)
  return rows.length
}
