import { ticketCode } from '#server/modules/queue/index.ts'
import type { StoryTicket, StoryVisit } from './day-story.ts'
import { addRow } from './rows.ts'
import { highest, iso, isoOr, minute, type SiteFacts, type Tables } from './story-tables.ts'

/** A day's queue: its events in their order, and the tickets that they come to. */

type Event = {
  at: number
  kind: string
  ticket: StoryTicket | null
  desk: number | null
  by: string | null
  detail: object
}

export function writeQueue(into: Tables, site: SiteFacts, date: string, visits: readonly StoryVisit[]): void {
  const last = new Map<StoryTicket, number>()
  for (const event of eventsOf(date, visits)) {
    const seq = ++site.lastEvent
    if (event.ticket) last.set(event.ticket, seq)
    addRow(into.event, [
      site.id,
      seq,
      iso(event.at),
      event.kind,
      event.ticket?.id ?? null,
      event.desk,
      event.by,
      JSON.stringify(event.detail),
    ])
  }
  const tickets = visits.flatMap((visit) => visit.tickets.map((ticket) => ({ visit, ticket })))
  for (const { visit, ticket } of tickets) writeTicket(into, site, date, visit, ticket, last.get(ticket) ?? 0)
  if (tickets.length > 0)
    addRow(into.ticketDay, [site.id, date, highest(tickets.map(({ ticket }) => ticket.number))])
}

/** From the call to the chair: short, and never longer than the half of what is done there. */
const startOf = ({ calledAt, endedAt }: StoryTicket) =>
  calledAt === null ? null : Math.round(Math.min(calledAt + minute / 3, (calledAt + endedAt) / 2))

function eventsOf(date: string, visits: readonly StoryVisit[]): Event[] {
  const events: Event[] = []
  const desks = new Map<number, { from: number; until: number; by: string | null }>()
  for (const visit of visits) {
    for (const ticket of visit.tickets) {
      const by = ticket.by?.id ?? null
      const add = (at: number, kind: string, detail: object, of: Partial<Event> = {}) =>
        events.push({ at, kind, ticket, desk: null, by: null, detail, ...of })
      add(ticket.arrivedAt, 'arrived', {
        visitId: visit.id,
        way: visit.kind === 'walk-in' ? 'walk-in' : 'kiosk',
      })
      add(ticket.arrivedAt, 'issued', issued(date, visit, ticket))
      const started = startOf(ticket)
      if (ticket.calledAt === null || started === null || ticket.desk === null) {
        add(ticket.endedAt, 'left', { cause: 'day ended' })
        continue
      }
      const at = { desk: ticket.desk, by }
      add(ticket.calledAt, 'called', {}, at)
      add(started, 'started', {}, at)
      add(ticket.endedAt, 'finished', {}, at)
      const desk = desks.get(ticket.desk)
      desks.set(ticket.desk, {
        from: Math.min(desk?.from ?? ticket.calledAt, ticket.calledAt),
        until: Math.max(desk?.until ?? 0, ticket.endedAt),
        by: desk?.by ?? by,
      })
    }
  }
  for (const [desk, { from, until, by }] of desks) {
    events.push({ at: from - 1, kind: 'opened', ticket: null, desk, by, detail: {} })
    events.push({ at: until + 1, kind: 'closed', ticket: null, desk, by, detail: {} })
  }
  return events.sort((a, b) => a.at - b.at)
}

const codeOf = ({ urgent, kind }: StoryVisit, { number }: StoryTicket) =>
  ticketCode(urgent ? 'stat' : kind, number)
const appointmentOf = ({ kind, startsAt }: StoryVisit) => (kind === 'appointment' ? iso(startsAt) : null)

const issued = (day: string, visit: StoryVisit, ticket: StoryTicket) => ({
  visitId: visit.id,
  day,
  number: ticket.number,
  code: codeOf(visit, ticket),
  class: visit.kind,
  urgent: visit.urgent,
  appointmentAt: appointmentOf(visit),
  tests: [...visit.tests].sort(),
  room: 'collection',
})

function writeTicket(
  into: Tables,
  site: SiteFacts,
  date: string,
  visit: StoryVisit,
  ticket: StoryTicket,
  lastEvent: number,
): void {
  const served = ticket.calledAt !== null
  addRow(into.ticket, [
    site.id,
    ticket.id,
    visit.id,
    date,
    ticket.number,
    codeOf(visit, ticket),
    visit.kind,
    visit.urgent,
    appointmentOf(visit),
    [...visit.tests].sort(),
    'collection',
    served ? 'finished' : 'left',
    iso(ticket.arrivedAt),
    iso(ticket.arrivedAt),
    0,
    ticket.desk,
    ticket.by?.id ?? null,
    isoOr(ticket.calledAt),
    0,
    isoOr(startOf(ticket)),
    iso(ticket.endedAt),
    true,
    lastEvent,
  ])
}

/** What was said at the arrival, to be held against what came of it. */
export function writeTold(
  into: Tables,
  site: SiteFacts,
  midnight: number,
  visits: readonly StoryVisit[],
): void {
  for (const { ticket, class: of, ahead, predicted, shown } of site.tellWaits(midnight, visits)) {
    addRow(into.told, [
      site.id,
      ticket.id,
      iso(ticket.arrivedAt),
      of,
      ahead,
      predicted.low,
      predicted.median,
      predicted.high,
      shown?.low ?? null,
      shown?.high ?? null,
    ])
  }
}
