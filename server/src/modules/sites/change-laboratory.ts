import type { BodyOf } from '#contract/endpoint.ts'
import type { changeBookingRules, changeLaboratory } from '#contract/settings.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { changedMeanwhile } from '#server/platform/errors.ts'
import { readLaboratoryRow, writeBookingRules, writeLaboratory } from './queries-settings.ts'
import { versionOf } from './settings-version.ts'

/** Changes name, address and contact details of the laboratory, for pages, mails and new reports. */
export async function updateLaboratory(
  context: SignedIn,
  { version, ...fields }: BodyOf<typeof changeLaboratory>,
): Promise<{ message: string }> {
  await inTransaction(context.db, async (tx) => {
    const { laboratory: before } = await readLaboratoryRow(tx, true)
    if (versionOf(before) !== version) throw changedMeanwhile('The laboratory')
    const changed = changedFields(before, fields)
    if (!changed) return
    await writeLaboratory(tx, fields)
    const subject = { kind: 'laboratory', id: 'laboratory' }
    await audit({ ...context, db: tx }, { action: 'laboratory.changed', subject, ...changed })
  })
  return { message: 'The laboratory’s details are saved.' }
}

/** Changes the rules of booking. Existing bookings stay. */
export async function updateBookingRules(
  context: SignedIn,
  { version, ...rules }: BodyOf<typeof changeBookingRules>,
): Promise<{ message: string }> {
  await inTransaction(context.db, async (tx) => {
    const { booking: before } = await readLaboratoryRow(tx, true)
    if (versionOf(before) !== version) throw changedMeanwhile('What is offered')
    const changed = changedFields(before, rules)
    if (!changed) return
    await writeBookingRules(tx, rules)
    const subject = { kind: 'laboratory', id: 'laboratory' }
    await audit({ ...context, db: tx }, { action: 'booking_rules.changed', subject, ...changed })
  })
  return { message: 'The rules of booking are saved. They count from now on.' }
}
