import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { reachOf } from '../tasks/list-tasks.ts'
import { readLotDetail } from './present-lot.ts'
import { lockControls } from './queries-quality.ts'
import { takeResponsibility as answer } from './queries-values.ts'
import { controlValueOf } from './strike-out.ts'

/**
 * Records that somebody takes responsibility in writing for releasing results although the latest value of an analyte breaks
 * rules. It applies to that value and those rules only.
 */
export async function takeResponsibility(
  context: SignedIn,
  id: string,
  text: string,
): Promise<{ message: string }> {
  const { actor, clock } = context
  const { siteId } = await controlValueOf(context, id)
  const { tests } = await reachOf(context)
  return inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    await lockControls(tx, siteId)
    const value = await controlValueOf(inside, id)
    const by = { by: actor.accountId, now: clock.now(), text, tests }
    if (!(await answer(tx, { id: uuidv7(clock), siteId, valueId: id, ...by }))) {
      throw new Refusal('not_possible_now', await whyNot(inside, value.lotId, value.analyte, id))
    }
    await audit(inside, {
      action: 'control.answered_for',
      subject: { kind: 'control_lot', id: value.lotId },
      after: { value: id, analyte: value.analyte, rules: value.rules },
      reason: text,
    })
    return {
      message: `Noted: you answer for ${value.name} until a rule is broken again. Its results can be released.`,
    }
  })
}

async function whyNot(inside: SignedIn, lotId: string, analyte: string, valueId: string): Promise<string> {
  const { status, targets } = await readLotDetail(inside, lotId)
  const target = targets.find((one) => one.analyte === analyte)
  if (status === 'closed') return 'This lot is closed: it forbids nothing.'
  if (target && target.unanswered !== null && target.unanswered !== valueId)
    return 'There is a later value. Load this lot again.'
  return target?.whyNotAnswer ?? 'There is no broken rule to answer for.'
}
