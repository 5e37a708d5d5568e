import { worklistSize } from '#contract/bench.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { whyNotMove } from '../policy.ts'
import { presentTask } from '../present.ts'
import { reachOf, testOf } from './list-tasks.ts'
import { beginVisit } from './move-task.ts'
import { claimThese, listOpen, readTasks } from './queries-queue.ts'
import type { TaskRow } from './queries-tasks.ts'

/** The open tasks of one test in the order of the queue, to fill a rack. */
export async function readWorklist(context: SignedIn, testName: string) {
  const test = await testOf(context, testName)
  const rows = await listOpen(context.db, await reachOf(context), test.code, worklistSize + 1)
  return {
    test: test.name,
    at: context.clock.now(),
    tasks: rows.slice(0, worklistSize).map((row) => presentTask(row, context.actor)),
    more: rows.length > worklistSize,
  }
}

/** Starts the tasks of a list that can be started, in one statement; answers why each of the others was not started. */
export async function startWorklist(context: SignedIn, ids: readonly string[]) {
  const { db, actor, clock } = context
  const reach = await reachOf(context)
  const before = await readTasks(db, reach, ids)
  const started = await transact(context, async (inside) => {
    const claimed = await claimThese(inside.db, reach, ids, actor.accountId, clock.now())
    for (const id of claimed) await audit(inside, { action: 'task.started', subject: { kind: 'task', id } })
    const visits = new Map(
      before.filter((task) => claimed.includes(task.id)).map((task) => [task.visitId, task]),
    )
    // Always in the same order, so that two lists with the same visits cannot deadlock.
    for (const [, task] of [...visits].sort(([a], [b]) => (a < b ? -1 : 1))) await beginVisit(inside, task)
    return claimed
  })
  const isOwn = ({ status, claimedById }: TaskRow) =>
    status === 'in_progress' && claimedById === actor.accountId
  const left = (await readTasks(db, reach, ids))
    .filter((task) => !started.includes(task.id) && !isOwn(task))
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
