import type { Appointment, listAppointments as listContract } from '#contract/booking.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { mapPage, type Page } from '#server/platform/list.ts'
import { present } from '../present.ts'
import { listOwn } from '../queries-visits.ts'

/** The caller's own appointments. */
export async function listAppointments(
  context: SignedIn,
  { when, ...query }: QueryOf<typeof listContract>,
): Promise<Page<Appointment>> {
  const { db, clock, actor } = context
  const upcomingAt = when === 'upcoming' ? clock.now() : null
  const page = await listOwn(db, { accountId: actor.accountId, upcomingAt }, query)
  return mapPage(page, (visit) => present(context, visit))
}
