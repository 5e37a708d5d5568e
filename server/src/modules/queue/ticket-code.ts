import type { WaitingClass } from '#contract/ticket-states.ts'

/** How a ticket was issued, printed on the slip for good. */
const letters: Readonly<Record<WaitingClass, string>> = { stat: 'S', appointment: 'A', 'walk-in': 'W' }

/**
 * One row of numbers for all letters, so that a number alone, read out or half heard, still means one person.
 */
export const ticketCode = (kind: WaitingClass, number: number): string =>
  `${letters[kind]}-${String(number).padStart(3, '0')}`
