import { type RawBuilder, sql } from 'kysely'
import type { ReportContent } from '#contract/reports.ts'
import { areResultsOpen } from '#server/modules/money/index.ts'
import { type Db, rowOf } from '#server/platform/database.ts'
import type { Within } from './kind.ts'
import { requestOf } from './queries-requests.ts'
import { visitsWithin } from './queries-table.ts'

/**
 * Released results, from the latest version of each report. No report has unreleased values. Results that wait for the payment of the
 * visit are left out.
 */

/** All versions of the reports `l` of visits `v` within reach. */
const everyVersion = (reach: Within) => sql`
  ${visitsWithin(reach)} and ${areResultsOpen('v.site_id', 'v.id')}
    join report l on l.site_id = v.site_id and l.visit_id = v.id`

/** Later versions `n` of the report `l`. */
const later = sql`report n where n.site_id = l.site_id and n.visit_id = l.visit_id and n.version > l.version`

/** The latest reports `l` of visits `v` within reach. */
const latest = (reach: Within) => sql`${everyVersion(reach)} and not exists (select from ${later})`

/** The test of an entry `t` of a report: its code, or its name if it has none. */
const testOf = sql`coalesce(nullif(t.value ->> 'code', ''), t.value ->> 'name')`

/** The values `x` of an entry `t` of a report. A test with several is also a panel, a value without an analyte. */
const valuesOf = sql`(select v.value from jsonb_array_elements(t.value -> 'results') v
  union all select '{"code": ""}'::jsonb where jsonb_array_length(t.value -> 'results') > 1) x`

export const reportStatuses = ['partial', 'final', 'corrected', 'entered-in-error'] as const

export type ReportRow = {
  siteId: string
  visitId: string
  personId: string
  version: number
  status: (typeof reportStatuses)[number]
  content: unknown
  releasedAt: Date
  collectedAt: Date
  reference: string
  requestOf: string
  specimenIds: string[]
  isLatest: boolean
  /** The tests whose results were withdrawn in a later version. */
  takenBack: string[]
}

export const reportRows = (reach: Within): RawBuilder<unknown> =>
  sql`${reportColumns}, true as is_latest, '{}'::text[] as taken_back from ${latest(reach)}`

export const reportVersionRows = (reach: Within): RawBuilder<unknown> => sql`
  ${reportColumns}, not exists (select from ${later}) as is_latest,
    array(select ${testOf} from (select n.content from ${later}) n cross join jsonb_array_elements(n.content -> 'tests') t
      where jsonb_typeof(t.value -> 'withdrawn') = 'object') as taken_back
  from ${everyVersion(reach)}`

const reportColumns = sql`
  select l.site_id, l.visit_id, current_person(v.person_id) as person_id, v.person_id as record_id, l.version, l.content, l.released_at, v.reference, ${requestOf} as request_of,
    case l.content ->> 'status' when 'withdrawn' then 'entered-in-error' else l.content ->> 'status' end as status,
    least(l.released_at, coalesce((select min(u.collected_at) from sample u where u.site_id = v.site_id and u.visit_id = v.id
      and u.accession in (select jsonb_array_elements(l.content -> 'tests') ->> 'accession')), v.starts_at)) as collected_at,
    array(select u.id from sample u where u.site_id = v.site_id and u.visit_id = v.id
      and u.accession in (select jsonb_array_elements(l.content -> 'tests') ->> 'accession') order by u.id) as specimen_ids`

export const isReportCode = (code: string) => sql<boolean>`${code} = '11502-2'`

export const documentStatuses = ['current', 'entered-in-error'] as const

export type DocumentRow = Pick<
  ReportRow,
  'visitId' | 'personId' | 'version' | 'status' | 'releasedAt' | 'reference'
> & { documentStatus: (typeof documentStatuses)[number] }

/** Without the content of the reports, which a document does not show. */
export const documentRows = (reach: Within): RawBuilder<unknown> => sql`
  select d.visit_id, d.person_id, d.record_id, d.version, d.status, d.released_at, d.reference,
    case d.status when 'entered-in-error' then d.status else 'current' end as document_status
  from (${reportRows(reach)}) d`

export const observationStatuses = ['preliminary', 'final', 'corrected', 'entered-in-error'] as const

type Tested = ReportContent['tests'][number]
export type ObservationRow = {
  siteId: string
  version: number
  id: string
  visitId: string
  personId: string
  status: (typeof observationStatuses)[number]
  test: Pick<Tested, 'code' | 'name' | 'accession' | 'method' | 'specimen' | 'culture'> &
    Partial<Pick<Tested, 'instrument'>>
  result: Tested['results'][number]
  releasedAt: Date
  collectedAt: Date
  requestOf: string
  specimenId: string | null
  laboratory: string
  /** Empty for the panel of a test with several values. */
  analyte: string
  /** The analytes of a panel. */
  members: string[]
  /** Columns of the analyte in the present catalogue. */
  loinc: string | null
  ucum: string | null
}

/**
 * Each analyte, and each panel, of each test of all versions of a report, from the last version that has it. If that is not the latest version, the
 * result was withdrawn, and its value is left out.
 */
export const observationRows = (reach: Within): RawBuilder<unknown> =>
  observationsOf(latest(reach), sql`e.version = l.version`)

/**
 * The same of each version of a report. A value that a later version has withdrawn is left out of the earlier versions too: it may be
 * another patient’s.
 */
export const observationVersionRows = (reach: Within): RawBuilder<unknown> =>
  observationsOf(
    everyVersion(reach),
    sql`e.version = l.version and not exists (select from (select n.content from ${later}) n where not exists (
      select from jsonb_array_elements(n.content -> 'tests') t cross join lateral ${valuesOf}
      where ${testOf} = e.test_code and x.value ->> 'code' = e.analyte))`,
  )

const observationsOf = (
  reports: RawBuilder<unknown>,
  stands: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select l.site_id, l.visit_id, l.version, current_person(v.person_id) as person_id, v.person_id as record_id, l.released_at, u.id as specimen_id, ${requestOf} as request_of,
    l.visit_id::text || '.' || left(md5(e.test_code || ' ' || e.analyte), 24) as id, e.test - 'results' as test,
    case when e.analyte = '' then jsonb_path_query_array(e.test, '$.results[*].code') else '[]' end as members,
    l.content #>> '{laboratory,name}' as laboratory,
    e.test ->> 'code' as test_code, e.test_code as test_key,
    case when ${stands} then e.result else e.result - 'value' - 'number' - 'flag' - 'before' end as result,
    least(l.released_at, coalesce(u.collected_at, v.starts_at)) as collected_at, e.analyte, a.loinc, a.unit as ucum,
    case when not (${stands}) then 'entered-in-error'
      when (e.test #>> '{culture,interim}')::boolean then 'preliminary'
      when jsonb_typeof(e.test -> 'correction') = 'object' then 'corrected' else 'final' end as status
  from ${reports}
    cross join lateral (
      select distinct on (1, 2) ${testOf} as test_code,
        x.value ->> 'code' as analyte, t.value as test, x.value as result, h.version
      from report h cross join jsonb_array_elements(h.content -> 'tests') t
        cross join lateral ${valuesOf}
      where h.site_id = l.site_id and h.visit_id = l.visit_id and h.version <= l.version order by 1, 2, h.version desc) e
    left join sample u on u.site_id = v.site_id and u.visit_id = v.id and u.accession = e.test ->> 'accession'
    left join analyte a on a.code = e.analyte`

export type ReleaseRow = {
  siteId: string
  visitId: string
  id: string
  personId: string
  version: number
  isWithdrawn: boolean
  releasedAt: Date
  /** The person, or the rule. */
  releasedBy: string
  byRule: boolean
  laboratory: string
}

/** The releases of reports, one for each version. */
export const releaseRows = (reach: Within): RawBuilder<unknown> => sql`
  select l.site_id, l.visit_id, l.visit_id::text || '.' || l.version as id, current_person(v.person_id) as person_id,
    v.person_id as record_id, l.version, l.content ->> 'status' = 'withdrawn' as is_withdrawn, l.released_at,
    coalesce(a.full_name, l.released_rule, '') as released_by, a.id is null as by_rule,
    l.content #>> '{laboratory,name}' as laboratory
  from ${everyVersion(reach)} left join account a on a.id = l.released_by`

/** The PDF of a report; null if `version` is not the latest version or the report is out of reach. */
export const findPdf = (
  db: Db,
  reach: Within,
  { visitId, version }: { visitId: string; version: number },
): Promise<{ pdf: Buffer; releasedAt: Date } | null> =>
  rowOf(
    db,
  )`select l.pdf, l.released_at from ${latest(reach)} where v.id = ${visitId} and l.version = ${version}`

/** Condition on values: of this test of this order or visit. The visit finds them by its index. */
export const isOfRequest = (of: string, testCode: string) => sql<boolean>`
  (r.visit_id = any(${visitsOf(of)}) and r.request_of = ${of}::uuid and r.test_code = ${testCode})`

/** Condition on reports: they have this test of this order or visit. */
export const reportsRequest = (of: string, testCode: string) => sql<boolean>`
  (r.visit_id = any(${visitsOf(of)}) and r.request_of = ${of}::uuid
    and exists (select from jsonb_array_elements(r.content -> 'tests') t where t.value ->> 'code' = ${testCode}))`

/** The visit with this id, or that of the order with this id. */
const visitsOf = (of: string) => sql`array(select ${of}::uuid
  union all select o.visit_id from clinic_order o where o.id = ${of}::uuid and o.visit_id is not null)`

/** Condition on reports: they have the value or panel with this id. */
export const hasResult = (visitId: string, hash: string) => sql<boolean>`
  (r.visit_id = ${visitId}::uuid and exists (
    select from jsonb_array_elements(r.content -> 'tests') t cross join lateral ${valuesOf}
    where left(md5(${testOf} || ' ' || (x.value ->> 'code')), 24) = ${hash}))`

/** Condition on values: the panel of this test. */
export const isPanelOf = (testCode: string) => sql<boolean>`(r.analyte = '' and r.test_code = ${testCode})`

/** Condition on values: the panel that has the value with this id. */
export const hasMember = (visitId: string, hash: string) => sql<boolean>`
  (r.visit_id = ${visitId}::uuid and r.status <> 'entered-in-error' and exists (
    select from jsonb_array_elements_text(r.members) m where left(md5(r.test_key || ' ' || m), 24) = ${hash}))`

/** Conditions on the specimens of a report and of a result. */
export const reportSpecimen = {
  is: (id: string) => sql<boolean>`${id}::uuid = any(r.specimen_ids)`,
  missing: sql<boolean>`cardinality(r.specimen_ids) = 0`,
}
export const resultSpecimen = {
  is: (id: string) => sql<boolean>`r.specimen_id = ${id}::uuid`,
  missing: sql<boolean>`r.specimen_id is null`,
}

/** Condition: the event `e` is about this row. */
export const isReportOfEvent = sql<boolean>`r.site_id = e.site_id and r.visit_id = e.visit_id`
