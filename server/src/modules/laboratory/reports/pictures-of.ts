import type { ReportContent } from '#contract/reports.ts'
import { readPictures } from '#server/modules/sites/index.ts'
import type { Db } from '#server/platform/database.ts'
import { readFiles } from './queries-reports.ts'

/** What reports name and do not contain: signatures, marks and pictures by their hashes, embedded files by their ids. */
export async function picturesOf(db: Db, reports: readonly ReportContent[]): Promise<Map<string, Buffer>> {
  const files = reports.flatMap(({ tests }) => tests.flatMap(({ attachments }) => attachments))
  const hashes = [
    ...reports.flatMap(({ laboratory, tests }) => [
      laboratory.mark,
      ...tests.map(({ authorised }) => authorised?.signature ?? null),
    ]),
    ...files.map(({ picture }) => picture),
  ]
  const embedded = files.filter(({ picture }) => picture === null).map(({ id }) => id)
  const pictures = await readPictures(db, [...new Set(hashes.filter((hash) => hash !== null))])
  return new Map([...pictures, ...(await readFiles(db, embedded))])
}
