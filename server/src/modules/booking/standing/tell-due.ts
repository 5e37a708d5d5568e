import { laboratorySettings } from '#server/modules/sites/index.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { dialled } from '#server/platform/dialled.ts'
import { post, reachedAt } from '#server/platform/outbox.ts'
import { nextDue } from './due-days.ts'
import { insertDue, moveOn, standingToTell, toldOf } from './queries-standing.ts'

/**
 * Sends the messages before due days. Each message is sent once: the same transaction moves the standing order on from exactly this due
 * day. For due days that passed while no server ran, no message is sent.
 */
export async function tellDueTests(context: Context): Promise<void> {
  let last = ''
  while (true) {
    const found = await standingToTell(context.db, context.clock.now())
    const ids = found.map(({ id, nextOn }) => id + nextOn).join()
    if (found.length === 0 || ids === last) return
    last = ids
    for (const { nextOn, personId, past, ...order } of found) {
      await transact(context, async (inside) => {
        if (!(await moveOn(inside.db, order.id, nextOn, nextDue(order, nextOn)))) return
        const to = past ? null : await addressOf(inside, personId)
        const toldAt = to && inside.clock.now()
        await insertDue(inside.db, { standingId: order.id, dueOn: nextOn, toldAt })
        if (!to) return
        const payload = { fullName: to.fullName, standingId: to.hasAccount ? order.id : null }
        await post(inside, { kind: 'tests_due', to: to.address, payload })
      })
    }
  }
}

async function addressOf(context: Context, personId: string) {
  const told = await toldOf(context.db, personId)
  if (!told) return null
  const { phone: home } = await laboratorySettings(context)
  const address = told.hasAccount ? reachedAt(told) : dialled(told.signInPhone ?? '', home)
  return address === '' ? null : { ...told, address }
}
