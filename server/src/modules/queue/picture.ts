import type { Room } from '#contract/ticket-states.ts'
import { rooms } from '#contract/ticket-states.ts'
import {
  addDays,
  firstInstantOfLocal,
  instantOf,
  localAt,
  minuteOf,
  siteFor,
} from '#server/modules/sites/index.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { inOrder } from './order.ts'
import { type PictureDesk, type PictureRow, type PictureTicket, readPictureRow } from './queries-picture.ts'
import { type EventRow, type QueueRow, readQueue } from './queries-queue.ts'
import { type Waits, waitsOf } from './waits.ts'

/** How long ended tickets are shown, so that a mistake can be undone. */
const recentFor = minutes(30)
/** A reader that has missed more events has to load the state again. */
export const mostEvents = 200

export type SiteRef = { id: string; timeZone: string }

/** A site's queue at one moment, in calling order: read once and presented to all readers. */
export type Picture = {
  seq: number
  /** The event number that `events` continue from; null if they continue from none. */
  since: number | null
  at: Date
  day: string
  site: PictureRow['site']
  settings: PictureRow['settings']
  desks: PictureDesk[]
  calls: PictureRow['calls']
  events: EventRow[]
  expected: number
  tickets: ReadonlyMap<string, PictureTicket>
  /** Waiting tickets of each room, in calling order. */
  lines: ReadonlyMap<Room, PictureTicket[]>
  /** Number of tickets that are called before each waiting ticket. */
  peopleBefore: ReadonlyMap<string, number>
  atDesk: ReadonlyMap<number, PictureTicket>
  /** By the account that owns the visit, and by the visit. */
  owned: ReadonlyMap<string, readonly PictureTicket[]>
  recent: PictureTicket[]
  /** Forecasts of waiting tickets; for a ticket without one, the wait is unknown. */
  waits: Waits
}

/** The local day at the site, and the instants at which it begins and ends. */
export function dayOf(site: SiteRef, now: Date): { day: string; start: Date; end: Date } {
  const { day } = localAt(site.timeZone, minuteOf(now))
  const at = (which: string) => instantOf(firstInstantOfLocal(site.timeZone, which, 0))
  return { day, start: at(day), end: at(addDays(day, 1)) }
}

/** The queue of the requested site. A site whose patients the caller may not see is not found. */
export async function queueOf(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  asked: string | undefined,
): Promise<QueueRow> {
  const siteId = siteFor(actor, asked)
  const queue = siteId === undefined ? null : await readQueue(db, siteId)
  if (!queue) throw notFound('This site')
  return queue
}

/** The requested site: without an id, the caller's first. */
export async function siteOf(
  context: Pick<Context, 'db' | 'actor'>,
  siteId: string | undefined,
): Promise<SiteRef> {
  const queue = await queueOf(context, siteId)
  return { id: queue.siteId, timeZone: queue.timeZone }
}

/**
 * Reads the present; `events` are those since `since`, when it is given. With `only`, of those who wait that ticket alone:
 * enough to show it, without its place in line.
 */
export async function readPicture(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  site: SiteRef,
  { since = null, only = null }: { since?: number | null; only?: string | null } = {},
): Promise<Picture> {
  const now = clock.now()
  const { day, start, end } = dayOf(site, now)
  const row = await readPictureRow(db, {
    siteId: site.id,
    dayStart: start,
    dayEnd: end,
    now,
    endedSince: after(now, -recentFor),
    only,
    since,
    mostEvents,
  })
  if (!row) throw notFound('This site')
  const complete = row.events.at(-1)?.seq === row.seq || since === row.seq
  return arrange(row, now, day, complete ? since : null)
}

function arrange(row: PictureRow, now: Date, day: string, since: number | null): Picture {
  const { tickets, ...rest } = row
  const inLine = tickets.filter((ticket) => ticket.status === 'waiting' && ticket.stands)
  const lines = rooms.map((room) => {
    const those = inLine.filter((ticket) => ticket.room === room)
    return [room, inOrder(those, now, row.settings)] as const
  })
  return {
    ...rest,
    events: since === null ? [] : rest.events,
    since,
    at: now,
    day,
    tickets: new Map(tickets.map((ticket) => [ticket.id, ticket])),
    lines: new Map(lines),
    peopleBefore: new Map(lines.flatMap(([, line]) => line.map((ticket, index) => [ticket.id, index]))),
    atDesk: new Map(
      tickets.flatMap((ticket) =>
        ticket.desk === null || ticket.endedAt !== null ? [] : [[ticket.desk, ticket]],
      ),
    ),
    waits: waitsOf(row.site.id),
    owned: new Map([...Map.groupBy(tickets, (ticket) => ticket.visitId), ...byAccount(tickets)]),
    recent: tickets
      .filter((ticket) => ticket.endedAt !== null)
      .sort((a, b) => Number(b.endedAt) - Number(a.endedAt) || b.number - a.number),
  }
}

/** Tickets by account: those of the persons whose records it opens. */
function byAccount(tickets: readonly PictureTicket[]): Map<string, PictureTicket[]> {
  const owned = new Map<string, PictureTicket[]>()
  for (const ticket of tickets) {
    for (const id of ticket.accountIds) owned.set(id, [...(owned.get(id) ?? []), ticket])
  }
  return owned
}
