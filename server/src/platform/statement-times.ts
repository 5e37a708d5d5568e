import { timesOf } from './measures.ts'

const times = timesOf(
  'phial_statement_duration_seconds',
  'Time of database statements by the first table that they name, and by whether they may write or end a transaction',
  ['table', 'kind'],
  [0.001, 0.005, 0.025, 0.1, 0.5, 2.5],
)

const named = /\b(?:from|join|into|update)\s+(?:only\s+)?"?([a-z_]\w*)\b(?!"?\.|"?\s*\()/g
/** `extract(epoch from at)` and `is distinct from at` name no table. */
const otherFrom = /\bextract\s*\(\s*\w+\s+from\b|\bdistinct\s+from\b/g

/** The first table that a statement names, other than its common table expressions; `none` if it names none. */
export function tableOf(text: string): string {
  const lower = text.toLowerCase().replace(otherFrom, '')
  for (const [, name = ''] of lower.matchAll(named)) {
    const isCommonExpression = new RegExp(
      `\\b${name}"?\\s*(\\([^)]*\\)\\s*)?as\\s+((not\\s+)?materialized\\s*)?\\(`,
    ).test(lower)
    if (!isCommonExpression && !notTables.has(name)) return name
  }
  return 'none'
}
const notTables = new Set(['lateral', 'unnest', 'set', 'select', 'nothing', 'of', 'skip'])

/** Takes the seconds that a statement has taken. Texts of statements are few, so that the label is found once for each. */
export type NoteTime = (seconds: number) => void

export function timerOf(text: string, mayWrite: boolean): NoteTime {
  const kind = text === 'commit' ? 'commit' : mayWrite ? 'write' : 'read'
  const bound = times.labels(tableOf(text), kind)
  return (seconds) => bound.observe(seconds)
}
