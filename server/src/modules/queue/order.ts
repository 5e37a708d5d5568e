import type { WaitingClass } from '#contract/ticket-states.ts'
import { clockAt, minuteOf } from '#server/modules/sites/index.ts'
import {
  type CallingRule,
  callingOrder,
  standing,
  type Waiting,
  whyBefore as whyBeforeByRule,
} from '#simulation/calling-rule.ts'
import type { Ticket } from './ticket-life.ts'

/** Applies the pure calling rule to tickets. No SQL statement sorts by it. */

/** The data that the rule uses. */
export type InLine = Pick<
  Ticket,
  'class' | 'urgent' | 'queuedAt' | 'appointmentAt' | 'day' | 'number' | 'room' | 'forDesk'
>

export const classOf = ({ class: base, urgent }: Pick<Ticket, 'class' | 'urgent'>): WaitingClass =>
  urgent ? 'stat' : base

const inMinutes = (instant: Date) => instant.getTime() / 60_000

/** The ticket number is the id by which the rule breaks ties: the lower one goes first. */
function asWaiting<T extends InLine>(ticket: T): Waiting & { ticket: T } {
  return {
    id: `${ticket.day} ${String(ticket.number).padStart(6, '0')}`,
    class: classOf(ticket),
    arrivedAt: inMinutes(ticket.queuedAt),
    appointmentAt: ticket.appointmentAt && inMinutes(ticket.appointmentAt),
    ticket,
  }
}

export function inOrder<T extends InLine>(tickets: readonly T[], now: Date, rule: CallingRule): T[] {
  return callingOrder(tickets.map(asWaiting), inMinutes(now), rule).map(({ ticket }) => ticket)
}

export function whyBefore(ticket: InLine, next: InLine, now: Date, rule: CallingRule): string {
  return whyBeforeByRule(asWaiting(ticket), asWaiting(next), inMinutes(now), rule)
}

/** Whether a desk may call the ticket: its own room, and not waiting for another desk. */
export const isFor = (ticket: Pick<Ticket, 'room' | 'forDesk'>, desk: { number: number; room: string }) =>
  ticket.room === desk.room && (ticket.forDesk === null || ticket.forDesk === desk.number)

/** A ticket's place in words. */
export function standingOf(ticket: InLine, now: Date, rule: CallingRule & { timeZone: string }): string {
  const { reason } = standing(asWaiting(ticket), inMinutes(now), rule)
  const clock = (instant: Date) => clockAt(rule.timeZone, minuteOf(instant))
  switch (reason) {
    case 'stat':
      return 'Urgent'
    case 'appointment':
      return `Appointment ${ticket.appointmentAt ? clock(ticket.appointmentAt) : ''}`.trim()
    case 'aged':
      return `Waited over ${rule.ageingMinutes} minutes`
    case 'aged above stat':
      return `Waited over ${rule.aboveStatMinutes} minutes`
    case 'arrival':
      return ticket.appointmentAt
        ? `${whyNotDue(ticket, ticket.appointmentAt)} for ${clock(ticket.appointmentAt)}`
        : `In line since ${clock(ticket.queuedAt)}`
    default:
      return reason satisfies never
  }
}

const whyNotDue = ({ queuedAt }: InLine, appointmentAt: Date) => (queuedAt < appointmentAt ? 'Early' : 'Late')
