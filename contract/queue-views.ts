import { z } from 'zod'
import { timestamp } from './fields.ts'
import { genders, priorities } from './options.ts'
import { deskStates, queueEventKinds, rooms, ticketStates, waitingClasses } from './ticket-states.ts'

/** What patients, desks, the board and the manager see of the queue, and the messages that keep it live. */

export const site = z.object({ id: z.string(), name: z.string(), timeZone: z.string() })
export const room = z.enum(rooms, { error: 'Choose a room' })
const ticketCode = z.string()

/** How long a person still waits. `unknown` where nothing honest can be said. Minutes. */
export const wait = z.discriminatedUnion('kind', [
  /** Eight of ten wait this long; `comeBackBy` is when to be back at the latest. */
  z.object({ kind: z.literal('range'), low: z.number(), high: z.number(), comeBackBy: timestamp }),
  /** Too little is known: how long the person at the head of the line has waited so far. */
  z.object({ kind: z.literal('head'), minutes: z.number() }),
  z.object({ kind: z.literal('unknown') }),
])
export type Wait = z.output<typeof wait>

/** What staff see of a ticket. */
export const ticketCard = z.object({
  id: z.string(),
  /** a letter for how it came (A appointment, W walk-in, S urgent), and the day's number. */
  code: ticketCode,
  status: z.enum(ticketStates),
  class: z.enum(waitingClasses),
  room,
  /** The desk it is called to or served at; while waiting, the only desk it waits for, if any. Number and name. */
  desk: z.object({ number: z.number().int(), name: z.string() }).nullable(),
  staff: z.object({ id: z.string(), name: z.string() }).nullable(),
  visitId: z.string(),
  reference: z.string(),
  patient: z.object({ fullName: z.string(), age: z.number(), gender: z.enum(genders) }),
  priority: z.enum(priorities),
  tests: z.array(z.string()),
  appointmentAt: timestamp.nullable(),
  arrivedAt: timestamp,
  /** Since when it waits in line: later than the arrival for somebody who was skipped. */
  queuedAt: timestamp,
  skips: z.number().int(),
  calledAt: timestamp.nullable(),
  recalls: z.number().int(),
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  /** From when on the desk may say that nobody came; null while it is not called. */
  noShowFrom: timestamp.nullable(),
  wait,
  /** The latest event, to send with an undo, and why that would be refused; null while it is allowed. */
  lastEvent: z.object({
    seq: z.number().int(),
    kind: z.enum(queueEventKinds),
    whyNotUndone: z.string().nullable(),
  }),
})
export type TicketCard = z.output<typeof ticketCard>

const waitingCard = ticketCard.extend({
  /** 1 is called next in its room. */
  position: z.number().int(),
  /** Its place in words: "Urgent", "Appointment 09:00", "Waited over 45 minutes", "Came 08:41". */
  standing: z.string(),
  /** Why it goes before the one after it; null for the last. */
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
  /** Called to it or being served there. */
  ticket: ticketCard.nullable(),
})
export type Desk = z.output<typeof desk>

export const deskState = z.object({
  seq: z.number().int(),
  at: timestamp,
  site,
  desks: z.array(desk),
  waiting: z.array(waitingCard),
  /** Ended within the last half hour, latest first: to be taken back if it was a slip. */
  recent: z.array(ticketCard),
  /** Booked for the rest of the day and not here yet. */
  expected: z.number().int(),
})
export type DeskState = z.output<typeof deskState>

const spread = z.object({ mean: z.number().nullable(), p90: z.number().nullable() })

export const floorState = deskState.extend({
  /** The day so far; minutes. */
  today: z.object({
    issued: z.number().int(),
    finished: z.number().int(),
    left: z.number().int(),
    noShow: z.number().int(),
    /** From check-in to the first call, of those who have been called. */
    waited: spread,
    /** From the call to the end, where the end was seen. */
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
  /** Booked, not here, and their time is over: latest first. */
  late: z.array(
    z.object({ visitId: z.string(), reference: z.string(), fullName: z.string(), startsAt: timestamp }),
  ),
})
export type FloorState = z.output<typeof floorState>

/** For a whole waiting room: codes and desks, never a name, an id or a test. */
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
  /** The latest calls of the day, latest first. `seq` tells one call from another of the same ticket. */
  calls: z.array(
    z.object({
      seq: z.number().int(),
      code: ticketCode,
      desk: z.string(),
      at: timestamp,
      again: z.boolean(),
    }),
  ),
  /** In calling order, by room; rooms in which nobody waits are left out. */
  waiting: z.array(z.object({ room, codes: z.array(ticketCode) })),
})
export type BoardState = z.output<typeof boardState>

/** What a patient sees of one ticket of theirs. */
export const place = z.object({
  code: ticketCode,
  status: z.enum(ticketStates),
  class: z.enum(waitingClasses),
  site,
  room,
  /** Where to go, once called. */
  desk: z.string().nullable(),
  /** Who will be called before, as it looks now; 0 once called. */
  peopleBefore: z.number().int(),
  /** The same people by why they go first. */
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
  /** Null for whoever shows a pass code only. */
  visit: z.object({ id: z.string(), reference: z.string(), fullName: z.string() }).nullable(),
})
export type Place = z.output<typeof place>

export const myState = z.object({
  seq: z.number().int(),
  at: timestamp,
  /** The tickets of today, live ones first. */
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
  /** What more there is to say: the room after a transfer, the reason for leaving. */
  note: z.string().nullable(),
  /** Taken back later; an `undone` says what it took back. */
  undone: z.boolean(),
  undoes: z.number().int().nullable(),
})
export type QueueEvent = z.output<typeof queueEvent>

/**
 * One message of a stream: `event: queue`, `id:` the number of the latest event it knows of, `data:` this as JSON. Send the
 * last id back as `Last-Event-ID` to go on without gap or repeat. Each message has the whole state; `events` is what
 * happened since the message before (on the board calls only, for a patient what concerns them). `reset`: too much was
 * missed to be told one by one. Lines beginning with `:` are heartbeats, every 20 seconds. `event: end` with
 * `{"reason":"signed_out"}`: do not come back without a new session. An end without it: come back at once, elsewhere.
 */
export type QueueMessage<State, Event> = { seq: number; reset: boolean; events: Event[]; state: State }
export type BoardEvent = { seq: number; code: string; desk: string; at: string; again: boolean }
export type MyEvent = { seq: number; kind: QueueEvent['kind']; code: string; desk: string | null; at: string }
