import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { addTests, lockNames, type ShippedTest } from './queries-catalogue.ts'
import { addAnalytes } from './queries-new-analytes.ts'

type Shipped = {
  tests: readonly ShippedTest[]
  analytes: Parameters<typeof addAnalytes>[1]
  panels: Parameters<typeof addAnalytes>[2]
}

/** Adds missing tests, analytes and panels that another module ships. */
export async function addShipped(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  shipped: Shipped,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockNames(tx)
    await addTests(tx, shipped.tests)
    await addAnalytes(tx, shipped.analytes, shipped.panels, clock.now())
  })
}
