import type { ReportContent } from '#contract/reports.ts'
import { readPictures } from '#server/modules/sites/index.ts'
import type { Db } from '#server/platform/database.ts'

/** The pictures that reports name: signatures and accreditation marks, by their hashes. */
export function picturesOf(db: Db, reports: readonly ReportContent[]): Promise<Map<string, Buffer>> {
  const named = reports.flatMap(({ laboratory, tests }) => [
    laboratory.mark,
    ...tests.map(({ authorised }) => authorised?.signature ?? null),
  ])
  return readPictures(db, [...new Set(named.filter((hash) => hash !== null))])
}
