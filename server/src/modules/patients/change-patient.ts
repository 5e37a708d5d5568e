import type { BodyOf } from '#contract/endpoint.ts'
import type { changePatient as contract } from '#contract/patients.ts'
import { changeContact } from '#server/modules/identity/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { changedMeanwhile, notFound, Refusal } from '#server/platform/errors.ts'
import { findPerson, readPerson } from './queries-persons.ts'
import { readVersion } from './queries-record.ts'

/** Puts right how a patient is called and reached. Visits keep what was said when they were booked. */
export async function changePatient(
  context: SignedIn,
  id: string,
  { version, ...contact }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const ref = await findPerson(context.db, id, context.actor.sites)
  if (!ref) throw notFound('This patient')
  if (!('account' in ref)) {
    throw new Refusal('not_possible_now', 'Without an account a patient is what their appointments say.')
  }
  const message = await inTransaction(context.db, async (tx) => {
    if ((await readVersion(tx, ref.account, true)) !== version) throw changedMeanwhile('This patient')
    if ((await readPerson(tx, ref, null))?.status !== 'Active')
      throw new Refusal('not_possible_now', 'This account is closed.')
    return changeContact({ ...context, db: tx }, ref.account, contact)
  })
  context.wakeOutbox()
  return { message }
}
