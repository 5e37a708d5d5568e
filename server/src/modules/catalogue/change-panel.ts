import type { changePanel as contract } from '#contract/catalogue.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, required } from '#server/platform/errors.ts'
import { checkPanel } from './check-panel.ts'
import { advancePanel, readTest } from './queries-catalogue.ts'
import { addPanel, readPanelCodes } from './queries-panels.ts'
import { refuseUnlessConcludes } from './rapid-panel.ts'

/** Gives a test a new version of its panel. Existing tasks keep the version with which they were made. */
export const changePanel = (
  context: SignedIn,
  code: string,
  { follows, reason, analytes }: BodyOf<typeof contract>,
) =>
  transact(context, async (inside) => {
    const test = required(await readTest(inside.db, code), 'This test')
    await checkPanel(inside.db, analytes)
    if (test.rapidTests !== null) await refuseUnlessConcludes(inside.db, analytes)
    const changed = changedFields({ analytes: await readPanelCodes(inside.db, code) }, { analytes })
    if (changed === null) return
    const version = await advancePanel(inside.db, code, follows)
    if (version === null) throw changedMeanwhile(`The panel of ${test.name}`)
    await addPanel(inside.db, { testCode: code, version }, analytes)
    await audit(inside, {
      action: 'test.panel_changed',
      subject: { kind: 'test', id: code },
      ...changed,
      reason,
    })
  })
