import { createHash } from 'node:crypto'
import { crockford, normaliseCode } from '#server/platform/ids.ts'
import type { Visit } from './queries-visits.ts'

const referenceLength = 8
const proofLength = 10

/**
 * The content of a visit's QR code: its reference and a proof of ten characters. References are read out, printed and mailed, so with
 * a reference alone the desk also asks for the name; with the proof it need not. The proof is derived from the visit's id, which has 62
 * random bits and is known only to its owner and staff, so that no secret has to be stored.
 */
export function passCodeOf(visit: Pick<Visit, 'id' | 'reference'>): string {
  const bytes = createHash('sha256').update(`pass code of ${visit.id}`).digest().subarray(0, proofLength)
  return visit.reference + Array.from(bytes, (byte) => crockford.charAt(byte & 31)).join('')
}

/** The parts of a scanned or typed code; `proof` is empty for a reference alone. */
export function readPassCode(typed: string): { reference: string; proof: string } {
  const code = normaliseCode(typed)
  const scanned = code.length === referenceLength + proofLength
  return scanned
    ? { reference: code.slice(0, referenceLength), proof: code.slice(referenceLength) }
    : { reference: code, proof: '' }
}
