import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
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
export async function takeResponsibility(context: SignedIn, id: string, text: string) {
  const { actor, clock } = context
  const { siteId } = await controlValueOf(context, id)
  const { tests } = await reachOf(context)
  return transact(context, async (inside) => {
    await lockControls(inside.db, siteId)
    const { lotId, analyte, rules, name } = await controlValueOf(inside, id)
    const by = { by: actor.accountId, now: clock.now(), text, tests }
    if (!(await answer(inside.db, { id: uuidv7(clock), siteId, valueId: id, ...by }))) {
      throw notPossible(await whyNot(inside, lotId, analyte, id))
    }
    await audit(inside, {
      action: 'control.answered_for',
      subject: { kind: 'control_lot', id: lotId },
      after: { value: id, analyte, rules },
      reason: text,
    })
    const message = `You are responsible for ${name} until a rule is broken again. Its results can be released.`
    return { message }
  })
}

async function whyNot(inside: SignedIn, lotId: string, analyte: string, valueId: string): Promise<string> {
  const { status, targets } = await readLotDetail(inside, lotId)
  const lines = targets.find((one) => one.analyte === analyte)?.lines ?? []
  const line = lines.find(({ latest }) => latest?.id === valueId)
  if (status === 'closed') return 'This lot is closed: it forbids nothing.'
  if (!line && lines.some(({ unanswered }) => unanswered !== null))
    return 'There is a later value. Load this lot again.'
  return line?.whyNotAnswer ?? 'There is no broken rule to take responsibility for.'
}
