import { type QueueEvent, ticketAfter, ticketCode } from '#server/modules/queue/index.ts'
import type { StoryTicket, StoryVisit } from './day-story.ts'
import { addRow } from './rows.ts'
import { highest, minute, type SiteFacts, type Tables } from './story-tables.ts'

/** A day's queue: its events in their order, and the tickets after them. */

type DayEvent = Pick<QueueEvent, 'ticketId' | 'desk' | 'accountId' | 'kind'> & { at: number; detail: object }

/** `isOver`: whether the desks have been closed in the evening. */
export function writeQueue(
  into: Tables,
  site: SiteFacts,
  { date, isOver }: { date: string; isOver: boolean },
  visits: readonly StoryVisit[],
): void {
  const events = eventsOf({ date, isOver }, visits).map(
    ({ at, ...event }) =>
      ({ ...event, siteId: site.id, seq: ++site.lastEvent, at: new Date(at), undoes: null }) as QueueEvent,
  )
  for (const event of events) addRow(into.event, { ...event, detail: JSON.stringify(event.detail) })
  const ofTickets = Map.groupBy(events, ({ ticketId }) => ticketId)
  const tickets = visits.flatMap((visit) => visit.tickets)
  for (const { id } of tickets) {
    const ticket = ticketAfter(ofTickets.get(id) ?? [])
    if (ticket) addRow(into.ticket, ticket)
  }
  if (tickets.length === 0) return
  addRow(into.ticketDay, { siteId: site.id, day: date, last: highest(tickets.map(({ number }) => number)) })
}

/** The start of the service: shortly after the call, and never after half of the service. */
const startOf = (calledAt: number, endedAt: number) =>
  Math.round(Math.min(calledAt + minute / 3, (calledAt + endedAt) / 2))

function eventsOf(
  { date, isOver }: { date: string; isOver: boolean },
  visits: readonly StoryVisit[],
): DayEvent[] {
  const events: DayEvent[] = []
  const desks = new Map<number, { from: number; until: number; by: string | null }>()
  for (const visit of visits) {
    for (const ticket of visit.tickets) {
      const { id: ticketId, arrivedAt, calledAt, endedAt, desk } = ticket
      const add = (at: number, kind: QueueEvent['kind'], detail: object, of: Partial<DayEvent> = {}) =>
        events.push({ at, kind, ticketId, desk: null, accountId: null, detail, ...of })
      const way = visit.kind === 'walk-in' ? 'walk-in' : 'kiosk'
      add(arrivedAt, 'arrived', { visitId: visit.id, way })
      add(arrivedAt, 'issued', issued(date, visit, ticket))
      if (calledAt === null || desk === null) {
        if (endedAt < Number.POSITIVE_INFINITY) add(endedAt, 'left', { cause: 'day ended' })
        continue
      }
      const by = ticket.by?.id ?? null
      const at = { desk, accountId: by }
      add(calledAt, 'called', {}, at)
      add(startOf(calledAt, endedAt), 'started', {}, at)
      if (endedAt < Number.POSITIVE_INFINITY) add(endedAt, 'finished', {}, at)
      const open = desks.get(desk)
      desks.set(desk, {
        from: Math.min(open?.from ?? calledAt, calledAt),
        until: Math.max(open?.until ?? 0, endedAt),
        by: open?.by ?? by,
      })
    }
  }
  for (const [desk, { from, until, by }] of desks) {
    const event = { ticketId: null, desk, accountId: by, detail: {} }
    events.push({ at: from - 1, kind: 'opened', ...event })
    if (isOver) events.push({ at: until + 1, kind: 'closed', ...event })
  }
  return events.sort((a, b) => a.at - b.at)
}

const issued = (day: string, { id, kind, urgent, startsAt, tests }: StoryVisit, { number }: StoryTicket) => ({
  visitId: id,
  day,
  number,
  code: ticketCode(urgent ? 'stat' : kind, number),
  class: kind,
  urgent,
  appointmentAt: kind === 'appointment' ? new Date(startsAt).toISOString() : null,
  tests: [...tests].sort(),
  room: 'collection',
})

/** The waits that were shown at each arrival, with which the product compares the actual waits. */
export function writeTold(
  into: Tables,
  site: SiteFacts,
  midnight: number,
  visits: readonly StoryVisit[],
): void {
  for (const { ticket, predicted, shown, ...told } of site.tellWaits(midnight, visits)) {
    addRow(into.told, {
      siteId: site.id,
      ticketId: ticket.id,
      toldAt: new Date(ticket.arrivedAt),
      ...told,
      ...predicted,
      shownLow: shown?.low ?? null,
      shownHigh: shown?.high ?? null,
    })
  }
}
