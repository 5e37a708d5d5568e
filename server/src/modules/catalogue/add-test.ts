import type { addCatalogueTest as contract } from '#contract/catalogue.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import { checkPanel } from './check-panel.ts'
import { insertTest, lockNames, readTest, type TestFields } from './queries-catalogue.ts'
import { readPackageRows } from './queries-packages.ts'
import { addPanel } from './queries-panels.ts'
import { refuseUnlessConcludes } from './rapid-panel.ts'
import { refuseTakenNames } from './taken-names.ts'

/** Adds a test of the laboratory's own with its panel. It can be booked at once. */
export async function addTest(context: SignedIn, added: BodyOf<typeof contract>): Promise<void> {
  const { code, analytes, ...fields } = added
  await transact(context, async (inside) => {
    await checkPanel(inside.db, analytes)
    if (fields.rapidTests !== null) await refuseUnlessConcludes(inside.db, analytes)
    await insertNamed(inside.db, code, fields)
    await addPanel(inside.db, { testCode: code, version: 1 }, analytes)
    const after = { ...fields, analytes }
    await audit(inside, { action: 'test.added', subject: { kind: 'test', id: code }, after })
  })
}

/** Of two concurrent calls that add the same test, the second is refused. */
async function insertNamed(db: Db, code: string, test: TestFields): Promise<void> {
  await lockNames(db)
  await refuseTakenNames(db, code, test)
  const isPackage = (await readPackageRows(db)).some((row) => row.code === code)
  if (!isPackage && (await insertTest(db, code, test))) return
  const taken = await readTest(db, code)
  throw invalid({ code: [`${code} is the code of ${taken?.name ?? 'another test or package'}`] })
}
