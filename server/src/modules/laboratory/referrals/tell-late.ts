import { tellStaff } from '#server/modules/access/index.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { listLate, markLate } from './queries-late.ts'

/**
 * Notifies the staff who set up referral laboratories of late reports: each report once, and one message for all reports of a laboratory
 * that are late by now.
 */
export async function tellLateReferrals(context: Context): Promise<void> {
  const now = context.clock.now()
  for (const { siteId, site, laboratoryId, laboratory } of await listLate(context.db, now)) {
    await transact(context, async (inside) => {
      const [first] = await markLate(inside.db, { siteId, laboratoryId }, now)
      if (first === undefined) return
      const key = `referral_late:${first}`
      await tellStaff(inside, { siteId, permission: 'catalogue', key }, ({ fullName, email }) => ({
        kind: 'referral_late',
        to: email,
        payload: { fullName, referralLaboratory: laboratory, site },
      }))
    })
  }
}
