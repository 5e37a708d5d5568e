import type { labelFormats } from '#contract/bench.ts'
import type { Db } from '#server/platform/database.ts'

/** Labels of samples whose owner the caller has checked, as a PDF. Drawing is loaded when it is needed. */
export async function labelsOfSamples(
  db: Db,
  accessions: readonly string[],
  format: (typeof labelFormats)[number],
): Promise<Uint8Array> {
  const { labelsWithin } = await import('./print-labels.ts')
  return labelsWithin(db, null, accessions, format)
}
