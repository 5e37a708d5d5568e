import type { Selectable } from 'kysely'
import type { QueueEventKind, Room } from '#contract/ticket-states.ts'
import type {
  Desk as DeskTable,
  QueueEvent as EventTable,
  Ticket as TicketTable,
} from '#server/platform/schema.gen.ts'

/**
 * Derives the state of tickets and desks from their events. The tables `ticket` and `desk` hold the result of these functions and
 * nothing else, so that a day can be replayed from its events.
 */

type Kind<K extends QueueEventKind, Detail = Record<never, never>> = { kind: K; detail: Detail }

/** How a person checked in. */
export type Way = 'kiosk' | 'pass' | 'desk' | 'walk-in'
/** Why a ticket ended without an action at a desk. */
export type Cause = 'collected' | 'day ended' | 'visit cancelled' | 'nobody came'

export type Ticket = Selectable<TicketTable>
export type DeskPost = Pick<Selectable<DeskTable>, 'state' | 'staffId' | 'since'>

export type Issued = Pick<
  Ticket,
  'visitId' | 'day' | 'number' | 'code' | 'class' | 'urgent' | 'tests' | 'room'
> & { appointmentAt: string | null }

export type TicketDeed =
  | Kind<'arrived', { visitId: string; way: Way }>
  | Kind<'issued', Issued>
  | Kind<'called'>
  | Kind<'recalled'>
  | Kind<'skipped'>
  | Kind<'transferred', { room: Room; forDesk: number | null }>
  | Kind<'urgent', { urgent: boolean; reason: string }>
  | Kind<'started'>
  | Kind<'finished', { cause?: Cause; endSeen?: false }>
  | Kind<'left', { cause?: Cause; reason?: string }>
  | Kind<'no_show', { cause?: Cause }>
export type DeskDeed = Kind<'opened'> | Kind<'paused'> | Kind<'resumed'> | Kind<'closed'>
export type Deed = TicketDeed | DeskDeed | Kind<'undone'>

/** `undoes` is the event that an `undone` event undoes. */
export type QueueEvent = Deed & Omit<Selectable<EventTable>, 'kind' | 'detail'>

/** The ticket after one more event other than `undone`. */
function afterEvent(ticket: Ticket | null, event: QueueEvent): Ticket | null {
  if (event.kind === 'issued') return issued(event, event.detail)
  if (!ticket) return null
  const next = { ...ticket, lastEvent: event.seq }
  switch (event.kind) {
    case 'arrived':
    case 'opened':
    case 'paused':
    case 'resumed':
    case 'closed':
    case 'undone':
      return next
    case 'called':
      return {
        ...next,
        ...notServed,
        status: 'called',
        desk: event.desk,
        staffId: event.accountId,
        calledAt: event.at,
      }
    case 'recalled':
      return { ...next, recalledAt: event.at, recalls: next.recalls + 1 }
    case 'skipped':
      return { ...next, ...notServed, status: 'waiting', queuedAt: event.at, skips: next.skips + 1 }
    case 'transferred':
      return { ...next, ...notServed, status: 'waiting', ...event.detail }
    case 'urgent':
      return { ...next, urgent: event.detail.urgent }
    case 'started':
      return { ...next, status: 'serving', startedAt: event.at, staffId: event.accountId ?? next.staffId }
    case 'finished':
      return { ...next, status: 'finished', endedAt: event.at, endSeen: event.detail.endSeen ?? true }
    case 'left':
    case 'no_show':
      return { ...next, status: event.kind, endedAt: event.at }
    default:
      return event satisfies never
  }
}

const notServed = {
  desk: null,
  staffId: null,
  calledAt: null,
  recalledAt: null,
  recalls: 0,
  startedAt: null,
} as const

function issued(event: QueueEvent, detail: Issued): Ticket {
  return {
    ...notServed,
    ...detail,
    siteId: event.siteId,
    id: event.ticketId ?? '',
    appointmentAt: detail.appointmentAt === null ? null : new Date(detail.appointmentAt),
    forDesk: null,
    status: 'waiting',
    arrivedAt: event.at,
    queuedAt: event.at,
    skips: 0,
    endedAt: null,
    endSeen: true,
    lastEvent: event.seq,
  }
}

/** The events that are neither undone nor `undone` events, in the given order. */
export function standingEvents(events: readonly QueueEvent[]): QueueEvent[] {
  const undone = new Set(events.map((event) => event.undoes))
  return events.filter((event) => event.kind !== 'undone' && !undone.has(event.seq))
}

/** The state of a ticket after these events, in their order; null before it was issued. */
export function ticketAfter(events: readonly QueueEvent[]): Ticket | null {
  const ticket = standingEvents(events).reduce(afterEvent, null as Ticket | null)
  return ticket && { ...ticket, lastEvent: events.at(-1)?.seq ?? 0 }
}

/** The ticket after one more event. `earlier` are all its events so far, needed only for `undone`. */
export function nextTicket(
  ticket: Ticket | null,
  event: QueueEvent,
  earlier: readonly QueueEvent[],
): Ticket | null {
  return event.kind === 'undone' ? ticketAfter([...earlier, event]) : afterEvent(ticket, event)
}

/** The desk after one more event of its own; events of tickets do not change it. */
export function deskAfter(desk: DeskPost, event: QueueEvent): DeskPost {
  switch (event.kind) {
    case 'opened':
      return { state: 'open', staffId: event.accountId, since: event.at }
    case 'paused':
      return { ...desk, state: 'paused', since: event.at }
    case 'resumed':
      return { ...desk, state: 'open', since: event.at }
    case 'closed':
      return { state: 'closed', staffId: null, since: event.at }
    default:
      return desk
  }
}
