import type { WaitingClass } from '../calling-rule.ts'

/** How a visit's day ends; each visit ends in exactly one. */
export const endings = [
  'released',
  /** Bench work that was not finished when the last one went home. */
  'in progress',
  /** A rejected sample that will be collected on another day. */
  'recollect',
  'unprepared',
  'no-show',
  /** Still waiting when the last one who collects went home. */
  'turned away',
] as const
export type Ending = (typeof endings)[number]

/** One visit with the moments that are known at the end of the day. `number` is its place in the day's list. */
export type DayVisit = {
  number: number
  /** Site, kind and count, for example `main-A012`; the same visit has the same one under every plan. */
  id: string
  site: string
  type: string
  class: WaitingClass
  appointmentAt: number | null
  arrivedAt: number | null
  /** First call and first collection; `lastCollectedAt` is later when a sample had to be taken again. */
  calledAt: number | null
  collectedAt: number | null
  lastCollectedAt: number | null
  lastReceivedAt: number | null
  lastResultAt: number | null
  releasedAt: number | null
  ending: Ending
}

/** Everything that happens, in order of time. `visit` and `sample` are numbers within the day. */
export type DayEvent = { at: number } & (
  | { kind: 'no-show'; visit: number }
  /** `again`: called back because a sample was rejected. */
  | { kind: 'arrived'; visit: number; again: boolean }
  | { kind: 'called'; visit: number; chair: number; staff: string }
  | { kind: 'unprepared'; visit: number; chair: number; staff: string }
  | { kind: 'collected'; visit: number; chair: number; staff: string; samples: CollectedSample[] }
  | { kind: 'turned away'; visit: number }
  | { kind: 'sent'; site: string; samples: number[] }
  | { kind: 'received'; visit: number; sample: number }
  | { kind: 'rejected'; visit: number; sample: number }
  | { kind: 'run started'; analyser: string; samples: number[] }
  | { kind: 'run finished'; analyser: string; samples: number[] }
  | { kind: 'task started'; visit: number; sample: number; test: string; staff: string }
  | { kind: 'result'; visit: number; sample: number; test: string; staff: string }
  | { kind: 'release started'; visit: number; staff: string }
  | { kind: 'released'; visit: number; staff: string }
)

export type CollectedSample = { sample: number; specimen: string; tests: readonly string[] }
