import { sql } from 'kysely'
import type { RowOf } from '#contract/endpoint.ts'
import type { listReports } from '#contract/reports.ts'
import { openTo } from '#server/modules/people/index.ts'
import { type Db, rowOf } from '#server/platform/database.ts'
import {
  instant,
  type Order,
  type Page,
  type PageQuery,
  readPage,
  smallint,
  uuid,
} from '#server/platform/list.ts'
import { andIf } from '#server/platform/statement.ts'
import { openedBy } from './queries-reports.ts'

/** Statements on a patient's own reports. Each one restricts the visits to those that the account opens. */

type OwnReport = RowOf<typeof listReports>

const ofOwn = (accountId: string) => sql`
  from visit v join site s on s.id = v.site_id
  join lateral (
    (select 0 as part, r.version, r.content, r.released_at from report r
      where r.site_id = v.site_id and r.visit_id = v.id order by r.version desc limit 1)
    union all
    (select 1, r.version, r.content, r.released_at from confidential_report r
      where r.site_id = v.site_id and r.visit_id = v.id and exists (
        select from records_of_person(v.person_id) own join account_person k on k.person_id = own
        where k.account_id = ${accountId} and k.kind = 'self')
      order by r.version desc limit 1)) r on true
  where ${openTo(accountId)}`

const opened = (accountId: string) =>
  sql`exists (select from audit a where ${openedBy(sql`${accountId}`, {
    visitId: sql`v.id::text`,
    version: sql`r.version`,
    since: sql`r.released_at`,
    action: sql`case r.part when 0 then 'report.read' else 'report.read_apart' end`,
  })})`

/** The number of results of the report that satisfy a condition of JSON paths. */
const countResults = (condition: string) =>
  sql`case r.part when 0 then jsonb_array_length(jsonb_path_query_array(r.content, ${sql.lit(`$.tests[*].results[*] ? (${condition})`)})) else 0 end`

const latestFirst: Order<OwnReport & { part: number }> = {
  issuedAt: instant('r.released_at desc'),
  visitId: uuid('v.id desc'),
  part: smallint('r.part'),
}

/** The list shows neither names nor results of confidential tests. */
export const listOwnReports = (
  db: Db,
  accountId: string,
  { visit, ...page }: PageQuery & { visit?: string | undefined },
): Promise<Page<OwnReport & { part: number }>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<OwnReport & { part: number }>`
    select v.id as visit_id, v.person_id, v.full_name, s.time_zone, r.version,
      r.content ->> 'status' as status, r.released_at as issued_at,
      r.part, r.part = 1 as confidential,
      case r.part when 0 then jsonb_path_query_array(r.content, '$.tests[*].name') else '["Confidential test"]' end as tests,
      ${countResults('@.flag == "" && @.range != ""')} as usual, ${countResults('@.flag != ""')} as flagged,
      r.part = 0 and jsonb_path_exists(r.content, '$.tests[*].results[*].flag ? (@ == "LL" || @ == "HH" || @ == "AA")') as urgent,
      ${opened(accountId)} as opened
    ${ofOwn(accountId)} ${andIf(visit, (id) => sql`v.id = ${id}`)} and ${after} order by ${by} limit ${limit}`.execute(
      db,
    ),
  )

export async function countUnopened(db: Db, accountId: string): Promise<number> {
  const found = await rowOf(db)<{ count: number }>`
    select count(*)::int as count ${ofOwn(accountId)} and not ${opened(accountId)}`
  return found?.count ?? 0
}
