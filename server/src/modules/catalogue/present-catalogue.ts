import type { AnalyteEntry, Change, IntervalVersion } from '#contract/catalogue.ts'
import { judges } from '#contract/interval-rules.ts'
import type { EntryRow, IntervalRow, VersionRow } from './queries-analytes.ts'
import type { ChangeRow } from './queries-changes.ts'

function presentInterval(row: IntervalRow): AnalyteEntry['interval'] {
  return {
    version: row.version,
    validFrom: row.validFrom.toISOString(),
    ranges: row.ranges,
    normalOptions: row.normalOptions,
    criticalOptions: row.criticalOptions,
    source: row.source,
    state: !judges(row) ? 'none' : row.verified ? 'confirmed' : 'to_be_confirmed',
    confirmedBy: row.confirmedBy,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
  }
}

export function presentEntry({ code, name, kind, unit, decimals, ...interval }: EntryRow): AnalyteEntry {
  return { code, name, kind, unit, decimals, interval: presentInterval(interval) }
}

export function presentVersion(row: VersionRow): IntervalVersion {
  return {
    ...presentInterval(row),
    inForce: row.inForce,
    enteredBy: row.enteredBy,
    enteredAt: row.enteredAt.toISOString(),
    reason: row.reason,
  }
}

/** The audit trail keeps JSON of whatever the field held: what the contract has no words for is said as text. */
export function presentChange(row: ChangeRow): Change {
  return {
    at: row.at.toISOString(),
    by: row.by,
    reason: row.reason,
    added: row.action === 'test.added' || row.action === 'analyte.added',
    changes: Object.keys(row.after ?? {}).map((field) => ({
      field,
      before: told(row.before?.[field]),
      after: told(row.after?.[field]),
    })),
  }
}

type Told = Change['changes'][number]['before']

function told(value: unknown): Told {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return Array.isArray(value) ? value.map(String) : JSON.stringify(value)
}
