import { type Insertable, sql } from 'kysely'
import { reportContent } from '#contract/reports.ts'
import { isSeenAt } from '#server/modules/people/index.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { DB } from '#server/platform/schema.gen.ts'
import type { Sites } from '#server/platform/site-scope.ts'

/** Statements on records that were opened in an emergency. */

export const addEmergency = (tx: Db, row: Insertable<DB['emergencyAccess']>) =>
  tx.insertInto('emergencyAccess').values(row).execute()

/** An emergency access of the account that has not ended. */
export const findEmergency = (db: Db, id: string, accountId: string, now: Date) =>
  db
    .selectFrom('emergencyAccess as e')
    .innerJoin('person as p', (join) => join.on(sql`current_person(e.person_id)`, '=', sql`p.id`))
    .select(['e.personId', 'e.reason', 'e.confidential', 'e.endsAt', 'p.number', 'p.fullName'])
    .where('e.id', '=', id)
    .where('e.accountId', '=', accountId)
    .where('e.endsAt', '>', now)
    .executeTakeFirst()

const mostReports = 50

type ReportRow = {
  visitId: string
  reference: string
  site: string
  timeZone: string
  at: Date
  confidential: boolean
  content: unknown
}

/** The latest version of each report of the person at every site, newest visit first. */
export async function listReportsOfPerson(db: Db, personId: string, withConfidential: boolean) {
  const rows = await rowsOf(db)<ReportRow>`
    select v.id as visit_id, v.reference, s.name as site, s.time_zone, v.starts_at as at, r.confidential, r.content
    from records_of_person(${personId}) own join visit v on v.person_id = own join site s on s.id = v.site_id
      join lateral (
        (select false as confidential, o.content from report o where o.site_id = v.site_id and o.visit_id = v.id
          order by o.version desc limit 1)
        union all
        (select true, c.content from confidential_report c where ${withConfidential} and c.site_id = v.site_id
          and c.visit_id = v.id order by c.version desc limit 1)) r on true
    order by v.starts_at desc, v.id desc, r.confidential limit ${sql.lit(mostReports)}`
  return rows.map((row) => ({ ...row, content: reportContent.parse(row.content) }))
}

type Listed = {
  id: string
  at: Date
  by: string
  personId: string
  number: number
  fullName: string
  reason: string
  confidential: boolean
}

const latestFirst: Order<Listed> = { id: uuid('e.id desc') }

/** The emergency accesses to persons whom a manager of these sites sees. */
export const listOpened = (db: Db, sites: Sites, page: PageQuery): Promise<Page<Listed>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<Listed>`
      select e.id, e.opened_at as at, a.full_name as by, p.id as person_id, p.number, p.full_name, e.reason, e.confidential
      from emergency_access e join account a on a.id = e.account_id join person p on p.id = current_person(e.person_id)
      where ${isSeenAt(sites)} and ${after} order by ${by} limit ${limit}`.execute(db),
  )
