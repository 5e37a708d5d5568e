import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notFound, notPossible } from '#server/platform/errors.ts'
import { releaseRules } from '../reports/queries-reports.ts'
import { judgeValues } from './judge-values.ts'
import { whyNotStrikeOut } from './policy-quality.ts'
import { lockControls } from './queries-quality.ts'
import { readValue, strikeOut as setStruck } from './queries-values.ts'

export async function controlValueOf({ db, actor }: SignedIn, id: string) {
  const value = await readValue(db, actor.sites, id, actor.accountId)
  if (!value) throw notFound('This value')
  return value
}

/** Excludes a value from the rules but keeps it visible, and evaluates the values after it again. */
export async function strikeOut(context: SignedIn, id: string, reason: string) {
  const { actor, clock } = context
  const { siteId } = await controlValueOf(context, id)
  return transact(context, async (inside) => {
    await lockControls(inside.db, siteId)
    const value = await controlValueOf(inside, id)
    if (!(await setStruck(inside.db, value, actor.accountId, clock.now(), reason))) {
      const { twoPerson } = await releaseRules(inside.db)
      const whyNot = whyNotStrikeOut(value, twoPerson)
      throw notPossible(whyNot ?? 'This value has changed. Load it again.')
    }
    const { lotId, materialId, instrumentId, analyte, runId, rules, name } = value
    await judgeValues(inside, { siteId, materialId, instrumentId, analytes: [analyte], since: runId })
    await audit(inside, {
      action: 'control.struck_out',
      subject: { kind: 'control_lot', id: lotId },
      before: { value: id, analyte, rules },
      reason,
    })
    return { message: `${name}: struck out. It stays in the list and no longer counts.` }
  })
}
