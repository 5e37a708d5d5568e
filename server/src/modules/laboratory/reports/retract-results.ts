import type { BodyOf } from '#contract/endpoint.ts'
import type { retractResults as contract } from '#contract/reports.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { auditedOf } from '../results/enter-results.ts'
import { lockTask, resultsOf } from '../results/queries-results.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { changeReports, tasksOf } from './change-reports.ts'
import { issueReport } from './issue-report.ts'
import { dropResults, setRetracted, tasksInReports } from './queries-release.ts'

type Body = BodyOf<typeof contract>

/**
 * Takes released results back, all of them or none. Each of their visits gets a new version of its report in which they
 * are withdrawn, and its patient a message; the tasks wait for new results. Earlier versions stay as they were.
 */
export async function retractResults(context: SignedIn, { tasks: ids, wholeReport, reason }: Body) {
  const named = await tasksOf(context, ids)
  const tasks = wholeReport ? await withTheirReports(context, named) : named
  await changeReports(
    context,
    tasks,
    (inside, task) => retractOne(inside, task, reason),
    (inside, visitId, part, own) => {
      const tests = own.map((task) => ({ code: task.testCode, name: task.title }))
      return issueReport(inside, visitId, { part, withdrawn: { tests, reason } })
    },
  )
  const [first] = tasks
  return {
    message: tasks.length === 1 ? `${first?.title} was withdrawn.` : `${tasks.length} tests were withdrawn.`,
  }
}

async function withTheirReports(context: SignedIn, named: readonly TaskRow[]): Promise<TaskRow[]> {
  const shown = await tasksInReports(context.db, named)
  return tasksOf(context, [...named.map((task) => task.id), ...shown])
}

async function retractOne(inside: SignedIn, task: TaskRow, reason: string): Promise<void> {
  const { db, clock, actor } = inside
  // Locked first, so that results which are being saved are retracted and audited as well.
  await lockTask(db, task)
  const before = await resultsOf(db, task)
  if (!(await setRetracted(db, task, { reason, by: actor.accountId, now: clock.now() }))) {
    throw notPossible(`${task.title}, ${task.accession}: only results that a report shows can be withdrawn.`)
  }
  await dropResults(db, task)
  await audit(inside, {
    action: 'result.retracted',
    subject: { kind: 'task', id: task.id },
    before: auditedOf(task, before),
    reason,
  })
}
