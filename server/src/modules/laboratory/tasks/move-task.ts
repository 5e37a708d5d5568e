import type { moveTask as contract, Task } from '#contract/bench.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { moveVisit, readVisit } from '#server/modules/booking/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { whyNotMove } from '../policy.ts'
import { presentTask } from '../present.ts'
import { reachOf, taskOf } from './list-tasks.ts'
import { addNote, claimFirst, readTask, setCompleted, setStarted, type TaskRow } from './queries-tasks.ts'

/** Starts or completes a task, with its notes; the visit is at work from its first task on. */
export async function moveTask(
  context: SignedIn,
  id: string,
  { status, notes }: BodyOf<typeof contract>,
): Promise<{ message: string; task: Task }> {
  const { actor, clock } = context
  const task = await taskOf(context, id)
  const whyNot = whyNotMove(actor, task, status)
  if (whyNot) throw new Refusal('not_possible_now', whyNot)
  await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    const set = status === 'completed' ? setCompleted : setStarted
    if (!(await set(tx, task, actor.accountId, clock.now()))) {
      throw new Refusal('changed_meanwhile', 'Somebody was faster: this task has changed. Load it again.')
    }
    await note(inside, task, status === 'completed' ? 'task.completed' : 'task.started', notes)
  })
  const message = status === 'completed' ? `${task.title}: done.` : `${task.title}: started.`
  return { message, task: presentTask(await taskOf(context, id), actor) }
}

/** Takes the next task in line for the caller, or says that there is none. */
export async function claimNextTask(context: SignedIn): Promise<{ message: string; task: Task | null }> {
  const { actor, clock } = context
  const reach = await reachOf(context)
  const task = await inTransaction(context.db, async (tx) => {
    const id = await claimFirst(tx, reach, actor.accountId, clock.now())
    const claimed = id === null ? null : await readTask(tx, reach, id)
    if (claimed) await note({ ...context, db: tx }, claimed, 'task.started', '')
    return claimed
  })
  return task
    ? { message: `${task.title} for ${task.patient.fullName} is yours.`, task: presentTask(task, actor) }
    : { message: 'No task is waiting for you.', task: null }
}

async function note(
  inside: SignedIn,
  task: TaskRow,
  action: 'task.started' | 'task.completed',
  notes: string,
): Promise<void> {
  const { db, clock, actor } = inside
  if (notes !== '')
    await addNote(db, { id: uuidv7(clock), task, accountId: actor.accountId, at: clock.now(), text: notes })
  await audit(inside, { action, subject: { kind: 'task', id: task.id } })
  const visit = action === 'task.started' ? await readVisit(db, 'everyone', task.visitId) : null
  if (visit?.status === 'collected') await moveVisit(inside, visit, 'in_progress')
}

export async function addTaskNote(context: SignedIn, id: string, text: string): Promise<{ message: string }> {
  const task = await taskOf(context, id)
  await addNote(context.db, {
    id: uuidv7(context.clock),
    task,
    accountId: context.actor.accountId,
    at: context.clock.now(),
    text,
  })
  return { message: 'Noted.' }
}
