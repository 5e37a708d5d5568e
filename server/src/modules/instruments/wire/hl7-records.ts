import { type DelimitedRecord, type Delimiters, encode, linesOf, readRecord } from './delimited.ts'
import { type OlderQuery, olderQueryIn } from './hl7-older-queries.ts'
import {
  byTheStandard,
  type Measured,
  placeOf,
  type Reading,
  type SentFile,
  type WireMessage,
} from './measured.ts'
import type { AskedSample } from './orders.ts'

/** Messages of HL7 v2 that instruments send: ORU^R01, OUL^R22 and similar. */

export function delimitersOf(header: string): Delimiters | null {
  if (!/^(MSH|FHS|BHS).{2}/.test(header)) return null
  const field = header[3] ?? '|'
  const [component = '^', repeat = '~', escaping = '\\', sub = '&'] = (header.split(field)[1] ?? '').split('')
  if (/[\w\s]/.test(field + component)) return null
  return { field, repeat, component, sub, escaping }
}

/** The index of an MSH field after the split: MSH-1 is the delimiter itself, so that all indexes are lower by one. */
const header = (field: number) => field - 1

/** The messages in a text, which may be a batch. Each consists of the records from one MSH to the next. */
export function messagesIn(text: string): { delimiters: Delimiters; records: DelimitedRecord[] }[] {
  const messages: { delimiters: Delimiters; records: DelimitedRecord[] }[] = []
  for (const line of linesOf(text)) {
    if (line.startsWith('MSH')) {
      const delimiters = delimitersOf(line)
      if (delimiters) messages.push({ delimiters, records: [] })
    }
    const message = messages.at(-1)
    if (message && !/^(FHS|BHS|BTS|FTS)/.test(line))
      message.records.push(readRecord(line, message.delimiters))
  }
  return messages
}

/** The fields that can contain the sample number, in order of preference. */
const samplePlaces = [
  { type: 'SPM', field: 2, component: 1 },
  { type: 'SAC', field: 3, component: 1 },
  { type: 'OBR', field: 3, component: 1 },
  { type: 'OBR', field: 2, component: 1 },
]

function sampleOf(around: ReadonlyMap<string, DelimitedRecord>, { sampleAt }: Reading): string {
  const own = placeOf(sampleAt)
  for (const { type, field, component } of own ? [own] : samplePlaces) {
    const parts = around.get(type)?.components(field) ?? []
    // An identifier can have subcomponents (SPM-2), and can be that of the placer or of the filler.
    const found = [parts[component - 1], ...(own ? [] : parts)].find(
      (part) => part !== undefined && part !== '',
    )
    if (found) return found.split('&')[0] ?? ''
  }
  return ''
}

/** Whether an observation is an image or another file, or refers to a file. Such observations are not used as values. */
const isFile = (type: string) => type === 'ED' || type === 'RP'

/** The file in an observation of the type ED; null if the observation only refers to a file or has an unknown encoding. */
function fileIn(record: DelimitedRecord, sample: string): SentFile | null {
  const [, , , encoding = '', data = ''] = record.components(5)
  const encodings: Readonly<Record<string, SentFile['encoding']>> = { base64: 'base64', hex: 'hex' }
  const known = encodings[encoding.toLowerCase()]
  if (record.text(2).toUpperCase() !== 'ED' || !known || data === '') return null
  const [code = '', name = ''] = record.components(3)
  return { sample, name: name || code || 'Picture', encoding: known, data }
}

function textOf(record: DelimitedRecord): string {
  const type = record.text(2).toUpperCase()
  const parts = record.components(5)
  // A structured numeric (SN): comparator, number, separator, number.
  if (type === 'SN') return parts.join('')
  if (type === 'CE' || type === 'CWE') return parts[1] || parts[0] || ''
  return type === 'NM' ? record.text(5) : record.repeats(5).filter(Boolean).join('\n')
}

function measuredOf(
  record: DelimitedRecord,
  around: ReadonlyMap<string, DelimitedRecord>,
  isControl: boolean,
  reading: Reading,
): Measured {
  const code = record.components(3)
  const status = record.text(11).toUpperCase()
  const value = textOf(record)
  const observer = record.components(16)
  return {
    sample: sampleOf(around, reading),
    code: reading.codeAt > 0 ? (code[reading.codeAt - 1] ?? '') : (code.find((part) => part !== '') ?? ''),
    name: code[1] ?? '',
    value,
    unit: record.text(6),
    flags: record.repeats(8).filter((flag) => flag !== '' && flag !== 'N'),
    measuredAt: record.text(19) || record.text(14) || (around.get('OBR')?.text(7) ?? ''),
    operator: observer.slice(0, 3).filter(Boolean).join(' '),
    isControl,
    isMissing: /^[-.*+]*$/.test(value) || ['X', 'D', 'W'].includes(status),
    comment: '',
  }
}

const resultEvents = new Set(['ORU', 'OUL'])

export function readHl7(text: string, reading: Reading = byTheStandard): WireMessage {
  const messages = messagesIn(text)
  if (messages.length === 0) return { kind: 'unreadable', why: 'It does not begin with a message header' }
  const values: Measured[] = []
  const files: SentFile[] = []
  const kinds: string[] = []
  const asked: AskedSample[] = []
  let older: OlderQuery | undefined
  for (const { records } of messages) {
    const [msh] = records
    const kind = msh?.text(header(9)) ?? ''
    kinds.push(kind)
    if (kind === 'QBP') asked.push(...askedIn(records))
    const found = olderQueryIn(records)
    if (found) asked.push(...found.asked)
    older ??= found?.query
    if (!resultEvents.has(kind)) continue
    const isOfControl = msh?.text(header(11)).toUpperCase() === 'Q'
    const around = new Map<string, DelimitedRecord>()
    let isLastResult = false
    for (const record of records) {
      // A new specimen begins: records about the previous specimen do not apply to it.
      if (record.type === 'SPM') for (const type of ['SAC', 'OBR', 'ORC']) around.delete(type)
      if (record.type !== 'OBX' && record.type !== 'NTE') around.set(record.type, record)
      if (record.type === 'OBX' && isFile(record.text(2).toUpperCase())) {
        const file = fileIn(record, sampleOf(around, reading))
        if (file) files.push(file)
      } else if (record.type === 'OBX') {
        const isControl = isOfControl || around.get('SPM')?.text(11).toUpperCase() === 'Q'
        values.push(measuredOf(record, around, isControl, reading))
      }
      const last = values.at(-1)
      if (record.type === 'NTE' && isLastResult && last) {
        last.comment = [last.comment, ...record.repeats(3)].filter(Boolean).join('\n')
      }
      if (record.type !== 'NTE') isLastResult = record.type === 'OBX'
    }
  }
  if (values.length > 0 || files.length > 0)
    return { kind: 'results', values, ...(files.length > 0 && { files }) }
  if (older || kinds.includes('QBP'))
    return { kind: 'query', asked, isAll: asked.length === 0, ...(older && { older }) }
  return {
    kind: 'other',
    about: kinds.every((kind) => resultEvents.has(kind)) ? 'No result' : kinds.join(', '),
  }
}

/** The container in a query by the IHE profile (WOS). A query about all samples (WOS_ALL) names none. */
function askedIn(records: readonly DelimitedRecord[]): AskedSample[] {
  const sample = records.find(({ type }) => type === 'QPD')?.text(3) ?? ''
  return sample === '' ? [] : [{ sample, as: [sample] }]
}

/** Acknowledgements, responses to orders, and queries, which have a response of their own, are not acknowledged. */
const unacknowledged = new Set(['ACK', 'ORL', 'ORR', 'QBP', 'QRY'])

/** The acknowledgement of each message in a text. `isKept`: whether the message is stored; if not, it must be sent again. `now`: YYYYMMDDHHMMSS. */
export function acknowledge(text: string, isKept: boolean, now: string): string[] {
  const kindOf = (msh: DelimitedRecord | undefined) => msh?.text(header(9)) ?? ''
  const messages = messagesIn(text).filter(
    ({ records }) => !unacknowledged.has(kindOf(records[0])) && !olderQueryIn(records),
  )
  return messages.map(({ delimiters, records: [msh] }, index) => {
    const { field, component, repeat, escaping, sub } = delimiters
    const given = (place: number, part?: number) => encode(msh?.text(header(place), part) ?? '', delimiters)
    const kind = kindOf(msh)
    const code = isKept ? (resultEvents.has(kind) ? 'AA' : 'AR') : 'AE'
    const event = given(9, 2)
    const type = ['ACK', event, 'ACK'].slice(0, event === '' ? 1 : 3).join(component)
    const head = ['MSH', component + repeat + escaping + sub, 'Phial', '', given(3), given(4), now, '', type]
    const control = [`${now}${index + 1}`, given(11) || 'P', given(12) || '2.3.1']
    const why = code === 'AR' ? 'Message type not supported' : isKept ? '' : 'Not stored, send again'
    const said = ['MSA', code, given(10), ...(why === '' ? [] : [why])]
    return `${[...head, ...control].join(field)}\r${said.join(field)}\r`
  })
}
