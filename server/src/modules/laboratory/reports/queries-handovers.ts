import { type Insertable, sql } from 'kysely'
import type { QueryOf, RowOf } from '#contract/endpoint.ts'
import type { dayReports } from '#contract/papers.ts'
import { areResultsOpen } from '#server/modules/money/index.ts'
import type { Db } from '#server/platform/database.ts'
import { escapeLike } from '#server/platform/escape-like.ts'
import { instant, type Order, readPage, uuid } from '#server/platform/list.ts'
import type { ReportHandover } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

/** Statements on the reports of a day and on their hand-over. */

export const addHandover = (tx: Db, handover: Insertable<ReportHandover>) =>
  tx.insertInto('reportHandover').values(handover).execute()

/** The hand-overs of a report, latest first. */
export const handoversOf = (db: Db, siteId: string, visitId: string) =>
  db
    .selectFrom('reportHandover as h')
    .innerJoin('account as a', 'a.id', 'h.by')
    .select([
      'h.id',
      'h.version',
      'h.givenTo',
      'h.relation',
      'h.identifiedBy',
      'h.note',
      'h.at',
      'a.fullName as by',
    ])
    .where('h.siteId', '=', siteId)
    .where('h.visitId', '=', visitId)
    .orderBy('h.id', 'desc')
    .execute()

type DayRow = RowOf<typeof dayReports>
const latestFirst: Order<DayRow> = {
  issuedAt: instant('r.released_at desc'),
  visitId: uuid('r.visit_id desc'),
}

/** Whether the audit trail records a print of this version. */
const isPrinted = sql<boolean>`exists (select from audit a where a.subject_kind = 'visit' and a.subject_id = r.visit_id::text
  and a.action = 'report.printed' and (a.after ->> 'version')::int = r.version)`

/** The visits whose latest report was issued on this local day of their site, with the patient's name from the report. */
export const listReportsOfDay = (
  db: Db,
  sites: Sites,
  { day, search, ...page }: QueryOf<typeof dayReports>,
) => {
  const like = `%${escapeLike(search ?? '')}%`
  const sought = sql`and (r.content -> 'patient' ->> 'fullName' ilike ${like} or v.reference ilike ${like}
    or r.content ->> 'requestedBy' ilike ${like} or r.content ->> 'copyTo' ilike ${like})`
  return readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<DayRow>`
    select r.visit_id, v.reference, r.content -> 'patient' ->> 'fullName' as full_name, s.name as site, s.time_zone,
      r.content ->> 'requestedBy' as requested_by, r.version, r.content ->> 'status' as status, r.released_at as issued_at,
      array(select jsonb_array_elements(r.content -> 'tests') ->> 'name') as tests, ${isPrinted} as printed,
      not ${areResultsOpen('r.site_id', 'r.visit_id')} as unpaid, exists (select from report_handover h where h.site_id = r.site_id and h.visit_id = r.visit_id
        and h.version = r.version) as handed_over
    from site s
    join report r on r.site_id = s.id and r.released_at >= ${day}::date::timestamp at time zone s.time_zone
      and r.released_at < (${day}::date + 1)::timestamp at time zone s.time_zone
    join visit v on v.site_id = r.site_id and v.id = r.visit_id
    where not exists (select from report l where l.site_id = r.site_id and l.visit_id = r.visit_id and l.version > r.version)
      ${atSites('s.id', sites)} ${search ? sought : sql``} and ${after}
    order by ${by} limit ${limit}`.execute(db),
  )
}
