import type { Clinician, inviteClinician as inviteContract } from '#contract/clinicians.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { requireManager } from '../policy.ts'
import { resendInvitation, sendInvitation } from './invite-staff.ts'
import { isOfferedFacility, listClinicians as list } from './queries-clinicians.ts'

export async function listClinicians({ db, actor }: SignedIn): Promise<{ clinicians: Clinician[] }> {
  requireManager(actor)
  const rows = await list(db)
  return {
    clinicians: rows.map((row) => ({ ...row, invitedUntil: row.invitedUntil?.toISOString() ?? null })),
  }
}

export async function inviteClinician(
  context: SignedIn,
  { fullName, email, facilityId }: BodyOf<typeof inviteContract>,
) {
  requireManager(context.actor)
  if (!(await isOfferedFacility(context.db, facilityId)))
    throw invalid({ facilityId: ['Choose a facility from the list'] })
  const person = { fullName, email, specialties: [], permissions: [], sites: null, facilityId }
  await sendInvitation(context, 'clinician', person)
  return { message: `An invitation is on its way to ${email}.` }
}

export async function resendClinician(context: SignedIn, id: string) {
  const { email } = await resendInvitation(context, 'clinician', id)
  return { message: `A new invitation is on its way to ${email}.` }
}
