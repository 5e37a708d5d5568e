import { sql } from 'kysely'
import { type Db, rowsOf } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { seenAt } from './queries-record.ts'

const mostListed = 100

export type AddressChangeRow = {
  id: string
  accountId: string
  fullName: string
  from: string
  to: string
  askedById: string
  askedBy: string
  askedAt: Date
  mailAt: Date
  expiresAt: Date
}

/** Addresses that wait for their approval, of patients whom staff of these sites see; oldest first. */
export const listWaiting = (
  db: Db,
  sites: Sites,
  now: Date,
  id: string | null = null,
): Promise<AddressChangeRow[]> =>
  rowsOf(db)`
    select c.id, c.account_id, a.full_name, coalesce(nullif(a.email, ''), a.sign_in_phone, '') as "from", c.email as "to",
      c.asked_by as asked_by_id, b.full_name as asked_by, c.asked_at, c.mail_at, c.expires_at
    from address_change c join account a on a.id = c.account_id join account b on b.id = c.asked_by
    where c.ended_at is null and c.approved_at is null and c.expires_at > ${now}
      ${id === null ? sql`` : sql`and c.id = ${id}`}
      ${
        sites === null
          ? sql``
          : sql`and (select true from visit v where v.person_id = any(array(select persons_of_account(c.account_id)))
              and v.status <> 'held' and ${seenAt(sites)} limit 1) is true`
      }
    order by c.asked_at, c.id limit ${sql.lit(mostListed)}`
