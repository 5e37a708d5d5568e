import { type DelimitedRecord, type Delimiters, linesOf, readRecord } from './delimited.ts'
import { byTheStandard, type Measured, placeOf, type Reading, type WireMessage } from './measured.ts'
import type { AskedSample } from './orders.ts'

/**
 * Messages of ASTM E1394 / CLSI LIS2-A2. `at(3)` is field 3 by the numbering of the standard, where field 1 is the record type.
 */

const at = (field: number) => field - 1

/** The delimiters that the header declares: field, repeat, component, escape. */
export function delimitersOf(header: string): Delimiters | null {
  if (!/^[Hh].{4}/.test(header)) return null
  const [, field = '', repeat = '', component = '', escaping = ''] = header
  if (new Set([field, repeat, component]).size < 3 || /[\w\s]/.test(field + repeat + component)) return null
  return { field, repeat, component, sub: '', escaping: escaping === field ? '' : escaping }
}

/** The code of a test: the manufacturer's component of the test id, or the first component that is not empty. */
function codeOf(record: DelimitedRecord, field: number, { codeAt }: Reading): string {
  const parts = record.components(field)
  if (codeAt > 0) return parts[codeAt - 1] ?? ''
  return parts.slice(3).find((part) => part !== '') ?? parts.find((part) => part !== '') ?? ''
}

const longest = (parts: readonly string[]) => parts.toSorted((one, other) => other.length - one.length).at(0)

function sampleOf(order: DelimitedRecord, { sampleAt }: Reading): string {
  const place = placeOf(sampleAt)
  if (place?.type === 'O') return order.text(at(place.field), place.component)
  const given = order.text(at(3))
  // If O-3 is empty, O-4 has the sample number: mostly alone, or as rack^position^sample.
  return given !== '' ? given : (longest(order.components(at(4))) ?? '')
}

const missing = new Set(['', '-', '--', '---', '----', '.', '....', '*', '+', '++++', '****'])

function measuredOf(record: DelimitedRecord, order: DelimitedRecord | null, reading: Reading): Measured {
  const value = record.components(at(4)).find((part) => part !== '') ?? ''
  const status = record.text(at(9)).toUpperCase()
  return {
    sample: order ? sampleOf(order, reading) : '',
    code: codeOf(record, at(3), reading),
    name: '',
    value,
    unit: record.text(at(5)),
    flags: record.repeats(at(7)).filter((flag) => flag !== '' && flag !== 'N'),
    measuredAt: record.text(at(13)) || record.text(at(12)) || (order?.text(at(23)) ?? ''),
    operator: record.text(at(11)),
    isControl: order?.text(at(12)).toUpperCase() === 'Q',
    isMissing: missing.has(value) || status === 'X',
    comment: '',
  }
}

export function readAstm(text: string, reading: Reading = byTheStandard): WireMessage {
  const [header = '', ...lines] = linesOf(text)
  const delimiters = delimitersOf(header)
  if (!delimiters) return { kind: 'unreadable', why: 'It does not begin with a header record' }
  const values: Measured[] = []
  const queries: DelimitedRecord[] = []
  let order: DelimitedRecord | null = null
  let isLastResult = false
  for (const line of lines) {
    const record = readRecord(line, delimiters)
    if (record.type === 'P') order = null
    if (record.type === 'O') order = record
    if (record.type === 'R') values.push(measuredOf(record, order, reading))
    const last = values.at(-1)
    if (record.type === 'C' && isLastResult && last) {
      last.comment = [last.comment, record.components(at(4)).filter(Boolean).join(' ')]
        .filter(Boolean)
        .join('\n')
    }
    // Status A cancels an earlier query.
    if (record.type === 'Q' && record.text(at(13)).toUpperCase() !== 'A') queries.push(record)
    if (record.type !== 'C' && record.type !== 'M') isLastResult = record.type === 'R'
  }
  if (values.length > 0) return { kind: 'results', values }
  if (queries.length > 0) {
    const asked = queries.flatMap(askedIn)
    return { kind: 'query', asked, isAll: asked.length === 0 }
  }
  return { kind: 'other', about: 'No result' }
}

/** The samples of a query: repeats of patient^specimen, or of rack^position^specimen and further components. None: all samples. */
function askedIn(query: DelimitedRecord): AskedSample[] {
  return query.all(at(3)).flatMap((parts) => {
    const sample = parts.findLast((part) => /\d{4,}/.test(part)) ?? parts.find((part) => part !== '')
    if (sample === undefined || sample.toUpperCase() === 'ALL') return []
    return [{ sample, as: parts.length > 2 ? parts : [sample] }]
  })
}
