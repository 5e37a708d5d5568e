import { readAccountTold } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { ask } from '#server/platform/events.ts'
import { post } from '#server/platform/outbox.ts'
import { smsNumbersAsked } from './events.ts'
import type { Visit } from './queries-visits.ts'

/**
 * Adds a message about the visit to the outbox, to the address of the visit or else of the account. If there is only a phone number,
 * the message becomes an SMS.
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

/** The address for messages about a visit; empty if the laboratory has to call. */
export const addressFor = async ({ db }: SignedIn, visit: Visit): Promise<string> =>
  visit.patient.email || ((await readAccountTold(db, visit))?.email ?? '')

/** The phone numbers of visits to which SMS are sent. */
export async function smsNumbers(context: SignedIn, visits: readonly Visit[]): Promise<ReadonlySet<string>> {
  const numbers = visits.map(({ patient }) => patient.contact)
  return ask(context, smsNumbersAsked, numbers)
}

/** How a patient is asked about the visit: by e-mail if there is an address, else by SMS, else (null) by a call. */
export const wayTo = (to: string, { patient }: Visit, bySms: ReadonlySet<string>): 'email' | 'sms' | null =>
  to !== '' ? 'email' : bySms.has(patient.contact) ? 'sms' : null
