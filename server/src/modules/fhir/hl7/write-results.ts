import { type ReportContent, reportContent } from '#contract/reports.ts'
import { codesOf } from '../observations.ts'
import type { ObservationRow } from '../queries-reports.ts'
import type { Hl7Call } from './hl7-call.ts'
import { fillerNumber } from './place-orders.ts'
import type { Results } from './queries-results.ts'
import type { WaitingMessage } from './queries-waiting.ts'
import { headOf } from './write-answer.ts'
import { cultureSegments } from './write-culture.ts'
import { patientSegment } from './write-pid.ts'
import { codeOf, entityText, parts, said, segment, serviceText, stamp } from './write-segment.ts'

/** Results as ORU^R01. The states are those that the official maps read as the states of the FHIR resources. */

type Tested = Pick<
  ReportContent['tests'][number],
  'code' | 'name' | 'accession' | 'specimen' | 'method' | 'culture'
> &
  Partial<ReportContent['tests'][number]>

/** OBX-11 (table 0085). W: the original was wrong. */
const valueStates = { preliminary: 'P', final: 'F', corrected: 'C', 'entered-in-error': 'W' } as const
/** The state of the document. OBR-25 (table 0123) has a code for some of the results, OBX-11 has none. */
const documentStates = { partial: 'P', final: 'F', corrected: 'C', 'entered-in-error': 'C' } as const

type WritingCall = Pick<Hl7Call, 'connection' | 'authorities' | 'tests' | 'analytes' | 'clock'>

export function resultMessage(
  call: WritingCall,
  results: Results,
  { controlId, pdf }: Pick<WaitingMessage, 'controlId'> & { pdf: Buffer },
): string {
  const { report, patient } = results
  const content = reportContent.parse(report.content)
  const head = headOf(call.connection, { type: 'ORU^R01^ORU_R01', id: controlId, now: call.clock.now() })
  const segments: string[] = []
  let orders = 0
  for (const { test, values } of testsOf(content, results.values)) {
    const written = writeTest(call, results, { test, values, content, from: orders + 1 })
    segments.push(...written)
    orders += written.filter((line) => line.startsWith('OBR|')).length
  }
  const state = documentStates[report.status]
  const document = [
    segment('ORC', { 1: 'RE', 3: `${said(report.reference)}^PHIAL` }),
    segment('OBR', {
      ...{ 1: orders + 1, 3: `${said(report.reference)}^PHIAL`, 4: '11502-2^Laboratory report^LN' },
      ...{ 7: stamp(report.collectedAt), 22: stamp(report.releasedAt) },
      25: report.status === 'partial' ? 'A' : state,
    }),
    segment('OBX', {
      ...{ 1: 1, 2: 'ED', 3: '11502-2^Laboratory report^LN', 11: state },
      5: `PHIAL^application^pdf^Base64^${pdf.toString('base64')}`,
    }),
  ]
  return `${[head, patientSegment(patient, call.authorities), ...segments, ...document].join('\r')}\r`
}

type Group = { test: Tested; values: ObservationRow[] }

/** The tests of a report with their values, in its order. Tests that were withdrawn, with the values that they had, come last. */
function testsOf(content: ReportContent, all: readonly ObservationRow[]): Group[] {
  const keyOf = ({ code, name }: Pick<Tested, 'code' | 'name'>) => code || name
  const byTest = Map.groupBy(all, ({ test }) => keyOf(test))
  const present = content.tests.map((test): Group => {
    const codes = test.results.map(({ code }) => code)
    const values = byTest.get(keyOf(test)) ?? []
    const placeOf = ({ result }: ObservationRow) =>
      (codes.indexOf(result.code) + codes.length + 1) % (codes.length + 1)
    return { test, values: values.toSorted((one, other) => placeOf(one) - placeOf(other)) }
  })
  const known = new Set(content.tests.map(keyOf))
  const gone = [...byTest].flatMap(([key, values]): Group[] => {
    const [first] = values
    return known.has(key) || !first ? [] : [{ test: first.test, values }]
  })
  return [...present, ...gone]
}

type Writing = Group & { content: ReportContent; from: number }

/** A test: ORC, OBR, its values, its specimen, and a further OBR for the antibiogram of each isolate. */
function writeTest(call: WritingCall, results: Results, { test, values, content, from }: Writing): string[] {
  const { report } = results
  const numbers = numbersOf(call, results, test)
  const collectedAt = stamp(values[0]?.collectedAt ?? report.collectedAt)
  const state = stateOf(test, values)
  const service = serviceText(call.tests, test)
  const requester = content.requestedBy ? parts('', content.requestedBy) : ''
  const obr = { 7: collectedAt, 22: stamp(report.releasedAt), 25: state }
  const observed = values.map((value, at) => observation(call, value, at + 1))
  const culture = cultureSegments({ test, values, ...numbers, state, from, obr, observed: values.length })
  return [
    segment('ORC', { 1: 'RE', 2: numbers.placer, 3: numbers.filler, 12: requester }),
    segment('OBR', { ...obr, 1: from, 2: numbers.placer, 3: numbers.filler, 4: service, 16: requester }),
    ...notesOf(test),
    ...observed,
    ...culture.isolates,
    ...specimenOf(call, test, collectedAt),
    ...culture.antibiograms,
  ]
}

/** OBR-2 and OBR-3: the hospital’s number of the order, and ours. */
function numbersOf({ authorities }: WritingCall, { placed, report }: Results, { code, name }: Tested) {
  const order = placed.find(({ testCode }) => testCode === code)
  const filler = order ? fillerNumber(order.orderCode, code) : `${report.reference}-${code || name}`
  return { placer: order ? entityText(order, authorities) : '', filler: `${said(filler)}^PHIAL` }
}

function stateOf(test: Tested, values: readonly ObservationRow[]): string {
  const all = new Set(values.map(({ status }) => status))
  if (test.culture?.interim || all.has('preliminary')) return 'P'
  return test.correction || test.withdrawn || all.has('corrected') || all.has('entered-in-error') ? 'C' : 'F'
}

/** A value. Of a withdrawn value, only what was measured is sent, and not the value itself. */
function observation(call: WritingCall, row: ObservationRow, at: number): string {
  const { result, status, test } = row
  const isGone = status === 'entered-in-error'
  const { type, text } = typedValue(result.value ?? '', result.number !== null)
  const { ucum } = codesOf(row)
  const unit = ucum === null ? said(result.unit) : parts(ucum, result.unit, 'UCUM')
  return segment('OBX', {
    ...{ 1: at, 2: type, 3: observed(call, row), 5: isGone ? '' : text },
    ...{ 6: result.unit === '' ? '' : unit, 7: said(result.range) },
    8: isGone ? '' : result.flag || (result.range === '' ? '' : 'N'),
    ...{
      11: valueStates[status],
      14: stamp(row.collectedAt),
      17: test.method === '' ? '' : parts('', test.method),
    },
  })
}

/** OBX-3: the hospital’s code, LOINC and our own, as far as there are two. */
function observed({ analytes }: WritingCall, row: ObservationRow): string {
  const { code, name } = row.result
  const { loinc } = codesOf(row)
  const hospital = codeOf(analytes, code)
  const all = [
    ...(hospital === undefined ? [] : [parts(hospital, name, 'L')]),
    ...(loinc === null ? [] : [parts(loinc, name, 'LN')]),
    parts(code, name, 'PHIAL'),
  ]
  return all.slice(0, 2).join('^')
}

/** OBX-2 and OBX-5: a number, a number with a comparator, or text. */
function typedValue(value: string, isNumber: boolean): { type: 'NM' | 'SN' | 'ST'; text: string } {
  if (isNumber && /^[+-]?\d+(\.\d+)?$/.test(value)) return { type: 'NM', text: value }
  const [, comparator, amount] = /^([<>]=?) ?(\d+(?:\.\d+)?)$/.exec(value) ?? []
  if (comparator && amount) return { type: 'SN', text: parts(comparator, amount) }
  return { type: 'ST', text: said(value) }
}

/** SPM is a segment from version 2.5. */
function specimenOf(
  { connection }: WritingCall,
  { accession, specimen }: Tested,
  collectedAt: string,
): string[] {
  if (!connection.hl7Version.startsWith('2.5') || accession === '') return []
  return [segment('SPM', { 1: 1, 2: `^${said(accession)}&PHIAL`, 4: parts('', specimen), 17: collectedAt })]
}

/** The comments and interpretive texts of a test, a segment for each line. */
function notesOf({ withdrawn, correction, comment = '', interpretations = [] }: Tested): string[] {
  const texts = [
    withdrawn ? `Withdrawn: ${withdrawn.reason}` : '',
    correction ? `Corrected: ${correction.reason}` : '',
    ...[comment, ...interpretations],
  ]
  return texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line, index) => segment('NTE', { 1: index + 1, 2: 'L', 3: said(line) }))
}
