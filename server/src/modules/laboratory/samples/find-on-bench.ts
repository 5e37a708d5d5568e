import { findVisitByReference, readPassCode } from '#server/modules/booking/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { isAccessionNumber } from './accession.ts'
import { readSamples } from './queries-samples.ts'

/** A scanner types what it reads and presses Enter: this says what that was. */
export async function findOnBench(
  { db }: SignedIn,
  code: string,
): Promise<{ kind: 'visit' | 'sample'; id: string }> {
  const digits = code.replace(/[\s-]/g, '')
  if (/^\d{14}$/.test(digits)) {
    if (!isAccessionNumber(digits))
      throw notFound('A sample with this number (a digit is wrong: read it again)')
    const [sample] = await readSamples(db, [digits])
    if (!sample) throw notFound('A sample with this number')
    return { kind: 'sample', id: sample.accession }
  }
  const visit = await findVisitByReference(db, readPassCode(code).reference)
  if (!visit) throw notFound('A visit or sample with this code')
  return { kind: 'visit', id: visit }
}
