import { readBenchTests } from '#server/modules/catalogue/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'

/** The number of rapid tests of a task; null if its result is typed, as for a referred task. */
export async function rapidTestsOf(
  { db }: SignedIn,
  { testCode, referral }: Pick<TaskRow, 'testCode' | 'referral'>,
) {
  if (referral) return null
  const [test] = await readBenchTests(db, [testCode])
  return test?.rapidTests ?? null
}

/** The reason why the result of a task with rapid tests cannot be typed; null for other tasks. */
export const whyRapid = async (
  context: SignedIn,
  task: Pick<TaskRow, 'testCode' | 'referral'>,
): Promise<string | null> =>
  (await rapidTestsOf(context, task)) === null
    ? null
    : 'The result of this test follows from rapid tests: enter them.'
