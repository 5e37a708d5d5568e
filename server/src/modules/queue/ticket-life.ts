import type { QueueEventKind, Room, TicketState } from '#contract/ticket-states.ts'

/**
 * Derives the state of tickets and desks from their events. The tables `ticket` and `desk` hold the result of these functions and
 * nothing else, so that a day can be replayed from its events.
 */

type Kind<K extends QueueEventKind, Detail = Record<never, never>> = { kind: K; detail: Detail }

/** How a person checked in. */
export type Way = 'kiosk' | 'pass' | 'desk' | 'walk-in'
/** Why a ticket ended without an action at a desk. */
export type Cause = 'collected' | 'day ended' | 'visit cancelled' | 'nobody came'

export type Issued = {
  visitId: string
  day: string
  number: number
  code: string
  class: 'appointment' | 'walk-in'
  urgent: boolean
  appointmentAt: string | null
  tests: string[]
  room: Room
}

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

export type QueueEvent = Deed & {
  seq: number
  at: Date
  ticketId: string | null
  desk: number | null
  accountId: string | null
  /** The event that an `undone` event undoes. */
  undoes: number | null
}

export type Ticket = {
  id: string
  visitId: string
  day: string
  number: number
  code: string
  class: 'appointment' | 'walk-in'
  urgent: boolean
  appointmentAt: Date | null
  tests: string[]
  room: Room
  /** The only desk that may call it. */
  forDesk: number | null
  status: TicketState
  arrivedAt: Date
  queuedAt: Date
  skips: number
  desk: number | null
  staffId: string | null
  calledAt: Date | null
  recalledAt: Date | null
  recalls: number
  startedAt: Date | null
  endedAt: Date | null
  endSeen: boolean
  lastEvent: number
}

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
      return {
        ...next,
        ...notServed,
        status: 'waiting',
        room: event.detail.room,
        forDesk: event.detail.forDesk,
      }
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

export type DeskPost = {
  state: 'open' | 'paused' | 'closed'
  staffId: string | null
  since: Date | null
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
