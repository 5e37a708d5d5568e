import type { Appointment, listAppointments as listContract } from '#contract/booking.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { mapPage, type Page } from '#server/platform/list.ts'
import { reachOf } from './policy.ts'
import { present } from './present.ts'
import { listOwn, openVisit } from './queries-visits.ts'

export async function readAppointment(context: SignedIn, id: string): Promise<Appointment> {
  const visit = await openVisit(context, reachOf(context.actor), id)
  if (!visit) throw notFound('This appointment')
  return present(visit, context.actor, context.clock.now())
}

/** The caller's own appointments. */
export async function listAppointments(
  context: SignedIn,
  { when, ...query }: QueryOf<typeof listContract>,
): Promise<Page<Appointment>> {
  const { db, clock, actor } = context
  const upcomingAt = when === 'upcoming' ? clock.now() : null
  const page = await listOwn(db, { accountId: actor.accountId, upcomingAt }, query)
  return mapPage(page, (visit) => present(visit, actor, clock.now()))
}
