import type { SignedIn } from '#server/platform/context.ts'
import { post } from '#server/platform/outbox.ts'
import type { Visit } from './queries-visits.ts'

/** Puts a message about the visit into the outbox: to the person tested, else to the account that booked. */
export async function mailTo(
  context: SignedIn,
  kind: 'visit_changed' | 'visit_cancelled' | 'visit_again',
  visit: Visit,
): Promise<void> {
  const { actor } = context
  const to = visit.patient.email || (visit.accountId === actor.accountId ? actor.email : '')
  if (to !== '') await post(context, { kind, to, payload: { siteId: visit.siteId, visitId: visit.id } })
}
