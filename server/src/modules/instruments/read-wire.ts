import type { CsvColumns, InstrumentProtocol, TextEncoding } from '#contract/instruments.ts'
import { firstInstantOfLocal, instantOf } from '#server/modules/sites/index.ts'
import { after } from '#server/platform/clock.ts'
import { readAstm } from './wire/astm-records.ts'
import { readCsv } from './wire/csv-records.ts'
import { readHl7 } from './wire/hl7-records.ts'
import type { WireMessage } from './wire/measured.ts'
import { readWireTime } from './wire/wire-time.ts'

type As = {
  protocol: InstrumentProtocol
  encoding: TextEncoding
  sampleAt: string
  codeAt: number
  csv: CsvColumns | null
}

export const textOf = (bytes: Buffer, encoding: TextEncoding): string => bytes.toString(encoding)

/** The values of a message, by the settings of its instrument. */
export function readWire(bytes: Buffer, { protocol, encoding, sampleAt, codeAt, csv }: As): WireMessage {
  // PostgreSQL text cannot contain the zero character.
  const text = textOf(bytes, encoding).replaceAll('\0', '')
  if (csv) return readCsv(text, csv)
  return protocol === 'astm' ? readAstm(text, { sampleAt, codeAt }) : readHl7(text, { sampleAt, codeAt })
}

/** The instant of a sent time. A time without an offset is local time of the site. Returns `received` if no time was sent. */
export function instantOfWire(text: string, timeZone: string, received: Date): Date {
  const time = readWireTime(text)
  if (!time) return received
  const { day, minute, second, offset } = time
  const start =
    offset === null
      ? instantOf(firstInstantOfLocal(timeZone, day, minute))
      : after(new Date(`${day}T00:00:00Z`), (minute - offset) * 60_000)
  return after(start, second * 1_000)
}
