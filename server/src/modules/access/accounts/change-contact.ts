import { changedFields } from '#server/platform/audit.ts'
import { hours } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { changedMeanwhile, invalid } from '#server/platform/errors.ts'
import { spend } from '#server/platform/limits.ts'
import { reachedAt } from '#server/platform/outbox.ts'
import { addressChangesOfAccount } from '../limits.ts'
import { auditAccount } from './audit-account.ts'
import { findAccount, updateAccount } from './queries.ts'
import { askNewAddress } from './update-profile.ts'

/** How long the link to a new address waits if staff have entered the address. Milliseconds. */
const holdOfStaff = hours(24)

/**
 * Changes name and contact details of a patient by staff, in the transaction `db`. As in the profile, a new address counts once the
 * link mailed to it was opened. If the patient can log in already, the link is mailed a day later, and only if a second person has
 * approved the address. A message to the old address or number is sent at once, and a new password stops the change. Otherwise
 * whoever has a session of staff could take an account over.
 */
export async function changeContact(
  within: SignedIn,
  id: string,
  { email, ...contact }: { fullName: string; phone: string; email: string },
): Promise<string> {
  const before = await findAccount(within.db, { id })
  if (before?.role !== 'user') throw changedMeanwhile('This patient')
  if (email === '' && before.email !== '') {
    throw invalid({ email: ['Their e-mail address can be changed, but not removed'] })
  }
  const changes = changedFields(before, contact)
  if (changes) {
    const changed = await updateAccount(within.db, id, changes.after)
    if (!changed) throw changedMeanwhile('This patient')
    await auditAccount(within, 'patient.changed', id, changes)
  }
  if (email.toLowerCase() === before.email.toLowerCase()) return 'The patient’s details are saved.'
  await spend(within, addressChangesOfAccount, id)
  const known = reachedAt(before)
  await askNewAddress(
    within,
    { ...before, fullName: contact.fullName },
    email,
    known === '' ? 0 : holdOfStaff,
  )
  if (known === '') return `Saved. The new address counts once the link mailed to ${email} is opened.`
  return `Saved. ${known} is told now, so that the patient can stop the change. Somebody else must approve the new address. Then a link is mailed to ${email}, in 24 hours at the earliest; the address counts once it is opened.`
}
