import {
  type worklist as listContract,
  type startWorklist as startContract,
  worklistSize,
} from '#contract/bench.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { whyNotMove } from '../policy.ts'
import { presentTask } from '../present.ts'
import { reachOf, testOf } from './list-tasks.ts'
import { beginVisit } from './move-task.ts'
import { claimThese, listOpen, readTasks } from './queries-queue.ts'
import type { TaskRow } from './queries-tasks.ts'

/** The open tasks of one test in the order of the queue, to fill a rack. */
export async function readWorklist(
  context: SignedIn,
  { test: name }: QueryOf<typeof listContract>,
): Promise<ResponseOf<typeof listContract>> {
  const { db, actor, clock } = context
  const test = await testOf(context, name)
  const rows = await listOpen(db, await reachOf(context), test.code, worklistSize + 1)
  return {
    test: test.name,
    at: clock.now().toISOString(),
    tasks: rows.slice(0, worklistSize).map((row) => presentTask(row, actor)),
    more: rows.length > worklistSize,
  }
}

/** Starts the tasks of a list that can be started, in one statement; answers why each of the others was not started. */
export async function startWorklist(
  context: SignedIn,
  ids: readonly string[],
): Promise<ResponseOf<typeof startContract>> {
  const { db, actor, clock } = context
  const reach = await reachOf(context)
  const before = await readTasks(db, reach, ids)
  const started = await inTransaction(db, async (tx) => {
    const inside = { ...context, db: tx }
    const claimed = await claimThese(tx, reach, ids, actor.accountId, clock.now())
    for (const id of claimed) await audit(inside, { action: 'task.started', subject: { kind: 'task', id } })
    const visits = new Map(
      before.filter((task) => claimed.includes(task.id)).map((task) => [task.visitId, task]),
    )
    // Always in the same order, so that two lists with the same visits cannot deadlock.
    for (const [, task] of [...visits].sort(([a], [b]) => (a < b ? -1 : 1))) await beginVisit(inside, task)
    return claimed
  })
  const after = await readTasks(db, reach, ids)
  const left = after
    .filter(
      (task) =>
        !started.includes(task.id) &&
        !(task.status === 'in_progress' && task.claimedById === actor.accountId),
    )
    .map((task) => ({
      accession: task.accession,
      patient: task.patient.fullName,
      why: whyLeft(context, task),
    }))
  return { message: say(started.length, left.length), started, left }
}

function whyLeft({ actor }: SignedIn, task: TaskRow): string {
  if (task.status === 'in_progress') return `${task.claimedBy ?? 'Somebody'} works on it.`
  if (task.status === 'completed') return 'It is done.'
  return whyNotMove(actor, task, 'in_progress') ?? 'It was just put back: start it again.'
}

function say(started: number, left: number): string {
  const all = started === 1 ? '1 task started' : `${started} tasks started`
  return left === 0 ? `${all}.` : `${all}, ${left} left out.`
}
