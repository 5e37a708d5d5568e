import { tellStaff } from '#server/modules/access/index.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { forgetLow, markLow, readLow } from './queries-stock.ts'

/**
 * Notifies the staff for the stock of items that are at their reorder level or below, whether by use, discard or expiry: once until the
 * item is above the level again.
 */
export async function tellLowStock(context: Context): Promise<void> {
  const now = context.clock.now()
  await forgetLow(context.db, now)
  for (const { id, siteId, name, site } of await readLow(context.db, now)) {
    await transact(context, async (inside) => {
      if (!(await markLow(inside.db, id, now))) return
      const key = `stock_low:${id}:${now.toISOString()}`
      await tellStaff(inside, { siteId, permission: 'stock', key }, ({ fullName, email }) => ({
        kind: 'stock_low',
        to: email,
        payload: { fullName, itemId: id, item: name, site },
      }))
    })
  }
}
