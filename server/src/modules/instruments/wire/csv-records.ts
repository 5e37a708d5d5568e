import type { CsvColumns } from '#contract/instruments.ts'
import { findDelimiter, parseCsv } from '#server/platform/read-csv.ts'
import type { Measured, WireMessage } from './measured.ts'

/** Reads the files of an analyser: one row per value, or, without a code column, one row per sample with one column per code. */

const mostColumns = 500
/** A file above these limits is refused as a whole, so that no value is lost unnoticed and memory stays limited. */
const mostValues = 50_000
const missing = /^[-.*+]*$/

export function readCsv(text: string, names: CsvColumns): WireMessage {
  const plain = text.replace(/^\uFEFF/, '')
  const { records, fault } = parseCsv(plain, findDelimiter(plain), mostValues + 2, mostColumns)
  if (fault) return { kind: 'unreadable', why: `Line ${fault.line}: ${fault.message}` }
  const [header, ...rows] = records.map(({ cells }) => cells)
  if (!header) return { kind: 'other', about: 'No result' }
  const needed = names.code === '' ? [names.sample] : [names.sample, names.code, names.value]
  const absent = needed.filter((name) => !header.includes(name))
  if (absent.length > 0) return { kind: 'unreadable', why: `It has no column ${absent.join(', ')}` }
  const tooMany = { kind: 'unreadable', why: `It has more than ${mostValues} rows or values` } as const
  if (rows.length > mostValues) return tooMany
  const values: Measured[] = []
  for (const cells of rows) {
    values.push(...valuesIn(header, cells, names))
    if (values.length > mostValues) return tooMany
  }
  return values.length > 0 ? { kind: 'results', values } : { kind: 'other', about: 'No result' }
}

function valuesIn(header: readonly string[], cells: readonly string[], names: CsvColumns): Measured[] {
  const of = (name: string) => (name === '' ? '' : (cells[header.indexOf(name)] ?? ''))
  const value = (code: string, text: string): Measured => ({
    sample: of(names.sample),
    code,
    name: '',
    value: text,
    unit: of(names.unit),
    flags: of(names.flags)
      .split(/[\s,]+/)
      .filter(Boolean),
    measuredAt: of(names.time),
    operator: of(names.operator),
    isControl: false,
    isMissing: missing.test(text),
    comment: '',
  })
  if (names.code !== '') return [value(of(names.code), of(names.value))]
  const others = new Set(Object.values(names))
  return header.flatMap((column, index) => {
    const text = cells[index] ?? ''
    return column === '' || others.has(column) || text === '' ? [] : [value(column, text)]
  })
}
