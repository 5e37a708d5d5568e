import { sql } from 'kysely'
import type { SampleState } from '#contract/task-states.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import type { InstrumentKey } from './queries-instruments.ts'

/** Statements on the samples, orders and lots that measured values are matched with. */

export type SampleMeant = { accession: string; id: string; status: SampleState }

/** Samples by accession numbers and by ids. For an aliquot it is the sample that the tasks belong to. */
export const samplesMeant = (
  db: Db,
  siteId: string,
  accessions: readonly string[],
  ids: readonly string[],
): Promise<SampleMeant[]> =>
  rowsOf(db)`
    select s.accession, coalesce(s.aliquot_of, s.id) as id, s.status from sample s
    where s.accession = any(${[...accessions]}::text[]) and s.site_id = ${siteId}
    union
    select s.accession, s.id, s.status from sample s where s.site_id = ${siteId} and s.id = any(${[...ids]}::uuid[])`

export type CodeTarget = {
  code: string
  analyte: string | null
  kind: string
  unit: string
  options: string[]
  decimals: number | null
  lowest: number | null
  highest: number | null
  usualUnit: string
  factor: number | null
}

const targetColumns = sql`m.code, m.analyte_code as analyte, a.kind, a.unit, a.options, a.decimals, a.lowest, a.highest,
  m.unit as usual_unit, m.factor`
const targets = sql`instrument_code m left join analyte a on a.code = m.analyte_code`

export const targetsOf = (
  db: Db,
  { siteId, id }: InstrumentKey,
  codes: readonly string[],
): Promise<CodeTarget[]> =>
  rowsOf(db)`select ${targetColumns} from ${targets}
    where m.site_id = ${siteId} and m.instrument_id = ${id} and m.code = any(${[...codes]}::text[])`

/** All codes of an analyser, with the names of their analytes. */
export const allTargets = (
  db: Db,
  { siteId, id }: InstrumentKey,
): Promise<(CodeTarget & { analyteName: string })[]> =>
  rowsOf(db)`select ${targetColumns}, coalesce(a.name, '') as analyte_name from ${targets}
    where m.site_id = ${siteId} and m.instrument_id = ${id} order by m.code`

export type Ordered = { sampleId: string; analyte: string; isOpen: boolean }

/** The analytes that are ordered on samples, and whether a test with the analyte is not released yet. */
export const orderedOn = (db: Db, siteId: string, samples: readonly string[]): Promise<Ordered[]> =>
  rowsOf(db)`
    select k.sample_id, p.analyte_code as analyte, bool_or(k.released_at is null) as is_open
    from task k join test t on t.code = k.test_code
    join test_analyte p on p.test_code = k.test_code and p.version = coalesce(k.panel_version, t.panel_version)
    where k.site_id = ${siteId} and k.sample_id = any(${[...samples]}::uuid[]) and k.withdrawn_at is null
    group by k.sample_id, p.analyte_code`

/** Open lots with their targets, by lot number in lower case. */
export const openLots = (db: Db, siteId: string, numbers: readonly string[]) =>
  rowsOf(db)<{ id: string; number: string; analytes: string[] }>`
    select l.id, lower(l.number) as number,
      array(select c.analyte_code from control_target c where c.site_id = l.site_id and c.lot_id = l.id) as analytes
    from control_lot l
    where l.site_id = ${siteId} and l.opened_at is not null and l.closed_at is null
      and lower(l.number) = any(${[...numbers]}::text[])`
