import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'

/** Statements on who manages the laboratory, and who is invited to. */

export type ManagerRow = {
  id: string
  fullName: string
  email: string
  status: 'Active' | 'Invited'
  sites: Sites
  invitedUntil: Date | null
}

const everyManager = sql`
  select id, full_name as "fullName", email, 'Active' as status,
    (select array_agg(site_id order by site_id) from account_site where account_id = account.id) as sites,
    null::timestamptz as "invitedUntil"
  from account where role = 'admin' and status = 'Active'
  union all
  select id, full_name, email, 'Invited', sites, expires_at
  from invitation where role = 'admin' and accepted_at is null and withdrawn_at is null`

export async function listManagers(db: Db): Promise<ManagerRow[]> {
  const { rows } = await sql<ManagerRow>`
    select * from (${everyManager}) as manager order by status, lower("fullName"), id`.execute(db)
  return rows
}

export async function findManager(db: Db, id: string): Promise<ManagerRow | undefined> {
  const { rows } = await sql<ManagerRow>`
    select * from (${everyManager}) as manager where id = ${id}`.execute(db)
  return rows[0]
}

/** Of an invitation that is open; false when there is none any more. */
export async function setInvitedSites(tx: Db, id: string, sites: Sites): Promise<boolean> {
  const { rows } = await sql`
    update invitation set sites = ${sites && [...sites]}::uuid[]
    where id = ${id} and role = 'admin' and accepted_at is null and withdrawn_at is null
    returning 1`.execute(tx)
  return rows.length > 0
}
