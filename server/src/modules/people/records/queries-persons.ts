import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { openTo } from './queries.ts'

/** Statements on the account of a patient. */

/** Visits that the caller sees, for statements that begin with nothing else of a visit's key. */
export const seenAt = (sites: Sites) => sql`v.site_id in (select id from site) ${atSites('v.site_id', sites)}`

/** The visits that an account opens. */
export const visitsOf = (accountId: string) => sql`${openTo(accountId)} and v.status <> 'held'`

export type AccountRow = {
  id: string
  fullName: string
  email: string
  phone: string
  status: 'Active' | 'Deactivated'
  since: Date
}

/** A patient's account; who sees some sites only sees those that open a visit there. */
export async function findAccount(db: Db, id: string, sites: Sites): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.full_name as "fullName", a.email, a.phone, a.status, a.created_at as since
    from account a where a.id = ${id} and a.role = 'user'
      ${sites === null ? sql`` : sql`and exists (select from visit v where ${visitsOf(id)} and ${seenAt(sites)})`}`.execute(
    db,
  )
  return rows[0] ?? null
}
