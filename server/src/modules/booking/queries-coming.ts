import { sql } from 'kysely'
import { accountTold } from '#server/modules/people/index.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import type { Patient, Visit } from './queries-visits.ts'

/** Statements for messages about visits: upcoming visits, and the addresses for messages. */

export type ComingVisit = Pick<Visit, 'siteId' | 'id' | 'timeZone' | 'startsAt'> & {
  bookedAt: Date
  email: string
  /** Whether one of its tests needs fasting. */
  fasting: boolean
}

/** Visits `v` with their sites `s`, and the open account `a` to which messages about them go. */
const visitsTold = sql`site s join visit v on v.site_id = s.id cross join ${accountTold}
  left join account a on a.id = told.id and a.status = 'Active'`

const addressTold = sql`coalesce(nullif(v.email, ''), a.email, '')`

/** Visits in the state `booked` with a start after `from` and until `to`, earliest first. */
export const listComing = (db: Db, from: Date, to: Date): Promise<ComingVisit[]> =>
  rowsOf(db)`
    select v.site_id, v.id, s.time_zone, v.starts_at, v.created_at as booked_at, ${addressTold} as email,
      exists (select from visit_test vt join test t on t.code = vt.test_code
        where vt.site_id = v.site_id and vt.visit_id = v.id and t.fasting) as fasting
    from ${visitsTold}
    where v.status = 'booked' and v.starts_at > ${from}::timestamptz and v.starts_at <= ${to}::timestamptz
    order by v.starts_at, v.id`

/** `email` is the address for its mails; empty if there is none. */
export type Reached = Pick<Patient, 'fullName' | 'contact' | 'email'> &
  Pick<Visit, 'id' | 'accountId' | 'startsAt' | 'timeZone' | 'siteName' | 'status' | 'reference'>

/** The visits with the accounts, addresses and phone numbers to which messages about them go. */
export async function listReached(db: Db, ids: readonly string[]): Promise<Reached[]> {
  if (ids.length === 0) return []
  return rowsOf(db)<Reached>`
    select v.id, told.id as account_id, v.full_name, coalesce(v.contact, '') as contact, ${addressTold} as email, v.starts_at,
      s.time_zone, s.name as site_name, v.status, v.reference
    from ${visitsTold}
    where v.id = any(${ids}::uuid[]) and v.status <> 'held'`
}
