import type { addCatalogueTest as contract } from '#contract/catalogue.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import { checkPanel } from './check-panel.ts'
import { insertTest, lockNames, readCatalogueTest, type TestFields } from './queries-catalogue.ts'
import { addPanel } from './queries-panels.ts'
import { refuseTakenNames } from './taken-names.ts'

/** Adds a test of the laboratory's own with its panel. From the commit on it is booked and done as every other. */
export async function addTest(context: SignedIn, added: BodyOf<typeof contract>): Promise<void> {
  const { code, analytes, ...fields } = added
  await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    await checkPanel(tx, analytes)
    await insertNamed(tx, code, fields)
    await addPanel(tx, { code, version: 1 }, analytes)
    await audit(inside, {
      action: 'test.added',
      subject: { kind: 'test', id: code },
      after: { ...fields, analytes },
    })
  })
}

/** Of two calls that add a test at the same time, the second is told that its code or name are taken. */
async function insertNamed(db: Db, code: string, test: TestFields): Promise<void> {
  await lockNames(db)
  await refuseTakenNames(db, code, test)
  if (await insertTest(db, code, test)) return
  const taken = await readCatalogueTest(db, code)
  throw invalid({ code: [`${code} is the code of ${taken?.name ?? 'another test'}`] })
}
