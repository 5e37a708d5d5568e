import type { VisitState } from '#contract/visit-states.ts'

/** How the state of a visit is coloured wherever it stands; the word is always beside it. */
export const visitTones = {
  booked: 'vial',
  arrived: 'info',
  collected: 'info',
  in_progress: 'info',
  completed: 'ok',
  cancelled: 'neutral',
  no_show: 'warning',
} as const satisfies Record<VisitState, string>
