import type { Context } from '#server/platform/context.ts'
import { postOnce } from '#server/platform/outbox.ts'
import { listEscalations } from './queries-callbacks.ts'

/** The most in one run; the next run handles the rest. */
const most = 500

/**
 * Tells managers, and whoever may release, of critical values whose time to be told has passed: once when it has, once
 * more after as long again. A key keeps each to one, in however many processes this runs. No value leaves the house.
 */
export async function escalateCallbacks(context: Context): Promise<void> {
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
