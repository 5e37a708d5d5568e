/** The states and transitions of a ticket, the rooms and the desks. The server enforces this table, the screens explain it. */
export const ticketStates = ['waiting', 'called', 'serving', 'finished', 'left', 'no_show'] as const
export type TicketState = (typeof ticketStates)[number]

export const ticketStateLabels: Readonly<Record<TicketState, string>> = {
  waiting: 'Waiting',
  called: 'Called',
  serving: 'In service',
  finished: 'Finished',
  left: 'Left',
  no_show: 'No-show',
}

/** The class that decides a ticket’s place in the queue, named as in the calling rule. */
export const waitingClasses = ['stat', 'appointment', 'walk-in'] as const
export type WaitingClass = (typeof waitingClasses)[number]

export const waitingClassLabels: Readonly<Record<WaitingClass, string>> = {
  stat: 'Urgent',
  appointment: 'Appointment',
  'walk-in': 'Walk-in',
}

/** The purpose of a desk, and what a ticket waits for. */
export const rooms = ['collection', 'reception', 'private'] as const
export type Room = (typeof rooms)[number]

export const roomLabels: Readonly<Record<Room, string>> = {
  collection: 'Sample collection',
  reception: 'Reception',
  private: 'Private room',
}

export const deskStates = ['open', 'paused', 'closed'] as const
export type DeskState = (typeof deskStates)[number]

export const deskStateLabels: Readonly<Record<DeskState, string>> = {
  open: 'Open',
  paused: 'Paused',
  closed: 'Closed',
}

export const queueEventKinds = [
  'arrived',
  'issued',
  'called',
  'recalled',
  'skipped',
  'transferred',
  'urgent',
  'started',
  'finished',
  'left',
  'no_show',
  'opened',
  'paused',
  'resumed',
  'closed',
  'undone',
] as const
export type QueueEventKind = (typeof queueEventKinds)[number]

export const ticketActions = [
  'recall',
  'start',
  'finish',
  'skip',
  'transfer',
  'no_show',
  'leave',
  'urgent',
] as const
export type TicketAction = (typeof ticketActions)[number]

/** The states in which each action is allowed. */
const possibleIn: Readonly<Record<TicketAction, readonly TicketState[]>> = {
  recall: ['called'],
  start: ['called'],
  // Also from `called`, since staff often forget to start the service.
  finish: ['called', 'serving'],
  skip: ['called'],
  transfer: ['waiting', 'called', 'serving'],
  no_show: ['called'],
  leave: ['waiting', 'called', 'serving'],
  urgent: ['waiting', 'called'],
}

/** Why an action on a ticket is refused now, or null if it is allowed. `noShowFrom`: ISO, null if not called. */
export function whyNotTicket(
  action: TicketAction,
  ticket: { code: string; status: TicketState; noShowFrom: string | null },
  now: Date,
): string | null {
  if (!possibleIn[action].includes(ticket.status)) {
    return `${ticket.code} is ${ticketStateLabels[ticket.status].toLowerCase()}.`
  }
  if (action !== 'no_show' || ticket.noShowFrom === null) return null
  const seconds = Math.ceil((Date.parse(ticket.noShowFrom) - now.getTime()) / 1000)
  if (seconds <= 0) return null
  return seconds <= 90
    ? `Wait another ${seconds} seconds for ${ticket.code}.`
    : `Wait another ${Math.ceil(seconds / 60)} minutes for ${ticket.code}.`
}

/** Events that cannot be undone, since a ticket number stays issued. */
export const whyNotUndone: Readonly<Partial<Record<QueueEventKind, string>>> = {
  arrived: 'A ticket that was given out cannot be taken back. Let the person leave the queue instead.',
  issued: 'A ticket that was given out cannot be taken back. Let the person leave the queue instead.',
}
