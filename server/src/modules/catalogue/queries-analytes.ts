import { sql } from 'kysely'
import type { Interval, Measured } from '#contract/interval-rules.ts'
import type { Flag } from '#contract/results.ts'
import type { Db } from '#server/platform/database.ts'
import type { GivenProperty } from './loinc.ts'

/** Statements on analytes and the versions of their intervals. Versions are only ever added. */

/** What stays of an analyte when its interval changes. */
export type AnalyteRow = { -readonly [Field in keyof Measured]: Measured[Field] } & {
  code: string
  version: number
  unit: string
  options: string[]
  loinc: string | null
  loincProperty: GivenProperty
  hasResults: boolean
}

const analyteFields = sql`a.code, a.version, a.name, a.kind, a.unit, a.loinc, a.loinc_property as "loincProperty",
  a.options, a.decimals, a.lowest, a.highest,
  exists (select from result r where r.site_id in (select id from site) and r.analyte_code = a.code) as "hasResults"`

export async function readAnalyteRow(db: Db, code: string): Promise<AnalyteRow | null> {
  const { rows } =
    await sql<AnalyteRow>`select ${analyteFields} from analyte a where a.code = ${code}`.execute(db)
  return rows[0] ?? null
}

/**
 * As `readAnalyteRow`, and it stays so until the transaction ends: nobody changes it. `alone`: nor does anybody enter a
 * result or a version of its interval meanwhile.
 */
export async function lockAnalyte(
  tx: Db,
  code: string,
  { alone }: { alone: boolean },
): Promise<AnalyteRow | null> {
  await sql`select from analyte where code = ${code} ${alone ? sql`for update` : sql`for share`}`.execute(tx)
  return readAnalyteRow(tx, code)
}

/** False when it is not as it was in the version that the change follows: then nothing was written. */
export async function replaceAnalyte(
  tx: Db,
  code: string,
  follows: number,
  fields: Pick<
    AnalyteRow,
    'name' | 'unit' | 'decimals' | 'lowest' | 'highest' | 'loinc' | 'loincProperty'
  > & {
    options: readonly string[]
  },
): Promise<boolean> {
  const { rows } = await sql`
    update analyte set version = version + 1, name = ${fields.name}, unit = ${fields.unit}, decimals = ${fields.decimals},
      lowest = ${fields.lowest}, highest = ${fields.highest}, loinc = ${fields.loinc},
      loinc_property = ${fields.loincProperty}, options = ${[...fields.options]}::text[]
    where code = ${code} and version = ${follows} returning 1`.execute(tx)
  return rows.length > 0
}

/** The answers that results of this analyte carry. */
export async function answersGiven(db: Db, code: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select distinct r.text from result r
    where r.site_id in (select id from site) and r.analyte_code = ${code} and r.text is not null`.execute(db)
  return rows.map((row) => row.text)
}

// Intervals

export type IntervalRow = {
  version: number
  validFrom: Date
  ranges: Interval['ranges'][number][]
  normalOptions: string[] | null
  criticalOptions: string[] | null
  source: string
  verified: boolean
  confirmedBy: string | null
  confirmedAt: Date | null
}

export type EntryRow = Pick<AnalyteRow, 'code' | 'name' | 'kind' | 'unit' | 'decimals'> & IntervalRow

const intervalFields = sql`v.version, v.valid_from as "validFrom", v.ranges, v.normal_options as "normalOptions",
  v.critical_options as "criticalOptions", v.source, v.verified,
  (select full_name from account where id = v.confirmed_by) as "confirmedBy", v.confirmed_at as "confirmedAt"`

/** Analytes with the latest version of their intervals: all, or those of one test in the panel's order. */
export async function readEntries(db: Db, testCode: string | null): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select a.code, a.name, a.kind, a.unit, a.decimals, ${intervalFields}
    from analyte a join lateral (select * from interval_version i where i.analyte_code = a.code
      order by i.version desc limit 1) v on true
    ${
      testCode === null
        ? sql``
        : sql`join test_analyte p on p.analyte_code = a.code and p.test_code = ${testCode}
      and p.version = (select panel_version from test where code = ${testCode})`
    }
    order by ${testCode === null ? sql`a.name, a.code` : sql`p.position`}`.execute(db)
  return rows
}

export type VersionRow = IntervalRow & {
  enteredBy: string | null
  enteredAt: Date
  reason: string
  inForce: boolean
}

/** Every version of an analyte's interval, newest first; the one in force is the latest whose time has come. */
export async function readVersions(db: Db, code: string, now: Date): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select ${intervalFields}, (select full_name from account where id = v.entered_by) as "enteredBy",
      v.entered_at as "enteredAt", v.reason,
      v.version = (select max(i.version) from interval_version i
        where i.analyte_code = v.analyte_code and i.valid_from <= ${now}) as "inForce"
    from interval_version v where v.analyte_code = ${code} order by v.version desc`.execute(db)
  return rows
}

/** The next version after the one it follows. False when there is a later one: then nothing was written. */
export async function addVersion(
  tx: Db,
  version: Interval & {
    code: string
    follows: number
    validFrom: Date
    source: string
    reason: string
    by: string
    now: Date
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into interval_version (analyte_code, version, valid_from, ranges, normal_options, critical_options, source,
      verified, entered_by, entered_at, reason)
    select p.analyte_code, p.version + 1, ${version.validFrom}, ${JSON.stringify(version.ranges)}::jsonb,
      ${version.normalOptions && [...version.normalOptions]}::text[],
      ${version.criticalOptions && [...version.criticalOptions]}::text[],
      ${version.source}, false, ${version.by}::uuid, ${version.now}, ${version.reason}
    from interval_version p where p.analyte_code = ${version.code} and p.version = ${version.follows}
    on conflict (analyte_code, version) do nothing
    returning 1`.execute(tx)
  return rows.length > 0
}

/**
 * A version more for each of these intervals, with the limits of the one that is confirmed. Answers the analytes for
 * which it was written: not those that have a later version, that are confirmed already, or that judge nothing.
 */
export async function confirmVersions(
  tx: Db,
  intervals: readonly { analyte: string; follows: number }[],
  confirmed: { by: string; now: Date; reason: string },
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    insert into interval_version (analyte_code, version, valid_from, ranges, normal_options, critical_options, source,
      verified, entered_by, entered_at, reason, confirmed_by, confirmed_at)
    select p.analyte_code, p.version + 1, greatest(p.valid_from, ${confirmed.now}), p.ranges, p.normal_options,
      p.critical_options, p.source, true, ${confirmed.by}::uuid, ${confirmed.now}, ${confirmed.reason},
      ${confirmed.by}::uuid, ${confirmed.now}
    from jsonb_to_recordset(${JSON.stringify(intervals)}::jsonb) asked (analyte text, follows int)
    join interval_version p on p.analyte_code = asked.analyte and p.version = asked.follows and p.confirmed_by is null
      and (p.ranges <> '[]' or num_nonnulls(p.normal_options, p.critical_options) > 0)
    order by p.analyte_code
    on conflict (analyte_code, version) do nothing
    returning analyte_code as code`.execute(tx)
  return rows.map((row) => row.code)
}

// What was measured

export type Measurement = {
  gender: 'male' | 'female'
  age: number
  number: number | null
  text: string | null
  flag: Flag
  released: boolean
  count: number
}

/** The results of an analyte since a moment, alike ones counted together: no person can be told from them. */
export async function measuredSince(db: Db, code: string, since: Date): Promise<Measurement[]> {
  const { rows } = await sql<Measurement>`
    select v.gender, v.age, r.number, r.text, r.flag, k.released_at is not null as released, count(*)::int as count
    from result r
    join task k on k.site_id = r.site_id and k.id = r.task_id and k.withdrawn_at is null
    join visit v on v.site_id = k.site_id and v.id = k.visit_id
    where r.site_id in (select id from site) and r.analyte_code = ${code} and r.entered_at >= ${since}
    group by 1, 2, 3, 4, 5, 6`.execute(db)
  return rows
}
