import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { openTo } from './queries.ts'

/** Statements on the account of a patient. */

/** Visits that the caller sees, for statements that begin with nothing else of a visit's key. */
export const seenAt = (sites: Sites) => sql`v.site_id in (select id from site) ${atSites('v.site_id', sites)}`

/** The visits that an account opens. */
export const visitsOf = (accountId: string) => sql`${openTo(accountId)} and v.status <> 'held'`

/**
 * A patient's account; who sees some sites only sees those that open a visit there. `version` changes with every change of what
 * is shown.
 */
export const findAccount = (db: Db, id: string, sites: Sites, lock = false) =>
  db
    .selectFrom('account')
    .select(['id', 'fullName', 'email', 'phone', 'status', 'createdAt', 'notificationMethod'])
    .select(sql<string>`md5(concat_ws(E'\\n', full_name, email, phone, status))`.as('version'))
    .where('id', '=', id)
    .where('role', '=', 'user')
    .$if(sites !== null, (seen) =>
      seen.where(sql<boolean>`exists (select from visit v where ${visitsOf(id)} and ${seenAt(sites)})`),
    )
    .$if(lock, (locked) => locked.forUpdate())
    .executeTakeFirst()
