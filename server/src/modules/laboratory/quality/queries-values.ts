import { type Insertable, sql } from 'kysely'
import type { RowOf } from '#contract/endpoint.ts'
import type { listControlValues } from '#contract/quality.ts'
import type { WestgardRule } from '#contract/quality-rules.ts'
import { anyRow, type Db, rowsOf } from '#server/platform/database.ts'
import { type Order, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { ControlRun } from '#server/platform/schema.gen.ts'
import { isAtSites, type Sites } from '#server/platform/site-scope.ts'
import { isSet } from '../queries-parts.ts'
import { nameOf } from '../samples/queries-samples.ts'
import { unanswered } from './queries-quality.ts'
import type { ControlPoint } from './westgard.ts'

/** Statements on runs, their values, and the people who take responsibility for them. */

type LotKey = { siteId: string; id: string }

/** A run of a material at a site, with its values that were not struck out. `instrumentId`: null if it is not known. */
export type RunRow = {
  id: string
  beganAt: Date
  instrument: string
  instrumentId: string | null
  values: { lotId: string; level: string; analyte: string }[]
}

/** The latest run of a material on each analyser, newest first, of those that began at `since` or later. */
export const latestRuns = (
  db: Db,
  siteId: string,
  materialId: string,
  since: Date,
): Promise<RunRow[]> => rowsOf(db)`
    select r.id, r.began_at, r.instrument, r.instrument_id, coalesce((
      select jsonb_agg(jsonb_build_object('lotId', l.id, 'level', l.level, 'analyte', v.analyte_code) order by v.id)
      from control_value v join control_lot l on l.site_id = v.site_id and l.id = v.lot_id
      where v.site_id = r.site_id and v.run_id = r.id and v.struck_at is null), '[]') as values
    from (select distinct on (instrument_id) * from control_run
      where site_id = ${siteId} and material_id = ${materialId} and began_at >= ${since} order by instrument_id, id desc) r
    order by r.id desc`

/** The names of a site's analysers, in alphabetical order. */
export async function instrumentNames(db: Db, siteId: string): Promise<string[]> {
  const found = await db
    .selectFrom('instrument')
    .select('name')
    .where('siteId', '=', siteId)
    .orderBy('name')
    .execute()
  return found.map(({ name }) => name)
}

/** The id of the site's analyser with this name, regardless of case; null if there is none. */
export async function instrumentNamed(db: Db, siteId: string, name: string): Promise<string | null> {
  const found = await db
    .selectFrom('instrument')
    .select('id')
    .where('siteId', '=', siteId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
  return found?.id ?? null
}

export const addRun = (tx: Db, run: Insertable<ControlRun>) =>
  tx.insertInto('controlRun').values(run).execute()

export type NewValue = { id: string; analyte: string; value: number; mean: number; sd: number; z: number }

/** Returns the number of values written: 0 if the lot is not open or has expired before `today`. */
export async function addValues(
  tx: Db,
  lot: LotKey,
  run: string,
  values: readonly NewValue[],
  { by, now, today }: { by: string; now: Date; today: string },
): Promise<number> {
  const rows = await rowsOf(tx)`
    insert into control_value (site_id, id, run_id, instrument_id, lot_id, analyte_code, value, mean, sd, z, measured_at,
      measured_by)
    select l.site_id, given.id, r.id, r.instrument_id, l.id, given.code, given.value, given.mean, given.sd, given.z,
      ${now}::timestamptz, ${by}::uuid
    from control_lot l join control_run r on r.site_id = l.site_id and r.id = ${run}, unnest(${values.map((one) => one.id)}::uuid[], ${values.map((one) => one.analyte)}::text[],
      ${values.map((one) => one.value)}::float8[], ${values.map((one) => one.mean)}::float8[],
      ${values.map((one) => one.sd)}::float8[], ${values.map((one) => one.z)}::float8[])
      as given (id, code, value, mean, sd, z)
    where l.site_id = ${lot.siteId} and l.id = ${lot.id} and l.opened_at is not null and l.closed_at is null
      and l.expires_on >= ${today}::date
    returning 1`
  return rows.length
}

export type JudgedPoint = ControlPoint & { analyte: string; rules: WestgardRule[] }

/** The number of earlier values of each level that a rule may need. */
const lookBack = 10

/** The values that are judged together: of these analytes of a material at a site, measured on one analyser (or on none known). */
export type Judged = {
  siteId: string
  materialId: string
  instrumentId: string | null
  analytes: readonly string[]
}

/**
 * What these analytes measured in the open lots of a material from the run `since` on, and as far before as a rule looks
 * back, oldest first. Only values that were judged by the target in force: distances from two targets are no line.
 */
export async function pointsSince(
  tx: Db,
  { siteId, materialId, instrumentId, analytes }: Judged,
  since: string,
): Promise<JudgedPoint[]> {
  const line = sql`control_value v where v.site_id = c.site_id and v.lot_id = c.lot_id
    and v.analyte_code = c.analyte_code and v.instrument_id is not distinct from ${instrumentId}::uuid
    and v.struck_at is null and v.mean = c.mean and v.sd = c.sd`
  return rowsOf(tx)<JudgedPoint>`
    select v.id, v.run_id as run, v.lot_id as lot, v.analyte_code as analyte, v.z, v.rules
    from control_lot l join control_target c on c.site_id = l.site_id and c.lot_id = l.id
    cross join lateral (
      select v.* from ${line} and v.id > ${since}
      union all (select v.* from ${line} and v.id < ${since} order by v.id desc limit ${lookBack})) v
    where l.site_id = ${siteId} and l.material_id = ${materialId} and l.opened_at is not null and l.closed_at is null
      and c.analyte_code = any(${[...analytes]}::text[])
    order by v.id`
}

export async function setRules(
  tx: Db,
  siteId: string,
  judged: readonly { id: string; rules: readonly WestgardRule[] }[],
): Promise<void> {
  const given = JSON.stringify(judged.map(({ id, rules }) => ({ id, rules })))
  await sql`
    update control_value v set rules = array(select jsonb_array_elements_text(given.rules))
    from jsonb_to_recordset(${given}::jsonb) as given (id uuid, rules jsonb)
    where v.site_id = ${siteId} and v.id = given.id and v.struck_at is null`.execute(tx)
}

/** Stores the rules that the latest value breaks, for each of the material's lots that was measured on the analyser. */
export async function noteLatest(
  tx: Db,
  { siteId, materialId, instrumentId, analytes }: Judged,
): Promise<void> {
  await sql`
    insert into control_line (site_id, lot_id, analyte_code, instrument_id, last_value, rejections)
    select c.site_id, c.lot_id, c.analyte_code, ${instrumentId}::uuid, v.id, coalesce(array_remove(v.rules, '1-2s'), '{}')
    from control_lot l join control_target c on c.site_id = l.site_id and c.lot_id = l.id
      and c.analyte_code = any(${[...analytes]}::text[])
    left join lateral (
      select v.id, v.rules from control_value v where v.site_id = c.site_id and v.lot_id = c.lot_id
        and v.analyte_code = c.analyte_code and v.instrument_id is not distinct from ${instrumentId}::uuid
        and v.struck_at is null
      order by v.id desc limit 1) v on true
    where l.site_id = ${siteId} and l.material_id = ${materialId}
      and (v.id is not null or exists (select from control_line o where o.site_id = c.site_id and o.lot_id = c.lot_id
        and o.analyte_code = c.analyte_code and o.instrument_id is not distinct from ${instrumentId}::uuid))
    on conflict (site_id, lot_id, analyte_code, instrument_id) do update
      set last_value = excluded.last_value, rejections = excluded.rejections`.execute(tx)
}

/**
 * True for a value `v` if the latest value of its analyte on the same analyser breaks a rejecting rule in an open lot of the same
 * material at the site, whether or not somebody has taken responsibility.
 */
const isRejected = sql<boolean>`exists (
  select from control_lot mine join control_lot l on l.site_id = mine.site_id and l.material_id = mine.material_id
  join control_line c on c.site_id = l.site_id and c.lot_id = l.id and c.analyte_code = v.analyte_code
    and c.instrument_id is not distinct from v.instrument_id
  where mine.site_id = v.site_id and mine.id = v.lot_id and l.closed_at is null and c.rejections <> '{}')`

export type ValueRow = Omit<RowOf<typeof listControlValues>, 'whyNotStrikeOut'> & {
  byMe: boolean
  isRejected: boolean
}

const newestFirst: Order<ValueRow> = { id: uuid('v.id desc') }

/** Values of an analyte in a lot, newest first: of one analyser, of none known ('none'), or of all. */
export const listValues = (
  db: Db,
  lot: LotKey,
  { analyte, instrument }: { analyte: string; instrument?: string | undefined },
  me: string,
  page: PageQuery,
) =>
  readPage(page, newestFirst, ({ after, by, limit }) =>
    sql<ValueRow>`
    select v.id, v.run_id as run, v.measured_at as at, a.full_name as by, r.instrument, v.value, v.mean, v.sd, v.z, v.rules,
      v.measured_by = ${me} as by_me, ${isRejected} as is_rejected,
      case when v.struck_at is not null then jsonb_build_object('at', v.struck_at, 'by', ${nameOf('v.struckBy')},
        'reason', v.struck_reason) end as struck_out,
      (select jsonb_build_object('at', p.taken_at, 'by', b.full_name, 'text', p.text)
        from control_responsibility p join account b on b.id = p.taken_by
        where p.site_id = v.site_id and p.value_id = v.id order by p.id desc limit 1) as responsibility
    from control_value v join control_run r on r.site_id = v.site_id and r.id = v.run_id
    join account a on a.id = v.measured_by
    where v.site_id = ${lot.siteId} and v.lot_id = ${lot.id} and v.analyte_code = ${analyte}
      ${instrument === undefined ? sql`` : sql`and v.instrument_id is not distinct from ${instrument === 'none' ? null : instrument}::uuid`}
      and ${after}
    order by ${by} limit ${limit}`.execute(db),
  )

export const readValue = (db: Db, sites: Sites, id: string, me: string) =>
  db
    .selectFrom('controlValue as v')
    .innerJoin('controlLot as l', (join) =>
      join.onRef('l.siteId', '=', 'v.siteId').onRef('l.id', '=', 'v.lotId'),
    )
    .innerJoin('analyte as a', 'a.code', 'v.analyteCode')
    .select([
      'v.id',
      'v.siteId',
      'v.lotId',
      'l.materialId',
      'v.runId',
      'v.instrumentId',
      'v.analyteCode as analyte',
      'a.name',
      'v.rules',
    ])
    .select([
      sql<boolean>`v.measured_by = ${me}`.as('byMe'),
      isRejected.as('isRejected'),
      isSet('v.struckAt').as('struck'),
    ])
    .where('v.siteId', 'in', db.selectFrom('site').select('id'))
    .where('v.id', '=', id)
    .where(isAtSites('v.siteId', sites))
    .executeTakeFirst()

/**
 * Strikes a value out. Returns false if it is struck out already, or if its measurer would bring the analyte back into control by
 * it, be it that this value broke a rule or that a later one breaks it because of this one: that takes another person.
 */
export const strikeOut = (
  tx: Db,
  value: { siteId: string; id: string },
  by: string,
  now: Date,
  reason: string,
): Promise<boolean> => anyRow(tx)`
    update control_value v set struck_at = ${now}, struck_by = ${by}, struck_reason = ${reason}
    where v.site_id = ${value.siteId} and v.id = ${value.id} and v.struck_at is null
      and (v.measured_by <> ${by} or not (select two_person_release from laboratory)
        or (v.rules <@ '{1-2s}' and not ${isRejected}))
    returning 1`

/** Completed tests with a result of the analyte that the given person entered and that wait for release, `k`. */
const waitingResults = (by: string) => sql`task k join result r on r.site_id = k.site_id and r.task_id = k.id
  where k.status = 'completed' and k.released_at is null and k.withdrawn_at is null and r.entered_by = ${by}`

/** Analytes with results that this person entered and that wait for release. */
export async function enteredAnalytes(db: Db, siteId: string, by: string): Promise<string[]> {
  const rows = await rowsOf(db)<{ code: string }>`
    select distinct r.analyte_code as code from ${waitingResults(by)} and k.site_id = ${siteId}`
  return rows.map((row) => row.code)
}

/** Analytes of these tests. */
export async function analytesOf(db: Db, tests: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('testAnalyte')
    .select('analyteCode')
    .distinct()
    .where('testCode', '=', sql<string>`any(${[...tests]}::text[])`)
    .execute()
  return rows.map(({ analyteCode }) => analyteCode)
}

/** `tests`: those within reach of a technician, null for a manager. */
type Answer = { siteId: string; valueId: string; tests: readonly string[] | null } & {
  id: string
  by: string
  now: Date
  text: string
}

/**
 * Records that somebody answers for a value. Returns false unless it is the latest value of its lot, analyte and analyser and broke a rule
 * that nobody answers for. For a technician the analyte must also be of their tests, and neither the control nor results that
 * wait for it their own.
 */
export function takeResponsibility(
  tx: Db,
  { id, siteId, valueId, by, now, text, tests }: Answer,
): Promise<boolean> {
  const isOthersWork =
    tests === null
      ? sql`true`
      : sql`exists (select from test_analyte t where t.analyte_code = v.analyte_code
            and t.test_code = any(${[...tests]}::text[]))
          and (not (select two_person_release from laboratory) or (v.measured_by <> ${by} and not exists (
            select from ${waitingResults(by)} and k.site_id = v.site_id and r.analyte_code = v.analyte_code)))`
  return anyRow(tx)`
    insert into control_responsibility (site_id, id, value_id, rules, taken_at, taken_by, text)
    select v.site_id, ${id}, v.id, c.rejections, ${now}, ${by}, ${text}
    from control_value v
    join control_line c on c.site_id = v.site_id and c.last_value = v.id
    join control_lot l on l.site_id = v.site_id and l.id = v.lot_id and l.closed_at is null
    where v.site_id = ${siteId} and v.id = ${valueId} and ${unanswered} and ${isOthersWork}
    returning 1`
}
