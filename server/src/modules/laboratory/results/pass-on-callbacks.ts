import { audit } from '#server/platform/audit.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { postOnce } from '#server/platform/outbox.ts'
import { listToPassOn, passKey, passOn } from './queries-callbacks.ts'

/** The most in one run; the next run handles the rest. */
const most = 500

/**
 * Passes critical values that were not reported in time on to the next member of staff in the laboratory's order, with a message
 * to that person. The statement is guarded, so that a value goes one step only, in however many processes this runs.
 */
export async function passOnCallbacks(context: Context): Promise<void> {
  const now = context.clock.now()
  for (const due of await listToPassOn(context.db, now, most)) {
    await transact(context, async (inside) => {
      if (!(await passOn(inside.db, due, now))) return
      const { siteId, id: callbackId, taskId, position, accountId, fullName, email, site, reference } = due
      await audit(inside, {
        action: 'critical.passed_on',
        subject: { kind: 'task', id: taskId },
        after: { to: accountId, place: position },
      })
      const message = {
        kind: 'callback_overdue',
        to: email,
        payload: { siteId, callbackId, taskId, fullName, site, reference, round: position },
      } as const
      await postOnce(inside, message, passKey(due))
    })
  }
}
