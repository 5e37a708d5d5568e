import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type { listReferrals as listContract, referTask as referContract } from '#contract/referrals.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notPossible, required, requirePossible } from '#server/platform/errors.ts'
import { lockTask } from '../results/queries-results.ts'
import { taskOf } from '../tasks/list-tasks.ts'
import { readLaboratory } from './queries-laboratories.ts'
import { setReturned } from './queries-parts.ts'
import { pageOfReferrals, removeReferral, setReferral, tubesFor } from './queries-referrals.ts'

/** Refers tasks to other laboratories. */

export const listReferrals = ({ db, actor, clock }: SignedIn, query: QueryOf<typeof listContract>) =>
  pageOfReferrals(db, actor.sites, clock.now(), query)

export const listReferredTubes = async ({ db, actor }: SignedIn, laboratoryId: string) => ({
  tubes: await tubesFor(db, actor.sites, laboratoryId),
})

/** Refers one task to a laboratory, whether or not its test is set up for it, or cancels the referral. */
export async function referTask(
  context: SignedIn,
  id: string,
  { laboratoryId, transport }: BodyOf<typeof referContract>,
) {
  const task = await taskOf(context, id)
  const subject = { kind: 'task', id }
  const before = task.referral && { laboratory: task.referral.laboratory }
  if (laboratoryId === null) {
    await transact(context, async (inside) => {
      if (!(await removeReferral(inside.db, task)))
        throw notPossible('This test is not waiting to be sent: it is already packed or is done here.')
      await audit(inside, { action: 'task.kept', subject, before })
    })
    return { message: `${task.title} is done here.` }
  }
  const laboratory = required(await readLaboratory(context.db, laboratoryId), 'This laboratory')
  requirePossible(laboratory.endedAt ? `Tests are no longer referred to ${laboratory.name}.` : null)
  await transact(context, async (inside) => {
    // Locked by a statement of its own, as whoever starts it does: the next statement sees what the other did.
    await lockTask(inside.db, task)
    if (!(await setReferral(inside.db, task, { laboratoryId, transport })))
      throw notPossible('This test is started or packed already: it cannot be referred now.')
    const after = { laboratory: laboratory.name, transport }
    await audit(inside, { action: 'task.referred', subject, ...(before && { before }), after })
  })
  return { message: `${task.title} is referred to ${laboratory.name}.` }
}

/** Records with the first results of a referred task that its report is entered. */
export async function noteReturn(inside: SignedIn, task: { siteId: string; id: string }): Promise<void> {
  const { db, actor, clock } = inside
  if (await setReturned(db, task, { by: actor.accountId, now: clock.now() }))
    await audit(inside, { action: 'task.report_returned', subject: { kind: 'task', id: task.id } })
}
