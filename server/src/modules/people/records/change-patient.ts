import type { BodyOf } from '#contract/endpoint.ts'
import type { changePatient as contract } from '#contract/patients.ts'
import { changeContact } from '#server/modules/access/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, notFound, notPossible } from '#server/platform/errors.ts'
import { findAccount } from './queries-record.ts'

/** Corrects name, phone and e-mail of a patient's account. Visits keep what was stated when they were booked. */
export async function changePatient(
  context: SignedIn,
  id: string,
  { version, ...contact }: BodyOf<typeof contract>,
) {
  if (!(await findAccount(context.db, id, context.actor.sites))) throw notFound('This patient')
  const message = await transact(context, async (within) => {
    const account = await findAccount(within.db, id, null, true)
    if (account?.version !== version) throw changedMeanwhile('This patient')
    if (account.status !== 'Active') throw notPossible('This account is closed.')
    return changeContact(within, id, contact)
  })
  return { message }
}
