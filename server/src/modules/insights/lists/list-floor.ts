import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { insightBooked, insightServed, insightWaits } from '#contract/insight-floor-lists.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { planned } from '#server/platform/database.ts'
import { mapPage } from '#server/platform/list.ts'
import { listBooked, listServed, listWaits } from './queries-floor.ts'
import { periodOf } from './read-page.ts'

/** The lists of waits, of people served and of booked chairs behind the figures. */

export async function listWaitsBehind(
  context: SignedIn,
  query: QueryOf<typeof insightWaits>,
): Promise<ResponseOf<typeof insightWaits>> {
  const asked = { ...(await periodOf(context, query)), came: query.came ?? null, class: query.class ?? null }
  const page = await planned(context.db, (db) => listWaits(db, asked, query))
  return mapPage(page, ({ toldAt, calledAt, ...wait }) => ({
    ...wait,
    toldAt: toldAt.toISOString(),
    calledAt: calledAt.toISOString(),
  }))
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
  const page = await planned(context.db, (db) => listServed(db, asked, query))
  return mapPage(page, ({ calledAt, endedAt, ...ticket }) => ({
    ...ticket,
    calledAt: calledAt?.toISOString() ?? null,
    endedAt: endedAt.toISOString(),
  }))
}

export async function listBookedBehind(
  context: SignedIn,
  query: QueryOf<typeof insightBooked>,
): Promise<ResponseOf<typeof insightBooked>> {
  const asked = { ...(await periodOf(context, query)), ...hourOf(query) }
  const page = await planned(context.db, (db) => listBooked(db, asked, query))
  return mapPage(page, ({ id: _, startsAt, endsAt, ...visit }) => ({
    ...visit,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }))
}

const hourOf = ({ weekday, hour }: Pick<QueryOf<typeof insightBooked>, 'weekday' | 'hour'>) => ({
  weekday: weekday ?? null,
  hour: hour ?? null,
})
