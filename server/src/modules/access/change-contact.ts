import { changedFields } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { changedMeanwhile, invalid } from '#server/platform/errors.ts'
import { spend } from '#server/platform/limits.ts'
import { auditAccount } from './audit-account.ts'
import { addressChangesOfAccount } from './limits.ts'
import { findAccount, updateAccount } from './queries.ts'
import { askNewAddress } from './update-profile.ts'

/**
 * Changes name and contact details of a patient by staff, in the transaction `db`. As in the profile, a new address counts once the
 * link mailed to it was opened, and the old address gets a message.
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
  await askNewAddress(within, { ...before, fullName: contact.fullName }, email)
  return `Saved. The new address counts once the link mailed to ${email} is opened.`
}
