import type { Priority } from '#contract/options.ts'
import type { Visit } from '#server/modules/booking/index.ts'
import type { BenchTest } from '#server/modules/catalogue/index.ts'
import { after, hours } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { insertTasks } from './queries-tasks.ts'

/** Urgent tests are promised within the hour at most: 90 % of urgent results under 60 minutes is the usual goal. */
const urgentHours = 1
const ranks: Readonly<Record<Priority, number>> = { high: 0, normal: 1, low: 2 }

/** Adds a task for each of these tests of a visit on a sample, and returns their ids. `from`: when their turnaround begins. */
export async function addTasks(
  { db, clock }: SignedIn,
  { siteId, id: visitId, priority }: Pick<Visit, 'siteId' | 'id' | 'priority'>,
  sampleId: string,
  tests: readonly BenchTest[],
  from: Date = clock.now(),
) {
  const now = clock.now()
  const tasks = tests.map(({ code, panelVersion, turnaroundHours: within }) => ({
    id: uuidv7(clock),
    siteId,
    visitId,
    sampleId,
    testCode: code,
    panelVersion,
    rank: ranks[priority],
    dueAt: after(from, hours(priority === 'high' ? Math.min(within, urgentHours) : within)),
    createdAt: now,
  }))
  await insertTasks(db, tasks)
  return tasks.map(({ id }) => id)
}
