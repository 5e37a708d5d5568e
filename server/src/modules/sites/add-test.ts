import type { SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { insertTest, lockNames, readCatalogueTest, type TestFields } from './queries-catalogue.ts'
import { refuseTakenNames } from './taken-names.ts'

/**
 * Adds a test to the catalogue, in the transaction of whoever gives it its panel. Of two who add one at once the second
 * is told that code or name are taken.
 */
export async function addTest({ db }: SignedIn, code: string, test: TestFields): Promise<void> {
  await lockNames(db)
  await refuseTakenNames(db, code, test)
  if (await insertTest(db, code, test)) return
  const taken = await readCatalogueTest(db, code)
  throw invalid({ code: [`${code} is the code of ${taken?.name ?? 'another test'}`] })
}
