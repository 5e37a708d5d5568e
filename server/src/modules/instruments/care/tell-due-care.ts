import { tellStaff } from '#server/modules/access/index.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { listDue, markDueTold } from './queries-care.ts'

/** Notifies the staff for analysers of calibrations and services that are due, once for each entry. */
export async function tellDueCare(context: Context): Promise<void> {
  const now = context.clock.now()
  for (const { siteId, id, analyser, site } of await listDue(context.db, now)) {
    await transact(context, async (inside) => {
      if (!(await markDueTold(inside.db, { siteId, id }, now))) return
      const key = `care_due:${id}`
      await tellStaff(inside, { siteId, permission: 'instruments', key }, ({ fullName, email }) => ({
        kind: 'care_due',
        to: email,
        payload: { fullName, analyser, site },
      }))
    })
  }
}
