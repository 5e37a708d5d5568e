import { audit, changedFields } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { changedMeanwhile, notFound } from '#server/platform/errors.ts'
import { type CatalogueTest, readCatalogueTest, replaceTest, type TestFields } from './queries-catalogue.ts'
import { refuseTakenNames } from './taken-names.ts'

/**
 * Changes a test of the catalogue. A name that it had goes on being accepted: visits are booked by names, and somebody's
 * bookmark or program knows the old one. Booking sees the change from its commit on.
 */
export async function updateTest(
  context: SignedIn,
  code: string,
  change: TestFields & { follows: number; reason: string },
): Promise<void> {
  const { follows, reason, ...fields } = change
  await inTransaction(context.db, async (tx) => {
    const before = await readCatalogueTest(tx, code)
    if (!before) throw notFound('This test')
    const aliases = aliasesAfter(before, fields)
    const changed = changedFields(before, fields)
    if (changed === null) return
    if (!(await replaceTest(tx, code, follows, { ...fields, aliases }))) throw changedMeanwhile('This test')
    // After the update: its trigger has locked the laboratory's row, so that two tests cannot take one name at once.
    await refuseTakenNames(tx, code, fields)
    await audit(
      { ...context, db: tx },
      { action: 'test.changed', subject: { kind: 'test', id: code }, ...changed, reason },
    )
  })
}

/** The names before are aliases; the names of now are none. */
function aliasesAfter(before: CatalogueTest, { name, label }: TestFields): string[] {
  const current = [name, label].map((one) => one.toLowerCase())
  const known = new Map([...before.aliases, before.name, before.label].map((one) => [one.toLowerCase(), one]))
  return [...known].filter(([small]) => !current.includes(small)).map(([, alias]) => alias)
}
