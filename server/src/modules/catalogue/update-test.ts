import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { changedMeanwhile, invalid, required } from '#server/platform/errors.ts'
import { hasTasks, readTest, replaceTest, type TestFields, type TestRow } from './queries-catalogue.ts'
import { readPanelCodes } from './queries-panels.ts'
import { refuseUnlessConcludes } from './rapid-panel.ts'
import { refuseTakenNames } from './taken-names.ts'

/**
 * Changes a test of the catalogue. Earlier names are still accepted: visits are booked by name, and bookmarks and programs know the
 * old one.
 */
export async function updateTest(
  context: SignedIn,
  code: string,
  change: TestFields & { follows: number; reason: string },
): Promise<void> {
  const { follows, reason, ...fields } = change
  await transact(context, async (inside) => {
    const before = required(await readTest(inside.db, code), 'This test')
    const aliases = aliasesAfter(before, fields)
    const changed = changedFields(before, fields)
    if (changed === null) return
    await refuseOtherCare(inside.db, before, fields)
    if (!(await replaceTest(inside.db, code, follows, { ...fields, aliases })))
      throw changedMeanwhile('This test')
    // After the update: its trigger has locked the laboratory's row, so that two tests cannot take the same name concurrently.
    await refuseTakenNames(inside.db, code, fields)
    await audit(inside, { action: 'test.changed', subject: { kind: 'test', id: code }, ...changed, reason })
  })
}

/**
 * Refuses a change of confidentiality or rapid tests once the test has samples: its earlier results are already in a report. The database
 * refuses it as well.
 */
async function refuseOtherCare(db: Db, before: TestRow, after: TestFields): Promise<void> {
  if (after.rapidTests !== before.rapidTests && after.rapidTests !== null)
    await refuseUnlessConcludes(db, await readPanelCodes(db, before.code))
  const why = ['This cannot be changed, because the test already has samples. Add another test instead.']
  const isOther = {
    confidential: after.confidential !== before.confidential,
    rapidTests: after.rapidTests !== before.rapidTests,
  }
  if (!(isOther.confidential || isOther.rapidTests) || !(await hasTasks(db, before.code))) return
  throw invalid({
    ...(isOther.confidential && { confidential: why }),
    ...(isOther.rapidTests && { rapidTests: why }),
  })
}

/** Earlier names become aliases; the current names are no aliases. */
function aliasesAfter(before: TestRow, { name, label }: TestFields): string[] {
  const current = [name, label].map((given) => given.toLowerCase())
  const earlier = new Map(
    [...before.aliases, before.name, before.label].map((given) => [given.toLowerCase(), given]),
  )
  return [...earlier].filter(([lower]) => !current.includes(lower)).map(([, alias]) => alias)
}
