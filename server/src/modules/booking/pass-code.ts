import { createHash } from 'node:crypto'
import { crockford, normaliseCode } from '#server/platform/ids.ts'
import type { Visit } from './queries-visits.ts'

const referenceLength = 8
const proofLength = 10

/**
 * What the QR code of a visit says: its reference and ten characters that only the code knows. A reference is read out,
 * printed and mailed; whoever shows the code itself need not say their name as well. The proof is drawn from the
 * visit's id, 62 bits of which are random and which is told to nobody but its owner and staff: no secret has to be kept.
 */
export function passCodeOf(visit: Pick<Visit, 'id' | 'reference'>): string {
  const bytes = createHash('sha256').update(`pass code of ${visit.id}`).digest().subarray(0, proofLength)
  return visit.reference + Array.from(bytes, (byte) => crockford.charAt(byte & 31)).join('')
}

/** The parts of what was scanned or typed; `proof` is empty when it was the reference alone. */
export function readPassCode(typed: string): { reference: string; proof: string } {
  const code = normaliseCode(typed)
  const scanned = code.length === referenceLength + proofLength
  return scanned
    ? { reference: code.slice(0, referenceLength), proof: code.slice(referenceLength) }
    : { reference: code, proof: '' }
}
