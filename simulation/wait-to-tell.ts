import { type Coverage, correctedRange, type Told } from './coverage.ts'

/** What is said of a wait, never a number without evidence. Minutes. */
export type WaitToTell =
  | { kind: 'range'; low: number; high: number }
  /** Too little is known of how long service takes: how long the head of the line has waited so far. */
  | { kind: 'head'; minutes: number }
  | { kind: 'unknown' }

/** Services that must have been seen before a forecast is shown. */
const enoughServices = 20

export type Known = {
  /** Services learned from, as `servicesKnown` counts them. */
  services: number
  /** The forecast for one person and who they are; null when none was made. */
  told: Told | null
  coverage: Coverage
  /** As `headOfLine` gives it. */
  head: number | null
  /** Whether anyone calls from this line now. Without, the head's wait says nothing of the next. */
  called: boolean
}

/** The corrected range; too little seen, the head's wait; nobody calls or the day may end before, nothing. */
export function waitToTell({ services, told, coverage, head, called }: Known): WaitToTell {
  if (told !== null && services >= enoughServices) {
    const { low, high } = correctedRange(coverage, told)
    return low === null || high === null ? { kind: 'unknown' } : { kind: 'range', low, high }
  }
  return called && head !== null ? { kind: 'head', minutes: head } : { kind: 'unknown' }
}
