import type { TextEncoding } from '#contract/instruments.ts'
import type { Fault } from './fault.ts'
import type { ConnectionRow } from './queries-connections.ts'
import type { Header } from './read-envelope.ts'
import { said, stamp } from './write-segment.ts'

/** The segments of an answer after its header. `code`: MSA-1, accepted, error or rejected. `more`: the segments about orders. */
export function answerSegments(
  code: 'AA' | 'AE' | 'AR',
  { controlId, version }: Pick<Header, 'controlId' | 'version'>,
  faults: readonly Fault[],
  more: readonly string[] = [],
): string {
  const [first] = faults
  const msa = `MSA|${code}|${said(controlId)}${first ? `|${said(first.text).slice(0, 200)}` : ''}`
  const errors = faults.map((fault) => (isOlder(version) ? olderError(fault) : error(fault)))
  return [msa, ...errors, ...more].join('\r')
}

/** Before version 2.5, ERR has one field. */
const isOlder = (version: string) => /^2\.[1-4](\.|$)/.test(version)

function placeOf(at: string): { segment: string; sequence: string; field: string } {
  const [, segment = '', sequence = '1', field = ''] = /^(\w{3})(?:\[(\d+)\])?(?:-(\d+))?$/.exec(at) ?? []
  return { segment, sequence, field }
}

function error({ at, code, text }: Fault): string {
  const { segment, sequence, field } = placeOf(at)
  const name = errorNames[code] ?? errorNames[207]
  return `ERR||${segment}^${sequence}^${field}|${code}^${name}^HL70357|E||||${said(text).slice(0, 250)}`
}

function olderError({ at, code }: Fault): string {
  const { segment, sequence, field } = placeOf(at)
  return `ERR|${segment}^${sequence}^${field}^${code}&${errorNames[code] ?? errorNames[207]}&HL70357`
}

const errorNames: Readonly<Record<string, string>> = {
  100: 'Segment sequence error',
  101: 'Required field missing',
  102: 'Data type error',
  103: 'Table value not found',
  200: 'Unsupported message type',
  201: 'Unsupported event code',
  202: 'Unsupported processing id',
  203: 'Unsupported version id',
  204: 'Unknown key identifier',
  205: 'Duplicate key identifier',
  207: 'Application internal error',
}

/** The structure of the answer to a message: its MSH-9. */
export function answerType({ code, event }: Pick<Header, 'code' | 'event'>): string {
  if (code === 'ORM') return 'ORR^O02^ORR_O02'
  if (code === 'OML') return event === 'O33' ? 'ORL^O34^ORL_O34' : 'ORL^O22^ORL_O22'
  return /^[A-Z]\d\d$/.test(event) ? `ACK^${event}^ACK` : 'ACK'
}

const charsetNames = { utf8: 'UNICODE UTF-8', latin1: '8859/1' } as const

type Heading = {
  type: string
  id: string
  now: Date
  processing: string
  version: string
  encoding: TextEncoding
  receiver: { application: string; facility: string }
  /** MSH-15 and MSH-16. */
  acks?: readonly [string, string]
}

/** MSH of a message that is sent on a connection. */
export const headOf = (
  { application, facility, encoding, processing, hl7Version: version, enhancedMode }: ConnectionRow,
  message: Pick<Heading, 'type' | 'id' | 'now'>,
): string =>
  headSegment({
    ...{ ...message, processing, version, encoding, receiver: { application, facility } },
    // The message that starts sequence numbers has no type and no content that an application could answer.
    ...(enhancedMode && message.type !== '' && { acks: ['AL', 'AL'] as const }),
  })

/** MSH. */
export const headSegment = (head: Heading): string =>
  [
    ...['MSH', '^~\\&', 'PHIAL', '', said(head.receiver.application), said(head.receiver.facility)],
    ...[stamp(head.now), '', head.type, said(head.id), head.processing, said(head.version), '', ''],
    ...(head.acks ?? ['', '']),
    ...['', charsetNames[head.encoding]],
  ].join('|')
