import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { releaseRules } from '../reports/queries-reports.ts'
import { judgeValues } from './judge-values.ts'
import { whyNotStrikeOut } from './policy-quality.ts'
import { lockControls } from './queries-quality.ts'
import { type OneValue, readValue, strikeOut as setStruck } from './queries-values.ts'

export async function controlValueOf({ db, actor }: SignedIn, id: string): Promise<OneValue> {
  const value = await readValue(db, actor.sites, id, actor.accountId)
  if (!value) throw notFound('This value')
  return value
}

/** Excludes a value from the rules but keeps it visible, and evaluates the values after it again. */
export async function strikeOut(context: SignedIn, id: string, reason: string): Promise<{ message: string }> {
  const { actor, clock } = context
  const { siteId } = await controlValueOf(context, id)
  return inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    await lockControls(tx, siteId)
    const value = await controlValueOf(inside, id)
    if (!(await setStruck(tx, value, actor.accountId, clock.now(), reason))) {
      const { twoPerson } = await releaseRules(tx)
      throw new Refusal(
        'not_possible_now',
        whyNotStrikeOut(value, twoPerson) ?? 'This value has changed. Load it again.',
      )
    }
    await judgeValues(inside, {
      siteId,
      materialId: value.materialId,
      analytes: [value.analyte],
      since: value.run,
    })
    await audit(inside, {
      action: 'control.struck_out',
      subject: { kind: 'control_lot', id: value.lotId },
      before: { value: value.id, analyte: value.analyte, rules: value.rules },
      reason,
    })
    return { message: `${value.name}: struck out. It stays in the list and no longer counts.` }
  })
}
