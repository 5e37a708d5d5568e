import type { addCatalogueTest as contract } from '#contract/catalogue.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { addTest as addToCatalogue } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { checkPanel } from './check-panel.ts'
import { addPanel } from './queries-panels.ts'

/** Adds a test of the laboratory's own with its panel. From the commit on it is booked and done as every other. */
export async function addTest(context: SignedIn, added: BodyOf<typeof contract>): Promise<void> {
  const { code, analytes, ...fields } = added
  await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    await checkPanel(tx, analytes)
    await addToCatalogue(inside, code, fields)
    await addPanel(tx, { code, version: 1 }, analytes)
    await audit(inside, {
      action: 'test.added',
      subject: { kind: 'test', id: code },
      after: { ...fields, analytes },
    })
  })
}
