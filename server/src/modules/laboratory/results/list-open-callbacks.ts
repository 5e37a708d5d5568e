import type { ResponseOf } from '#contract/endpoint.ts'
import type { openCallbacks } from '#contract/results.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { reachOf } from '../tasks/list-tasks.ts'
import { listOpenCallbacks as selectOpen } from './queries-callbacks.ts'

/** More than anybody can call at once. The rest follow as these are dealt with; the answer has the total number. */
const most = 50

/** The critical values that nobody has been told of yet, for the alarm on every screen of the staff. */
export async function listOpenCallbacks(context: SignedIn): Promise<ResponseOf<typeof openCallbacks>> {
  const reach = await reachOf(context)
  const rows = await selectOpen(context.db, { by: context.actor.accountId, reach, most })
  return {
    now: context.clock.now().toISOString(),
    callbacks: rows.map(({ total, dueAt, ...row }) => ({ ...row, dueAt: dueAt.toISOString() })),
    total: rows[0]?.total ?? 0,
  }
}
