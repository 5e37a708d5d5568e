import type { Context } from '#server/platform/context.ts'
import { oldestDueAt } from './queries.ts'

/** For how long the message that has waited longest has been due. Grows when no process delivers the outbox. */
export async function secondsOverdue({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  const oldest = await oldestDueAt(db, now)
  return oldest === null ? 0 : (now.getTime() - oldest.getTime()) / 1_000
}
