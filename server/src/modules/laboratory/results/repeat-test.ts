import type { BodyOf } from '#contract/endpoint.ts'
import type { repeatTest as contract } from '#contract/results.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, requirePossible } from '#server/platform/errors.ts'
import { whyNotPlain } from '../cultures/why-not-plain.ts'
import { taskOf } from '../tasks/list-tasks.ts'
import { setRepeated } from './queries-repeats.ts'
import { lockTask } from './queries-results.ts'
import { whyNotRepeat } from './result-form.ts'

/** Returns a completed test to the queue, to be measured again on its sample. The set-aside results stay beside the new ones. */
export async function repeatTest(
  context: SignedIn,
  id: string,
  { reason, revision }: BodyOf<typeof contract>,
) {
  const { actor, clock } = context
  const task = await taskOf(context, id)
  requirePossible(await whyNotPlain(context, task))
  await transact(context, async (inside) => {
    const { db } = inside
    // Locked before the statement: a statement that waits for the lock of a save or a release does not see what that has written.
    const state = await lockTask(db, task)
    requirePossible(whyNotRepeat(task, state))
    const step = { by: actor.accountId, at: clock.now(), reason, revision }
    if (!(await setRepeated(db, task, step))) throw changedMeanwhile('These results')
    await audit(inside, { action: 'task.repeated', subject: { kind: 'task', id }, reason })
  })
  return { message: `${task.title} is back in the queue, to be repeated.` }
}
