import type { Db } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import { unknownAnalytes } from './queries-panels.ts'

/** @throws {Refusal} of the field `analytes` */
export async function checkPanel(db: Db, analytes: readonly string[]): Promise<void> {
  const twice = analytes.filter((code, at) => analytes.indexOf(code) !== at)
  if (twice.length > 0) throw invalid({ analytes: [`${twice[0]} stands here twice`] })
  const unknown = await unknownAnalytes(db, analytes)
  if (unknown.length > 0) {
    throw invalid({ analytes: [`The catalogue has no analyte “${unknown.join('”, “')}”: add it first`] })
  }
}
