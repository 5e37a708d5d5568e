/** The states and transitions of a visit. The server enforces this table, the screens explain it. */
export const visitStates = [
  'booked',
  'arrived',
  'collected',
  'in_progress',
  'completed',
  'cancelled',
  'no_show',
] as const
export type VisitState = (typeof visitStates)[number]

export const visitTransitions: Readonly<Record<VisitState, readonly VisitState[]>> = {
  booked: ['arrived', 'cancelled', 'no_show'],
  arrived: ['collected', 'cancelled', 'no_show'],
  // Cancelled only once all its tubes are rejected: a visit with tubes at the bench cannot be cancelled.
  collected: ['in_progress', 'cancelled'],
  in_progress: ['completed'],
  // Only when a test is added.
  completed: ['in_progress'],
  cancelled: [],
  no_show: ['arrived'],
}

export const visitStateLabels: Readonly<Record<VisitState, string>> = {
  booked: 'Booked',
  arrived: 'Arrived',
  collected: 'Collected',
  in_progress: 'In progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
  no_show: 'No-show',
}

export function mayBecome(from: VisitState, to: VisitState): boolean {
  return visitTransitions[from].includes(to)
}

/** Why a change of plan is refused in this state, or null if it is allowed. */
export function whyNotChangeable(state: VisitState): string | null {
  return state === 'booked'
    ? null
    : `This appointment is ${visitStateLabels[state].toLowerCase()} and can no longer be changed.`
}

/** The states after the patient’s arrival. */
export const cameStates = [
  'arrived',
  'collected',
  'in_progress',
  'completed',
] as const satisfies readonly VisitState[]

/** Groups of states that lists filter by. */
export const stateGroups = {
  came: cameStates,
  /** Not finished: the patient is expected, or work is pending. */
  open: ['booked', 'arrived', 'collected', 'in_progress'],
  /** Waiting for the desk or the chair. */
  awaited: ['booked', 'arrived'],
  /** Samples were collected. */
  drawn: ['collected', 'in_progress', 'completed'],
} as const satisfies Readonly<Record<string, readonly VisitState[]>>
type StateGroup = keyof typeof stateGroups

/** The filter of a list: a state, or a group of states. */
export const statusFilters = [
  ...visitStates,
  ...(Object.keys(stateGroups) as StateGroup[]),
] as const satisfies readonly string[]
export type StatusFilter = (typeof statusFilters)[number]

/** The origin of a visit: an appointment or a walk-in. */
export const visitOrigins = ['appointment', 'walk_in'] as const
export type VisitOrigin = (typeof visitOrigins)[number]
