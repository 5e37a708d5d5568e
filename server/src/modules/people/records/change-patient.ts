import type { BodyOf } from '#contract/endpoint.ts'
import type { changePatient as contract } from '#contract/patients.ts'
import { changeContact } from '#server/modules/access/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { changedMeanwhile, notFound, Refusal } from '#server/platform/errors.ts'
import { findAccount } from './queries-persons.ts'
import { readVersion } from './queries-record.ts'

/** Puts right how a patient is called and reached. Visits keep what was said when they were booked. */
export async function changePatient(
  context: SignedIn,
  id: string,
  { version, ...contact }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const account = await findAccount(context.db, id, context.actor.sites)
  if (!account) throw notFound('This patient')
  const message = await inTransaction(context.db, async (tx) => {
    if ((await readVersion(tx, id, true)) !== version) throw changedMeanwhile('This patient')
    if ((await findAccount(tx, id, null))?.status !== 'Active')
      throw new Refusal('not_possible_now', 'This account is closed.')
    return changeContact({ ...context, db: tx }, id, contact)
  })
  context.wakeOutbox()
  return { message }
}
