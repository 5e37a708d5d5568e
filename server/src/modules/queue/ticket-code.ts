import type { WaitingClass } from '#contract/ticket-states.ts'

/** How a ticket was issued. The letter stays as printed on the slip. */
const letters: Readonly<Record<WaitingClass, string>> = { stat: 'S', appointment: 'A', 'walk-in': 'W' }

/** For example A-012. All letters share one sequence of numbers, so that the number alone identifies the ticket. */
export const ticketCode = (kind: WaitingClass, number: number): string =>
  `${letters[kind]}-${String(number).padStart(3, '0')}`
