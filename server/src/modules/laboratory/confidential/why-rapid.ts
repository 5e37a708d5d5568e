import { readBenchTests } from '#server/modules/catalogue/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'

/** The number of rapid tests of a task; null: its result is typed, as that of a referred task is. */
export async function rapidTestsOf(
  { db }: SignedIn,
  { testCode, referral }: Pick<TaskRow, 'testCode' | 'referral'>,
) {
  if (referral) return null
  const [test] = await readBenchTests(db, [testCode])
  return test?.rapidTests ?? null
}

/** Why the result of a task cannot be typed: it follows from rapid tests. Null for other tasks. */
export const whyRapid = async (
  context: SignedIn,
  task: Pick<TaskRow, 'testCode' | 'referral'>,
): Promise<string | null> =>
  (await rapidTestsOf(context, task)) === null
    ? null
    : 'The result of this test follows from rapid tests: enter them.'
