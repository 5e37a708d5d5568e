import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { insightBooked, insightServed, insightWaits } from '#contract/insight-floor-lists.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { listBooked, listServed, listWaits } from './queries-floor.ts'
import { cut, pageOf, periodOf, planned } from './read-page.ts'

/** The lists of waits, of people served and of booked chairs behind the figures. */

export async function listWaitsBehind(
  context: SignedIn,
  query: QueryOf<typeof insightWaits>,
): Promise<ResponseOf<typeof insightWaits>> {
  const asked = { ...(await periodOf(context, query)), came: query.came ?? null, class: query.class ?? null }
  const rows = await planned(context, (db) => listWaits(db, asked, pageOf(query)))
  const { shown, nextCursor } = cut(rows, query.limit, ({ toldAt, ticketId }) => ({
    at: toldAt,
    id: ticketId,
  }))
  return {
    waits: shown.map(({ toldAt, calledAt, ...wait }) => ({
      ...wait,
      toldAt: toldAt.toISOString(),
      calledAt: calledAt.toISOString(),
    })),
    nextCursor,
  }
}

export async function listServedBehind(
  context: SignedIn,
  query: QueryOf<typeof insightServed>,
): Promise<ResponseOf<typeof insightServed>> {
  const asked = {
    ...(await periodOf(context, query)),
    ...hourOf(query),
    person: query.person ?? null,
    chairs: query.chairs ?? false,
  }
  const rows = await planned(context, (db) => listServed(db, asked, pageOf(query)))
  const { shown, nextCursor } = cut(rows, query.limit, ({ endedAt, ticketId }) => ({
    at: endedAt,
    id: ticketId,
  }))
  return {
    served: shown.map(({ calledAt, endedAt, ...ticket }) => ({
      ...ticket,
      calledAt: calledAt?.toISOString() ?? null,
      endedAt: endedAt.toISOString(),
    })),
    nextCursor,
  }
}

export async function listBookedBehind(
  context: SignedIn,
  query: QueryOf<typeof insightBooked>,
): Promise<ResponseOf<typeof insightBooked>> {
  const asked = { ...(await periodOf(context, query)), ...hourOf(query) }
  const rows = await planned(context, (db) => listBooked(db, asked, pageOf(query)))
  const { shown, nextCursor } = cut(rows, query.limit, ({ startsAt, id }) => ({ at: startsAt, id }))
  return {
    visits: shown.map(({ id: _, startsAt, endsAt, ...visit }) => ({
      ...visit,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
    nextCursor,
  }
}

const hourOf = ({ weekday, hour }: Pick<QueryOf<typeof insightBooked>, 'weekday' | 'hour'>) => ({
  weekday: weekday ?? null,
  hour: hour ?? null,
})
