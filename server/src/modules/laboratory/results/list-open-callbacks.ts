import type { ResponseOf } from '#contract/endpoint.ts'
import type { openCallbacks } from '#contract/results.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { reachOf } from '../tasks/list-tasks.ts'
import { listOpenCallbacks as selectOpen } from './queries-callbacks.ts'

/** The most that are listed. The rest follow as these are closed; the answer has the total number. */
const most = 50

/** Critical values that have not been reported yet, for the alarm on every screen of the staff. */
export async function listOpenCallbacks(context: SignedIn): Promise<ResponseOf<typeof openCallbacks>> {
  const reach = await reachOf(context)
  const rows = await selectOpen(context.db, { by: context.actor.accountId, reach, most })
  return {
    now: context.clock.now().toISOString(),
    callbacks: rows.map(({ total, dueAt, ...row }) => ({ ...row, dueAt: dueAt.toISOString() })),
    total: rows[0]?.total ?? 0,
  }
}
