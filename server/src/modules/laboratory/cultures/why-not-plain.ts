import { cultureTestOf } from '#server/modules/microbiology/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'

/** Why the results of a culture cannot be entered like those of other tests. Null for other tests and for referred cultures. */
export async function whyNotPlain(
  { db }: SignedIn,
  { testCode, referral }: Pick<TaskRow, 'testCode' | 'referral'>,
): Promise<string | null> {
  if (referral) return null
  return (await cultureTestOf(db, testCode)) ? 'This is a culture: read it at the microbiology bench.' : null
}
