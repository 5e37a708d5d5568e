import { type Room, rooms } from '#contract/ticket-states.ts'
import { instantOf, localAt, minuteOf, siteFor, wholeDays } from '#server/modules/sites/index.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import { inOrder } from './order.ts'
import { type PictureRow, type PictureTicket, readPictureRow } from './queries-picture.ts'
import { eventsAfter, type QueueRow, readQueue } from './queries-queue.ts'
import { waitsOf } from './waits.ts'

/** How long ended tickets are shown, so that a mistake can be undone. */
const recentFor = minutes(30)
/** A reader that has missed more events has to load the state again. */
export const mostEvents = 200

export type SiteRef = Pick<QueueRow, 'id' | 'timeZone'>

/** A site's queue at one moment, in calling order: read once and presented to all readers. */
export type Picture = Awaited<ReturnType<typeof readPicture>>

/** The instants at which local days, both included, begin and end. */
export function limitsOf(zone: string, from: string, to = from): { start: Date; end: Date } {
  const { start, end } = wholeDays(zone, from, to)
  return { start: instantOf(start), end: instantOf(end) }
}

/** The local day at the site, with its limits. */
export function dayOf({ timeZone }: Pick<SiteRef, 'timeZone'>, now: Date) {
  const { day } = localAt(timeZone, minuteOf(now))
  return { day, ...limitsOf(timeZone, day) }
}

/** The requested site; without an id, the caller's first. A site whose patients the caller may not see is not found. */
export async function siteOf(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  asked: string | undefined,
): Promise<QueueRow> {
  const siteId = siteFor(actor, asked)
  return required(siteId === undefined ? null : await readQueue(db, siteId), 'This site')
}

/**
 * Reads the present state of a queue, with the events after `since`. `only` reads no other waiting ticket than this: enough to show
 * the ticket without its place in line. `ended`: whether recently ended tickets are read. They are half of a busy queue's tickets, and
 * only screens show them.
 */
export async function readPicture(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  site: SiteRef,
  {
    since = null,
    only = null,
    ended = true,
  }: { since?: number | null; only?: string | null; ended?: boolean } = {},
) {
  const now = clock.now()
  const { day, ...limits } = dayOf(site, now)
  const endedSince = ended ? after(now, -recentFor) : null
  const row = required(
    await readPictureRow(db, { siteId: site.id, ...limits, now, endedSince, only }),
    'This site',
  )
  const found =
    since === null || since === row.lastEvent ? [] : await eventsAfter(db, site.id, since, mostEvents)
  // The events are read after the state, and can be later.
  const events = found.filter(({ seq }) => seq <= row.lastEvent)
  const complete = since === row.lastEvent || events.at(-1)?.seq === row.lastEvent
  return {
    ...arrange(row, now),
    day,
    /** The number of the event before `events`; null if it is unknown or too long ago: `events` is then empty. */
    since: complete ? since : null,
    events: complete ? events : [],
  }
}

function arrange({ tickets, desks, calls, expected, ...site }: PictureRow, now: Date) {
  const waiting = tickets.filter((ticket) => ticket.status === 'waiting' && ticket.stands)
  const inRoom = (room: Room) => waiting.filter((ticket) => ticket.room === room)
  const atDesk = tickets.filter(({ endedAt }) => endedAt === null)
  return {
    seq: site.lastEvent,
    at: now,
    /** The site with the settings of its queue. */
    site,
    desks,
    calls,
    expected,
    tickets: new Map(tickets.map((ticket) => [ticket.id, ticket])),
    /** Waiting tickets of each room, in calling order. */
    lines: new Map(rooms.map((room) => [room, inOrder(inRoom(room), now, site)])),
    atDesk: new Map(
      atDesk.flatMap((ticket) => (ticket.desk === null ? [] : [[ticket.desk, ticket] as const])),
    ),
    /** Forecasts of waiting tickets; for a ticket without a forecast, the wait is unknown. */
    waits: waitsOf(site.id),
    /** By the account that owns the visit, and by the visit. */
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
