import type { AnalyteEntry, Change } from '#contract/catalogue.ts'
import { judges } from '#contract/interval-rules.ts'
import type { readEntries, readVersions } from './queries-analytes.ts'
import type { ChangeRow } from './queries-changes.ts'

type EntryRow = Awaited<ReturnType<typeof readEntries>>[number]
type VersionRow = Awaited<ReturnType<typeof readVersions>>[number]

function stateOf(row: EntryRow | VersionRow): AnalyteEntry['interval']['state'] {
  if (!judges(row)) return 'none'
  return row.verified ? 'confirmed' : 'to_be_confirmed'
}

export const presentVersion = (row: VersionRow) => ({ ...row, state: stateOf(row) })

export const presentEntry = (row: EntryRow) => ({ ...row, interval: { ...row, state: stateOf(row) } })

/** The audit trail keeps any JSON; values that the contract does not have are shown as text. */
export const presentChange = ({ before, after, ...row }: ChangeRow) => ({
  ...row,
  added: row.action === 'test.added' || row.action === 'analyte.added',
  changes: Object.keys(after ?? {}).map((field) => ({
    field,
    before: shown(before?.[field]),
    after: shown(after?.[field]),
  })),
})

function shown(value: unknown): Change['changes'][number]['before'] {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return Array.isArray(value) ? value.map(String) : JSON.stringify(value)
}
