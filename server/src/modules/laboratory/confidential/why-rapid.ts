import type { TaskRow } from '../tasks/queries-tasks.ts'

type Tested = Pick<TaskRow, 'rapidTests' | 'referral'>

/** The number of rapid tests of a task; null if its result is typed, as for a referred task. */
export const rapidTestsOf = ({ rapidTests, referral }: Tested): TaskRow['rapidTests'] =>
  referral ? null : rapidTests

/** The reason why the result of a task with rapid tests cannot be typed; null for other tasks. */
export const whyRapid = (task: Tested): string | null =>
  rapidTestsOf(task) === null ? null : 'The result of this test follows from rapid tests: enter them.'
