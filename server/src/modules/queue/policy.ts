import type { QueueEventKind } from '#contract/ticket-states.ts'
import { whyNotUndone } from '#contract/ticket-states.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Actor } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import type { DeskRow, Settings } from './queries-queue.ts'
import type { Ticket } from './ticket-life.ts'

/**
 * Staff work the queue of each of their sites; a manager also changes its rules and sees its figures (the contract lists the roles
 * of each call); a patient sees their own places; the board is public and names nobody.
 */

/** Refuses to call or close at a desk of somebody else. A manager may at every desk. */
export function requireAtDesk(actor: Actor, desk: DeskRow): void {
  if (desk.state === 'closed') throw notPossible(`${desk.name} is closed. Open it first.`)
  if (desk.staffId === actor.accountId || actor.role === 'admin') return
  throw notPossible(`${desk.staffName ?? 'Somebody else'} sits at ${desk.name}.`)
}

/** From when on the desk may record a no-show; null unless the ticket is called. */
export function noShowFrom(
  { status, calledAt, recalledAt }: Pick<Ticket, 'status' | 'calledAt' | 'recalledAt'>,
  { noShowMinutes }: Pick<Settings, 'noShowMinutes'>,
): Date | null {
  const called = status === 'called' ? (recalledAt ?? calledAt) : null
  return called && after(called, minutes(noShowMinutes))
}

/**
 * Whether staff made the visit urgent, by booking it themselves or at the desk. The priority that patients choose in the booking form
 * does not count: too many would choose "high".
 */
export const isUrgentByStaff = (visit: { priority: string; accountId: string | null }): boolean =>
  visit.priority === 'high' && visit.accountId === null

/** Why an event cannot be undone, or null. `atDesk`: another ticket that is at the event's desk now. */
export function whyNotUndo(
  event: { kind: QueueEventKind },
  ticket: { code: string; day: string },
  today: string,
  atDesk: { name: string; code: string } | null,
): string | null {
  const never = whyNotUndone[event.kind]
  if (never !== undefined) return never
  if (ticket.day !== today) return `${ticket.code} is of another day.`
  return atDesk && `${atDesk.name} has ${atDesk.code} now.`
}
