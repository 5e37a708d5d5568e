import { sql } from 'kysely'
import type { Language } from '#contract/options.ts'
import type { TechnicianStatus } from '#contract/technicians.ts'
import type { Db } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'

/** Statements on managers and their invitations. */

export type ManagerRow = {
  id: string
  fullName: string
  email: string
  status: TechnicianStatus
  sites: Sites
  invitedUntil: Date | null
}

const everyManager = sql`
  select id, full_name as "fullName", email, status,
    (select array_agg(site_id order by site_id) from account_site where account_id = account.id) as sites,
    null::timestamptz as "invitedUntil"
  from account where role = 'admin'
  union all
  select id, full_name, email, 'Invited', sites, expires_at
  from invitation where role = 'admin' and accepted_at is null and withdrawn_at is null`

export async function listManagers(db: Db): Promise<ManagerRow[]> {
  const { rows } = await sql<ManagerRow>`
    select * from (${everyManager}) as manager
    order by array_position(array['Active', 'Invited', 'Deactivated'], status), lower("fullName"), id`.execute(
    db,
  )
  return rows
}

export async function findManager(db: Db, id: string): Promise<ManagerRow | undefined> {
  const { rows } = await sql<ManagerRow>`
    select * from (${everyManager}) as manager where id = ${id}`.execute(db)
  return rows[0]
}

/** Locks an invitation until the transaction ends; it waits for somebody who is accepting it. */
export async function lockInvitation(tx: Db, id: string): Promise<void> {
  await sql`select from invitation where id = ${id} for update`.execute(tx)
}

/**
 * Closes the account of a manager; undefined when there is no such active one, or nobody else would manage all sites.
 * Managers are to be locked before, as in `setSites`.
 */
export async function deactivateManager(tx: Db, id: string, now: Date) {
  const { rows } = await sql<{ fullName: string; email: string; language: Language }>`
    update account set status = 'Deactivated', deactivated_at = ${now}, password_hash = null
    where id = ${id} and role = 'admin' and status = 'Active' and exists (
      select from account other where other.role = 'admin' and other.status = 'Active' and other.id <> account.id
        and not exists (select from account_site o where o.account_id = other.id))
    returning full_name as "fullName", email, language`.execute(tx)
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
