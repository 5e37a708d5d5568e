import { staffAt } from '#server/modules/access/index.ts'
import { after, hours } from '#server/platform/clock.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { postOnce } from '#server/platform/outbox.ts'
import { listHeldLong, markTold } from './queries-told.ts'

/** Staff are notified of values that are held for longer. */
const heldFor = hours(1)

/**
 * Notifies the technicians of a site of values that have been held for an hour: once per message, and at most once an hour per
 * analyser.
 */
export async function tellHeld(context: Context): Promise<void> {
  const now = context.clock.now()
  const since = after(now, -heldFor)
  for (const { siteId, instrumentId, analyser, site } of await listHeldLong(context.db, since)) {
    await transact(context, async (inside) => {
      const [first] = await markTold(inside.db, { siteId, id: instrumentId }, since, now)
      if (first === undefined) return
      for (const { id, fullName, email, role } of await staffAt(inside.db, siteId)) {
        if (role !== 'technician' || email === '') continue
        const payload = { fullName, analyser, site }
        await postOnce(inside, { kind: 'values_held', to: email, payload }, `values_held:${first}:${id}`)
      }
    })
  }
}
