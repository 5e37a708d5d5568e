import { lockVisit } from '#server/modules/booking/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { taskOf } from '../tasks/list-tasks.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import type { Part } from './queries-reports.ts'

/** The tasks with these ids, each within reach of the caller, in the order of their ids. */
export const tasksOf = (context: SignedIn, ids: readonly string[]): Promise<TaskRow[]> =>
  Promise.all([...new Set(ids)].sort().map((id) => taskOf(context, id)))

const partOf = ({ confidential }: TaskRow): Part => (confidential ? 'confidential' : 'ordinary')

/**
 * Changes tasks and then issues the reports of their visits, including separate reports of confidential tests, in one transaction. The
 * visits are locked in the order of their ids, so that two callers with the same visits cannot deadlock.
 */
export async function changeReports(
  context: SignedIn,
  tasks: readonly TaskRow[],
  change: (inside: SignedIn, task: TaskRow) => Promise<void>,
  issue: (inside: SignedIn, visitId: string, part: Part, own: readonly TaskRow[]) => Promise<void>,
): Promise<void> {
  // Loaded before rows are locked: the libraries for PDF take a third of a second, once in a process.
  await import('./draw-report.ts')
  await transact(context, async (inside) => {
    const visits = [...Map.groupBy(tasks, (task) => task.visitId)].sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [visitId, own] of visits) {
      await lockVisit(inside.db, own[0]?.siteId ?? '', visitId)
      for (const [part, ofReport] of Map.groupBy(own, partOf)) {
        for (const task of ofReport) await change(inside, task)
        await issue(inside, visitId, part, ofReport)
      }
    }
  })
}
