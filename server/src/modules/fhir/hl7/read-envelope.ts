import type { TextEncoding } from '#contract/instruments.ts'
import { type DelimitedRecord, type Delimiters, messagesIn } from '#server/modules/instruments/index.ts'
import type { Fault } from './fault.ts'

/** The header of a message (MSH). */
export type Header = {
  controlId: string
  /** For example ADT. */
  code: string
  /** For example A04. */
  event: string
  processing: string
  version: string
  /** MSH-15 and MSH-16: AL, NE, ER or SU; both empty: original mode. */
  acceptAck: string
  applicationAck: string
  sender: { application: string; facility: string }
}

export type Envelope = { delimiters: Delimiters; records: DelimitedRecord[]; header: Header }

/** The index of an MSH field after the split: MSH-1 is the delimiter itself. */
const msh = (field: number) => field - 1

/** Names of character sets by table HL70211. */
const charsets: Readonly<Record<string, string>> = {
  ASCII: 'utf-8',
  'UNICODE UTF-8': 'utf-8',
  'UTF-8': 'utf-8',
  '8859/1': 'iso-8859-1',
  '8859/15': 'iso-8859-15',
}

const headerOf = (record: DelimitedRecord): Header => ({
  controlId: record.text(msh(10)),
  code: record.text(msh(9)).toUpperCase(),
  event: record.text(msh(9), 2).toUpperCase(),
  processing: record.text(msh(11)).toUpperCase(),
  version: record.text(msh(12)),
  acceptAck: record.text(msh(15)).toUpperCase(),
  applicationAck: record.text(msh(16)).toUpperCase(),
  sender: { application: record.text(msh(3)), facility: record.text(msh(4)) },
})

/**
 * Reads a message in the character set of MSH-18, or in the encoding of the connection if it names none. The envelope is null if there is
 * no header. With a fault, the message cannot be processed whatever it says.
 */
export function readEnvelope(
  bytes: Buffer,
  encoding: TextEncoding,
): { envelope: Envelope | null; fault: Fault | null } {
  // The header itself is in ASCII.
  const rough = messagesIn(bytes.toString('latin1'))[0]
  const [record] = rough?.records ?? []
  if (!rough || !record)
    return { envelope: null, fault: { at: 'MSH-1', code: '100', text: 'It does not begin with a header' } }
  const known = charsetName(record, encoding)
  const text = known === undefined ? null : decoded(bytes, known)
  const [message, ...more] = text === null ? [] : messagesIn(text.replaceAll('\0', ''))
  const found = message ?? rough
  const envelope = { ...found, header: headerOf(found.records[0] ?? record) }
  const why = (at: string, code: string, said: string) => ({ envelope, fault: { at, code, text: said } })
  if (known === undefined) return why('MSH-18', '103', 'This character set is not supported')
  if (text === null) return why('MSH-18', '102', 'The message has bytes that its character set does not have')
  if (more.length > 0) return why('MSH-1', '100', 'Send one message in each frame')
  if (envelope.header.controlId === '') return why('MSH-10', '101', 'Give the message control id')
  if (envelope.header.controlId.length > 100)
    return why('MSH-10', '102', 'The message control id is too long')
  if (!/^2(\.\d+)*$/.test(envelope.header.version)) return why('MSH-12', '203', 'Send HL7 version 2')
  return { envelope, fault: null }
}

/** The text of a message for people, in its own character set as far as possible. */
export function textOfBytes(bytes: Buffer, encoding: TextEncoding): string {
  const record = messagesIn(bytes.toString('latin1'))[0]?.records[0]
  const name = charsetName(record, encoding) ?? 'iso-8859-1'
  return name === 'iso-8859-1' ? bytes.toString('latin1') : new TextDecoder(name).decode(bytes)
}

/** The character set of MSH-18, or of the connection; undefined if it is not supported. */
function charsetName(record: DelimitedRecord | undefined, encoding: TextEncoding): string | undefined {
  const said = record?.repeats(msh(18))[0]?.toUpperCase() ?? ''
  if (said === '') return encoding === 'utf8' ? 'utf-8' : 'iso-8859-1'
  return Object.hasOwn(charsets, said) ? charsets[said] : undefined
}

function decoded(bytes: Buffer, charset: string): string | null {
  // For a TextDecoder, ISO 8859-1 is Windows-1252.
  if (charset === 'iso-8859-1') return bytes.toString('latin1')
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
