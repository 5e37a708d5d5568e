import type { Appointment, appointmentTasks, listAppointments as listContract } from '#contract/booking.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { addDays, firstInstantOfLocal, instantOf, laboratorySettings } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { planAt } from './plan-visit.ts'
import { reachOf } from './policy.ts'
import { present } from './present.ts'
import { listAll, listOwn, type PageKey, readVisit, type Visit } from './queries-visits.ts'
import { resolveTests } from './resolve-tests.ts'

export async function readAppointment(context: SignedIn, id: string): Promise<Appointment> {
  const visit = await readVisit(context.db, reachOf(context.actor), id)
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
    after: readCursor(cursor),
    limit: limit + 1,
  })
  return page(context, visits, limit)
}

/** Everyone's appointments, for staff. */
export async function listAppointmentTasks(
  context: SignedIn,
  query: QueryOf<typeof appointmentTasks>,
): Promise<ResponseOf<typeof appointmentTasks>> {
  const plan = await planAt(context, query.siteId, query.test ? [query.test] : [])
  const { timeZone } = plan.site
  const [test] = query.test ? resolveTests(plan, [query.test], 'test') : []
  const filter = {
    siteId: query.siteId ?? null,
    from: query.from ? instantOf(firstInstantOfLocal(timeZone, query.from, 0)) : null,
    to: query.to ? instantOf(firstInstantOfLocal(timeZone, addDays(query.to, 1), 0)) : null,
    status: query.status ?? null,
    priority: query.priority ?? null,
    testCode: test?.code ?? null,
    search: query.search || null,
  }
  const { visits, total } = await listAll(context.db, filter, {
    ascending: query.order === 'soonest',
    after: readCursor(query.cursor),
    limit: query.limit + 1,
  })
  return { ...(await page(context, visits, query.limit)), total }
}

async function page(context: SignedIn, visits: Visit[], limit: number) {
  const { cutOffMinutes } = await laboratorySettings(context)
  const shown = visits.slice(0, limit)
  const last = shown.at(-1)
  return {
    appointments: shown.map((visit) => present(visit, context.actor, cutOffMinutes, context.clock.now())),
    nextCursor: visits.length > limit && last ? `${last.startsAt.toISOString()}_${last.id}` : null,
  }
}

const cursorForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/

function readCursor(cursor: string | undefined): PageKey | null {
  if (cursor === undefined) return null
  const [, at, id] = cursorForm.exec(cursor) ?? []
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) {
    throw invalid({ cursor: ['This is not the key of a page'] })
  }
  return { at: new Date(at), id }
}
