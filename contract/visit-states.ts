/** The life of a visit. One table: the server enforces it, the screens explain it. */
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
  // Cancelled only once all its tubes were rejected: what is at the bench is not called off beside it.
  collected: ['in_progress', 'cancelled'],
  in_progress: ['completed'],
  completed: [],
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

/** Why a change of plan is refused in this state, or null while it is allowed. */
export function whyNotChangeable(state: VisitState): string | null {
  return state === 'booked'
    ? null
    : `This appointment is ${visitStateLabels[state].toLowerCase()} and can no longer be changed.`
}

/** In which of these states somebody has come. */
export const cameStates = [
  'arrived',
  'collected',
  'in_progress',
  'completed',
] as const satisfies readonly VisitState[]

/** Several states that a list is asked for at once. */
export const stateGroups = {
  came: cameStates,
  /** Not over: somebody still comes, or something is still done. */
  open: ['booked', 'arrived', 'collected', 'in_progress'],
  /** Still to be seen at the desk or in the chair. */
  awaited: ['booked', 'arrived'],
  /** Samples were drawn. */
  drawn: ['collected', 'in_progress', 'completed'],
} as const satisfies Readonly<Record<string, readonly VisitState[]>>
type StateGroup = keyof typeof stateGroups

/** What a list is narrowed to: a state, or a group of them. */
export const statusFilters = [
  ...visitStates,
  ...(Object.keys(stateGroups) as StateGroup[]),
] as const satisfies readonly string[]
export type StatusFilter = (typeof statusFilters)[number]

/** How a visit was made: booked ahead, or begun at the desk. */
export const visitOrigins = ['appointment', 'walk_in'] as const
export type VisitOrigin = (typeof visitOrigins)[number]
