import type { QueueEventKind } from '#contract/ticket-states.ts'
import { whyNotUndone } from '#contract/ticket-states.ts'
import type { Actor } from '#server/platform/context.ts'

/**
 * Who may do what. Staff work the queue of any site, a manager also its rules and its figures (the contract's lists of
 * roles say so, call by call); a patient sees their own places; the board is everybody's and names nobody. Default: no.
 */

/** Why this person may not call or close at the desk, or null. A manager may at every desk. */
export function whyNotAtDesk(
  actor: Actor,
  desk: {
    name: string
    state: 'open' | 'paused' | 'closed'
    staffId: string | null
    staffName: string | null
  },
): string | null {
  if (desk.state === 'closed') return `${desk.name} is closed. Open it first.`
  if (desk.staffId === actor.accountId || actor.role === 'admin') return null
  return `${desk.staffName ?? 'Somebody else'} sits at ${desk.name}.`
}

/**
 * Whether an urgent visit is so by the laboratory's word. Anybody can tick "high" in the booking form, and half a waiting
 * room would: only staff, by booking it themselves or at the desk, make a visit urgent.
 */
export const isUrgentByStaff = (visit: { priority: string; accountId: string | null }): boolean =>
  visit.priority === 'high' && visit.accountId === null

/** Why an event cannot be taken back, or null. `atDesk`: the code of whoever is at the event's desk now, if it is another. */
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
