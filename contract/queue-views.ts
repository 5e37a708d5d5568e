import { z } from 'zod'
import { timestamp } from './fields.ts'
import { genders, priorities } from './options.ts'
import { deskStates, queueEventKinds, rooms, ticketStates, waitingClasses } from './ticket-states.ts'

/** Views of the queue for patients, desks, the board and managers, and the messages of their streams. */

export const site = z.object({ id: z.string(), name: z.string(), timeZone: z.string() })
export const room = z.enum(rooms, { error: 'Choose a room' })
const ticketCode = z.string()

/** The remaining wait in minutes. `unknown` if there is no reliable forecast. */
export const wait = z.discriminatedUnion('kind', [
  /** The range of eight of ten waits; `comeBackBy` is the latest time to be back. */
  z.object({ kind: z.literal('range'), low: z.number(), high: z.number(), comeBackBy: timestamp }),
  /** No forecast: the time that the head of the line has waited so far. */
  z.object({ kind: z.literal('head'), minutes: z.number() }),
  z.object({ kind: z.literal('unknown') }),
])
export type Wait = z.output<typeof wait>

/** A ticket as staff see it. */
export const ticketCard = z.object({
  id: z.string(),
  /** a letter for the class (A appointment, W walk-in, S urgent), and the number of the day. */
  code: ticketCode,
  status: z.enum(ticketStates),
  class: z.enum(waitingClasses),
  room,
  /** The desk of the call or service; while waiting, the desk it is assigned to, if any. Number and name. */
  desk: z.object({ number: z.number().int(), name: z.string() }).nullable(),
  staff: z.object({ id: z.string(), name: z.string() }).nullable(),
  visitId: z.string(),
  reference: z.string(),
  patient: z.object({ fullName: z.string(), age: z.number(), gender: z.enum(genders) }),
  priority: z.enum(priorities),
  tests: z.array(z.string()),
  appointmentAt: timestamp.nullable(),
  arrivedAt: timestamp,
  /** When it joined the line: later than the arrival for a skipped ticket. */
  queuedAt: timestamp,
  skips: z.number().int(),
  calledAt: timestamp.nullable(),
  recalls: z.number().int(),
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  /** When the desk may record a no-show; null if it is not called. */
  noShowFrom: timestamp.nullable(),
  wait,
  /** The latest event, which an undo must name, and why an undo would be refused; null if it is allowed. */
  lastEvent: z.object({
    seq: z.number().int(),
    kind: z.enum(queueEventKinds),
    whyNotUndone: z.string().nullable(),
  }),
})
export type TicketCard = z.output<typeof ticketCard>

const waitingCard = ticketCard.extend({
  /** Position in its room; 1 is called next. */
  position: z.number().int(),
  /** The reason for its position: "Urgent", "Appointment 09:00", "Waited over 45 minutes", "Came 08:41". */
  standing: z.string(),
  /** Why it precedes the next ticket; null for the last. */
  whyBeforeNext: z.string().nullable(),
})
export type WaitingCard = z.output<typeof waitingCard>

export const desk = z.object({
  number: z.number().int(),
  name: z.string(),
  room,
  state: z.enum(deskStates),
  since: timestamp.nullable(),
  staff: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The ticket called to or served at the desk. */
  ticket: ticketCard.nullable(),
})
export type Desk = z.output<typeof desk>

export const deskState = z.object({
  seq: z.number().int(),
  at: timestamp,
  site,
  desks: z.array(desk),
  waiting: z.array(waitingCard),
  /** Tickets that ended within the last half hour, latest first, which can be undone. */
  recent: z.array(ticketCard),
  /** Appointments for the rest of the day that have not arrived. */
  expected: z.number().int(),
})
export type DeskState = z.output<typeof deskState>

const spread = z.object({ mean: z.number().nullable(), p90: z.number().nullable() })

export const floorState = deskState.extend({
  /** Figures of the day so far, in minutes. */
  today: z.object({
    issued: z.number().int(),
    finished: z.number().int(),
    left: z.number().int(),
    noShow: z.number().int(),
    /** From check-in to the first call, of called tickets. */
    waited: spread,
    /** From the call to the end, of services with a recorded end. */
    served: spread,
    longestWaitNow: z.number(),
  }),
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      desk: z.string().nullable(),
      finished: z.number().int(),
      meanMinutes: z.number().nullable(),
    }),
  ),
  /** Appointments whose time has passed without an arrival, latest first. */
  late: z.array(
    z.object({ visitId: z.string(), reference: z.string(), fullName: z.string(), startsAt: timestamp }),
  ),
})
export type FloorState = z.output<typeof floorState>

/** The board in the waiting room: codes and desks, never a name, an id or a test. */
export const boardState = z.object({
  seq: z.number().int(),
  at: timestamp,
  site,
  desks: z.array(
    z.object({
      name: z.string(),
      room,
      state: z.enum(deskStates),
      code: ticketCode.nullable(),
      status: z.enum(['called', 'serving']).nullable(),
    }),
  ),
  /** The latest calls of the day, latest first. `seq` distinguishes calls of the same ticket. */
  calls: z.array(
    z.object({
      seq: z.number().int(),
      code: ticketCode,
      desk: z.string(),
      at: timestamp,
      again: z.boolean(),
    }),
  ),
  /** In calling order, by room; empty rooms are omitted. */
  waiting: z.array(
    z.object({
      room,
      tickets: z.array(
        z.object({
          code: ticketCode,
          /** The range of the remaining wait in minutes; null if there is no reliable forecast. */
          wait: z.object({ low: z.number(), high: z.number() }).nullable(),
        }),
      ),
    }),
  ),
})
export type BoardState = z.output<typeof boardState>

/** A ticket as its patient sees it. */
export const place = z.object({
  code: ticketCode,
  status: z.enum(ticketStates),
  class: z.enum(waitingClasses),
  site,
  room,
  /** The desk to go to, once called. */
  desk: z.string().nullable(),
  /** Number of people expected to be called before; 0 once called. */
  peopleBefore: z.number().int(),
  /** The same people by the reason for their precedence. */
  before: z.object({
    urgent: z.number().int(),
    appointments: z.number().int(),
    others: z.number().int(),
  }),
  arrivedAt: timestamp,
  appointmentAt: timestamp.nullable(),
  calledAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  wait,
  /** Null for the holder of a pass code. */
  visit: z.object({ id: z.string(), reference: z.string(), fullName: z.string() }).nullable(),
})
export type Place = z.output<typeof place>

export const myState = z.object({
  seq: z.number().int(),
  at: timestamp,
  /** Today’s tickets, live ones first. */
  places: z.array(place),
})
export type MyState = z.output<typeof myState>

export const queueEvent = z.object({
  seq: z.number().int(),
  at: timestamp,
  kind: z.enum(queueEventKinds),
  ticketId: z.string().nullable(),
  code: ticketCode.nullable(),
  desk: z.string().nullable(),
  by: z.string().nullable(),
  /** Details: the room after a transfer, the reason for leaving. */
  note: z.string().nullable(),
  /** Whether the event was undone later; an `undone` event names the event it reverts. */
  undone: z.boolean(),
  undoes: z.number().int().nullable(),
})
export type QueueEvent = z.output<typeof queueEvent>

/**
 * A message of a stream: `event: queue`, `id:` the number of the latest event it includes, `data:` this as JSON. Send the
 * last id back as `Last-Event-ID` to resume without gap or repeat. Each message has the whole state; `events` are those
 * since the previous message (on the board calls only, for a patient those about them). `reset`: too many events were
 * missed to be listed. Lines beginning with `:` are heartbeats, every 20 seconds. `event: end` with
 * `{"reason":"signed_out"}`: reconnect only with a new session. After an end without it: reconnect at once.
 */
export type QueueMessage<State, Event> = { seq: number; reset: boolean; events: Event[]; state: State }
export type BoardEvent = { seq: number; code: string; desk: string; at: string; again: boolean }
export type MyEvent = { seq: number; kind: QueueEvent['kind']; code: string; desk: string | null; at: string }
