import { type Selectable, sql } from 'kysely'
import type { Band, Interval, Measured } from '#contract/interval-rules.ts'
import type { Flag } from '#contract/results.ts'
import { anyRow, type Db, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { Analyte } from '#server/platform/schema.gen.ts'

/** Statements on analytes and the versions of their intervals. Versions are only ever added. */

export type AnalyteRow = Omit<Selectable<Analyte>, 'kind'> & Pick<Measured, 'kind'> & { hasResults: boolean }

const analytes = (db: Db) =>
  db
    .selectFrom('analyte as a')
    .selectAll('a')
    .select(
      sql<boolean>`exists (select from result r where r.site_id in (select id from site) and r.analyte_code = a.code)`.as(
        'hasResults',
      ),
    )
    .$castTo<AnalyteRow>()

export const readAnalyteRow = (db: Db, code: string): Promise<AnalyteRow | undefined> =>
  analytes(db).where('a.code', '=', code).executeTakeFirst()

/** The analytes of the catalogue that have one of these codes. */
export const analytesAmong = (db: Db, codes: readonly string[]) =>
  db
    .selectFrom('analyte')
    .select(['code', 'name', 'unit'])
    .where('code', '=', sql<string>`any(${[...codes]}::text[])`)
    .execute()

/** The analytes of the catalogue that have one of these codes, or one of these LOINC codes. */
export const namedAnalytes = (db: Db, codes: readonly string[], loincs: readonly string[]) =>
  db
    .selectFrom('analyte')
    .select(['code', 'name', 'loinc'])
    .where(sql<boolean>`code = any(${[...codes]}::text[]) or loinc = any(${[...loincs]}::text[])`)
    .orderBy('code')
    .execute()

/**
 * Locks the analyte against changes until the transaction ends. An `exclusive` lock also keeps out new results and new versions of the
 * interval.
 */
export async function lockAnalyte(
  tx: Db,
  code: string,
  lock: 'shared' | 'exclusive',
): Promise<AnalyteRow | undefined> {
  const row = tx.selectFrom('analyte').select('code').where('code', '=', code)
  await (lock === 'exclusive' ? row.forUpdate() : row.forShare()).execute()
  return readAnalyteRow(tx, code)
}

/** Returns false if the analyte has changed since the version that the change follows. */
export const replaceAnalyte = (
  tx: Db,
  code: string,
  follows: number,
  fields: Omit<AnalyteRow, 'code' | 'version' | 'kind' | 'hasResults'>,
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('analyte')
      .set({ ...fields, version: sql<number>`version + 1` })
      .where('code', '=', code)
      .where('version', '=', follows),
  )

/** The answers in results of this analyte. */
export async function answersGiven(db: Db, code: string): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('result')
    .select('text')
    .distinct()
    .where(sql<boolean>`site_id in (select id from site)`)
    .where('analyteCode', '=', code)
    .where('text', 'is not', null)
    .execute()
  return rows.map((row) => row.text)
}

// Intervals

const intervalColumns = [
  'v.version',
  'v.validFrom',
  'v.ranges',
  'v.normalOptions',
  'v.criticalOptions',
  'v.source',
  'v.verified',
  'v.confirmedAt',
  'confirming.fullName as confirmedBy',
] as const

/** Analytes with the latest version of their intervals: all, or those of one test in the panel's order. */
export function readEntries(db: Db, testCode: string | null) {
  const entries = db
    .selectFrom('analyte as a')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('intervalVersion as i')
          .selectAll()
          .whereRef('i.analyteCode', '=', 'a.code')
          .orderBy('i.version', 'desc')
          .limit(sql.lit(1))
          .as('v'),
      (on) => on.onTrue(),
    )
    .leftJoin('account as confirming', 'confirming.id', 'v.confirmedBy')
    .select(['a.code', 'a.name', 'a.kind', 'a.unit', 'a.decimals', ...intervalColumns])
    .$narrowType<{ kind: Measured['kind']; ranges: Band[] }>()
  if (testCode === null) return entries.orderBy('a.name').orderBy('a.code').execute()
  return entries
    .innerJoin('testAnalyte as p', 'p.analyteCode', 'a.code')
    .innerJoin('test as t', (on) =>
      on.onRef('t.code', '=', 'p.testCode').onRef('t.panelVersion', '=', 'p.version'),
    )
    .where('t.code', '=', testCode)
    .orderBy('p.position')
    .execute()
}

/** Every version of an analyte's interval, newest first. The version in force is the latest that has begun. */
export const readVersions = (db: Db, code: string, now: Date) =>
  db
    .selectFrom('intervalVersion as v')
    .leftJoin('account as confirming', 'confirming.id', 'v.confirmedBy')
    .leftJoin('account as entering', 'entering.id', 'v.enteredBy')
    .select([...intervalColumns, 'entering.fullName as enteredBy', 'v.enteredAt', 'v.reason'])
    .select(
      sql<boolean>`v.version = (select max(i.version) from interval_version i
        where i.analyte_code = v.analyte_code and i.valid_from <= ${now})`.as('inForce'),
    )
    .$narrowType<{ ranges: Band[] }>()
    .where('v.analyteCode', '=', code)
    .orderBy('v.version', 'desc')
    .execute()

/** Adds the version after `follows`. Returns false if there is a later version already. */
export const addVersion = (
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
): Promise<boolean> =>
  anyRow(tx)`
    insert into interval_version (analyte_code, version, valid_from, ranges, normal_options, critical_options, source,
      verified, entered_by, entered_at, reason)
    select p.analyte_code, p.version + 1, ${version.validFrom}, ${JSON.stringify(version.ranges)}::jsonb,
      ${version.normalOptions && [...version.normalOptions]}::text[],
      ${version.criticalOptions && [...version.criticalOptions]}::text[],
      ${version.source}, false, ${version.by}::uuid, ${version.now}, ${version.reason}
    from interval_version p where p.analyte_code = ${version.code} and p.version = ${version.follows}
    on conflict (analyte_code, version) do nothing
    returning 1`

/**
 * Adds a confirmed version with the same limits for each of these intervals. Returns the analytes for which it did: an interval is left
 * out if it has a later version, is confirmed already, or has no limits.
 */
export async function confirmVersions(
  tx: Db,
  intervals: readonly { analyte: string; follows: number }[],
  { by, now, reason }: { by: string; now: Date; reason: string },
): Promise<string[]> {
  const rows = await rowsOf(tx)<{ code: string }>`
    insert into interval_version (analyte_code, version, valid_from, ranges, normal_options, critical_options, source,
      verified, entered_by, entered_at, reason, confirmed_by, confirmed_at)
    select p.analyte_code, p.version + 1, greatest(p.valid_from, ${now}), p.ranges, p.normal_options, p.critical_options,
      p.source, true, ${by}::uuid, ${now}, ${reason}, ${by}::uuid, ${now}
    from jsonb_to_recordset(${JSON.stringify(intervals)}::jsonb) asked (analyte text, follows int)
    join interval_version p on p.analyte_code = asked.analyte and p.version = asked.follows and p.confirmed_by is null
      and (p.ranges <> '[]' or num_nonnulls(p.normal_options, p.critical_options) > 0)
    order by p.analyte_code
    on conflict (analyte_code, version) do nothing
    returning analyte_code as code`
  return rows.map((row) => row.code)
}

// Results

export type Measurement = {
  gender: 'male' | 'female'
  age: number
  number: number | null
  text: string | null
  flag: Flag
  released: boolean
  count: number
}

/** The results of an analyte since an instant. Equal results are counted together, so that they identify no person. */
export const measuredSince = (db: Db, code: string, since: Date): Promise<Measurement[]> =>
  rowsOf(db)`
    select v.gender, v.age, r.number, r.text, r.flag, k.released_at is not null as released, count(*)
    from result r
    join task k on k.site_id = r.site_id and k.id = r.task_id and k.withdrawn_at is null
    join visit v on v.site_id = k.site_id and v.id = k.visit_id
    where r.site_id in (select id from site) and r.analyte_code = ${code} and r.entered_at >= ${since}
    group by 1, 2, 3, 4, 5, 6`
