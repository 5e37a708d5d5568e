import type { Appointment, listAppointments as listContract } from '#contract/booking.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { placeOf } from './page-keys.ts'
import { reachOf } from './policy.ts'
import { present } from './present.ts'
import { listOwn, openVisit } from './queries-visits.ts'

export async function readAppointment(context: SignedIn, id: string): Promise<Appointment> {
  const visit = await openVisit(context, reachOf(context.actor), id)
  if (!visit) throw notFound('This appointment')
  const { cutOffMinutes } = await laboratorySettings(context)
  return present(visit, context.actor, cutOffMinutes, context.clock.now())
}

/** The caller's own appointments, and the key of the next page when there is one. */
export async function listAppointments(
  context: SignedIn,
  { when, limit, cursor }: QueryOf<typeof listContract>,
): Promise<{ appointments: Appointment[]; nextCursor: string | null }> {
  const { db, clock, actor } = context
  const visits = await listOwn(db, {
    accountId: actor.accountId,
    upcomingAt: when === 'upcoming' ? clock.now() : null,
    after: placeOf(cursor).key,
    limit: limit + 1,
  })
  const { cutOffMinutes } = await laboratorySettings(context)
  const shown = visits.slice(0, limit)
  const last = shown.at(-1)
  return {
    appointments: shown.map((visit) => present(visit, actor, cutOffMinutes, clock.now())),
    nextCursor: visits.length > limit && last ? `${last.startsAt.toISOString()}_${last.id}` : null,
  }
}
