import type { Context } from '#server/platform/context.ts'
import { oldestDueAt } from './queries.ts'

/** The seconds for which the oldest due message has been waiting. The value grows if no process delivers the outbox. */
export async function secondsOverdue({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  const oldest = await oldestDueAt(db, now)
  return oldest === null ? 0 : (now.getTime() - oldest.getTime()) / 1_000
}
