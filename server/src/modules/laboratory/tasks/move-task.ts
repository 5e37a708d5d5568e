import type { moveTask as contract } from '#contract/bench.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TaskState } from '#contract/task-states.ts'
import { followOrder, moveVisit, readVisit } from '#server/modules/booking/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, Refusal, requirePossible } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { whyNotPlain } from '../cultures/why-not-plain.ts'
import { whyNotMove } from '../policy.ts'
import { presentTask } from '../present.ts'
import { releaseByRule } from '../reports/release-by-rule.ts'
import { lockTask } from '../results/queries-results.ts'
import { taskCompleted } from './events.ts'
import { reachOf, taskOf } from './list-tasks.ts'
import { claimFirst } from './queries-queue.ts'
import {
  addNote,
  putBackAllOf,
  readTask,
  setCompleted,
  setPutBack,
  setStarted,
  type TaskKey,
  type TaskRow,
} from './queries-tasks.ts'

/**
 * Starts or completes a task or puts it back, with its notes. The first started task moves the visit to `in_progress`. For
 * putting back, the notes are the reason.
 */
export async function moveTask(context: SignedIn, id: string, { status, notes }: BodyOf<typeof contract>) {
  const { actor, clock } = context
  const task = await taskOf(context, id)
  requirePossible(whyNotMove(actor, task, status))
  if (status === 'completed') requirePossible(await whyNotPlain(context, task))
  if (status === 'pending' && notes === '') throw invalid({ notes: ['Say why it goes back in the queue'] })
  const { set, action, said } = moves[status]
  await transact(context, async (inside) => {
    // Before the statement and not by it: after waiting for somebody who refers the test, it would not see the referral.
    await lockTask(inside.db, task)
    if (!(await set(inside.db, task, actor.accountId, clock.now()))) {
      throw new Refusal('changed_meanwhile', 'Somebody was faster: this task has changed. Load it again.')
    }
    if (notes !== '') await note(inside, task, notes)
    const reason = status === 'pending' ? notes : undefined
    await audit(inside, { action, subject: { kind: 'task', id: task.id }, reason })
    if (status === 'in_progress') await beginVisit(inside, task)
    // A referral laboratory uses its own reagents.
    if (status === 'completed' && !task.referral) await context.tell(taskCompleted, inside, task)
  })
  const rule = status === 'completed' ? await releaseByRule(context, task) : null
  const how = rule === null ? said : `${said}, and released by the rule ${rule}`
  return { message: `${task.title}: ${how}.`, task: presentTask(await taskOf(context, id), actor) }
}

const moves = {
  pending: { set: setPutBack, action: 'task.put_back', said: 'back in the queue' },
  in_progress: { set: setStarted, action: 'task.started', said: 'started' },
  completed: { set: setCompleted, action: 'task.completed', said: 'done' },
} as const satisfies Record<TaskState, object>

/** Claims the next task of the queue for the caller, or answers that there is none. */
export async function claimNextTask(context: SignedIn) {
  const { actor, clock } = context
  const reach = await reachOf(context)
  const task = await transact(context, async (inside) => {
    const first = await claimFirst(inside.db, reach, actor.accountId, clock.now())
    const claimed = first && (await readTask(inside.db, reach, first.id))
    if (!claimed) return null
    await audit(inside, { action: 'task.started', subject: { kind: 'task', id: claimed.id } })
    await beginVisit(inside, claimed)
    return claimed
  })
  return task
    ? { message: `${task.title} for ${task.patient.fullName} is yours.`, task: presentTask(task, actor) }
    : { message: 'No task is waiting for you.', task: null }
}

const note = ({ db, clock, actor }: SignedIn, { siteId, id: taskId }: TaskKey, text: string) =>
  addNote(db, { siteId, id: uuidv7(clock), taskId, accountId: actor.accountId, at: clock.now(), text })

/** Moves a visit to `in_progress` with its first started task, and with it the visit at which samples were collected again. */
export async function beginVisit(
  inside: SignedIn,
  { siteId, visitId }: Pick<TaskRow, 'siteId' | 'visitId'>,
): Promise<void> {
  const visit = await readVisit(inside.db, 'everyone', visitId)
  if (visit?.status === 'collected') await moveVisit(inside, visit, 'in_progress')
  await followOrder(inside, { siteId, id: visitId }, 'collected', 'in_progress')
}

/**
 * Puts back the tasks of a person who leaves, in the transaction that closes their account. Results that they entered stay
 * under their name.
 */
export async function returnTasksOf(context: SignedIn, { accountId }: { accountId: string }): Promise<void> {
  const reason = 'Whoever worked on it left the laboratory'
  for (const { id } of await putBackAllOf(context.db, accountId))
    await audit(context, { action: 'task.put_back', subject: { kind: 'task', id }, reason })
}

export async function addTaskNote(context: SignedIn, id: string, text: string) {
  await note(context, await taskOf(context, id), text)
  return { message: 'The note is added.' }
}
