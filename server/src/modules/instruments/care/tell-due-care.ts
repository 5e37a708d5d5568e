import { tellStaff } from '#server/modules/access/index.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { listDue, markDueTold } from './queries-care.ts'

/**
 * Notifies the staff for analysers of calibrations and services that are due: once of each entry, and with one message for all entries of
 * an instrument that are due by now.
 */
export async function tellDueCare(context: Context): Promise<void> {
  const now = context.clock.now()
  for (const { siteId, ids, analyser, site } of await listDue(context.db, now)) {
    await transact(context, async (inside) => {
      const [first] = await markDueTold(inside.db, { siteId, ids }, now)
      if (first === undefined) return
      const key = `care_due:${first}`
      await tellStaff(inside, { siteId, permission: 'instruments', key }, ({ fullName, email }) => ({
        kind: 'care_due',
        to: email,
        payload: { fullName, analyser, site },
      }))
    })
  }
}
