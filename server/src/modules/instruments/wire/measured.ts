import type { OlderQuery } from './hl7-older-queries.ts'
import type { AskedSample } from './orders.ts'

/** A value as the instrument sent it, for both protocols, before it is matched. */
export type Measured = {
  /** The sample number as sent; empty if it is missing. */
  sample: string
  /** The instrument's code for the analyte. */
  code: string
  /** The name of the code, if the instrument sends it. */
  name: string
  value: string
  unit: string
  flags: string[]
  /** The time as sent: YYYYMMDDHHMMSS with or without an offset; empty if unknown. */
  measuredAt: string
  operator: string
  /** Whether the message marks the sample as control material. */
  isControl: boolean
  /** Whether the message says that there is no value, or cancels the value. */
  isMissing: boolean
  comment: string
}

/** An image or another file in a message. It is attached to the tests of the sample and is not used as a value. */
export type SentFile = {
  sample: string
  name: string
  encoding: 'base64' | 'hex'
  data: string
}

export type WireMessage =
  | { kind: 'results'; values: Measured[]; files?: SentFile[] }
  /** The instrument requests the orders of these samples, or of all samples. `older`: a query of HL7 v2.3.1. */
  | { kind: 'query'; asked: AskedSample[]; isAll: boolean; older?: OlderQuery }
  /** A readable message of a type that is not used. */
  | { kind: 'other'; about: string }
  | { kind: 'unreadable'; why: string }

/** The places of the sample number and the code, for instruments that deviate from the standard. */
export type Reading = {
  /** The field and component of the sample number, such as `O-4.3` or `OBR-2.1`; empty: as in the standard. */
  sampleAt: string
  /** The component of the test field with the code; 0: as in the standard. */
  codeAt: number
}

export const byTheStandard: Reading = { sampleAt: '', codeAt: 0 }

export type Place = { type: string; field: number; component: number }

/** Parses a field such as `O-4.3`; null if the text has another form. */
export function placeOf(text: string): Place | null {
  const found = /^([A-Z][A-Z0-9]{0,2})-(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text)
  return found ? { type: found[1] ?? '', field: Number(found[2]), component: Number(found[3] ?? 1) } : null
}
