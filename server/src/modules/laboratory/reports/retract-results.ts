import type { BodyOf } from '#contract/endpoint.ts'
import type { retractResults as contract } from '#contract/reports.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { lockTask, resultsOf } from '../results/queries-results.ts'
import { givenOf } from '../results/result-form.ts'
import { lockVisit } from '../samples/queries-samples.ts'
import { taskOf } from '../tasks/list-tasks.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { issueReport } from './issue-report.ts'
import { dropResults, setRetracted, tasksInReports } from './queries-retractions.ts'

/**
 * Takes released results back, all of them or none. Each of their visits gets a new version of its report in which they
 * are withdrawn, and its patient a message; the tasks wait for results anew. Earlier versions stay as they were.
 */
export async function retractResults(
  context: SignedIn,
  { tasks: ids, wholeReport, reason }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const named = await Promise.all([...new Set(ids)].sort().map((id) => taskOf(context, id)))
  const tasks = wholeReport ? await withTheirReports(context, named) : named
  await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    for (const visitId of [...new Set(tasks.map((task) => task.visitId))].sort()) {
      const own = tasks.filter((task) => task.visitId === visitId)
      await lockVisit(tx, own[0]?.siteId ?? '', visitId)
      for (const task of own) await retractOne(inside, task, reason)
      const tests = own.map((task) => ({ code: task.testCode, name: task.title }))
      await issueReport(inside, visitId, { tests, reason })
    }
  })
  context.wakeOutbox()
  const [first, ...others] = tasks
  return {
    message: others.length === 0 ? `${first?.title} was withdrawn.` : `${tasks.length} tests were withdrawn.`,
  }
}

async function withTheirReports(context: SignedIn, named: readonly TaskRow[]): Promise<TaskRow[]> {
  const shown = await tasksInReports(
    context.db,
    named.map((task) => task.visitId),
  )
  const ids = new Set([...named.map((task) => task.id), ...shown])
  return Promise.all([...ids].sort().map((id) => taskOf(context, id)))
}

async function retractOne(inside: SignedIn, task: TaskRow, reason: string): Promise<void> {
  const { db, clock, actor } = inside
  // Held first: what a save brings in this moment is taken back too, and noted.
  await lockTask(db, task)
  const before = await resultsOf(db, task)
  if (!(await setRetracted(db, task, { reason, by: actor.accountId, now: clock.now() }))) {
    throw new Refusal(
      'not_possible_now',
      `${task.title}, ${task.accession}: only results that a report shows can be withdrawn.`,
    )
  }
  await dropResults(db, task)
  await audit(inside, {
    action: 'result.retracted',
    subject: { kind: 'task', id: task.id },
    before: Object.fromEntries(before.map((result) => [result.code, givenOf(result)])),
    reason,
  })
}
