import { readAccountTold } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { post } from '#server/platform/outbox.ts'
import type { Visit } from './queries-visits.ts'

/**
 * Puts a message about the visit into the outbox: to the person tested, else to the account that is told. Who has
 * a telephone number only is sent an SMS.
 */
export async function mailTo(
  context: SignedIn,
  kind: 'visit_changed' | 'visit_cancelled' | 'visit_called_off' | 'visit_again',
  visit: Visit,
): Promise<void> {
  const to = await addressFor(context, visit)
  if (to !== '' || visit.patient.contact !== '')
    await post(context, { kind, to, payload: { siteId: visit.siteId, visitId: visit.id } })
}

/** Where messages about a visit go; empty where the laboratory has to call. */
export async function addressFor({ db }: SignedIn, visit: Visit): Promise<string> {
  return visit.patient.email || ((await readAccountTold(db, visit))?.email ?? '')
}

/** Of these telephone numbers those to which an SMS goes out, as the module of messages knows them. */
export type WhoGetsSms = (context: SignedIn, numbers: readonly string[]) => Promise<ReadonlySet<string>>

/** How somebody is asked about their visit: by e-mail where there is an address, else by SMS, else (null) by a call. */
export const wayTo = (to: string, { patient }: Visit, bySms: ReadonlySet<string>): 'email' | 'sms' | null =>
  to !== '' ? 'email' : bySms.has(patient.contact) ? 'sms' : null
