import { passOnCallbacks } from '#server/modules/laboratory/index.ts'
import type { Context } from '#server/platform/context.ts'
import { postOnce } from '#server/platform/outbox.ts'
import { listEscalations } from './queries-callbacks.ts'

/** The most in one run; the next run handles the rest. */
const most = 500

/**
 * Passes critical values that nobody reported in time on to the next in the laboratory's order. Once all of them had their time, or
 * if there is no order, tells managers and those who may release results, and once more when as much time has passed again. A key
 * makes each message unique, in however many processes this runs. Messages contain no value.
 */
export async function escalateCallbacks(context: Context): Promise<void> {
  await passOnCallbacks(context)
  for (const one of await listEscalations(context.db, context.clock.now(), most)) {
    const { round, accountId, email, ...about } = one
    const key = `callback_overdue:${about.callbackId}:${round}:${accountId}`
    const message = {
      kind: 'callback_overdue',
      to: email,
      payload: { ...about, round },
    } as const
    await postOnce(context, message, key)
  }
}
