import type { TaskRow } from '../tasks/queries-tasks.ts'

type Tested = Pick<TaskRow, 'rapidTests' | 'referral'>

/** The number of rapid tests of a task; null: its result is typed, as that of a referred task is. */
export const rapidTestsOf = ({ rapidTests, referral }: Tested): TaskRow['rapidTests'] =>
  referral ? null : rapidTests

/** Why the result of a task cannot be typed: it follows from rapid tests. Null for other tasks. */
export const whyRapid = (task: Tested): string | null =>
  rapidTestsOf(task) === null ? null : 'The result of this test follows from rapid tests: enter them.'
