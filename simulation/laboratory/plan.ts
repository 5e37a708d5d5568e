import type { CallingRule, WaitingClass } from '../calling-rule.ts'
import type { Distribution, Rate } from '../distributions.ts'

/**
 * A laboratory's day as data: who works where and when, who comes, what is done. Times are minutes from the day's start
 * (midnight, if you like); lengths are minutes. `docs/simulation.md` tells the whole model on one page.
 */
export type Plan = {
  sites: readonly Site[]
  staff: readonly StaffMember[]
  visitTypes: readonly VisitType[]
  tests: readonly Test[]
  analysers: readonly Analyser[]
  rule: CallingRule
  /** Chance that someone booked does not come. */
  noShow: number
  /** Arrival less booked time; negative is early. */
  punctuality: Distribution
  rejection: Rejection
  /** Work of the person who checks and releases all results of one visit. */
  release: Distribution
  /** Whether whoever entered a result may not release it. */
  twoPeople: boolean
}

export type Span = { from: number; until: number }

export type Site = {
  id: string
  chairs: number
  walkIns: readonly Rate[]
  /** Urgent walk-ins. */
  stat: readonly Rate[]
  booked: readonly Booking[]
  /** Visits that really happened, to play a past day again. They come as they came. */
  recorded?: readonly RecordedVisit[]
  courier: Courier
}

export type RecordedVisit = {
  arrivedAt: number
  class: WaitingClass
  appointmentAt: number | null
  type: string
  /** What service took, by somebody of usual pace; null where it is not known, and then it is drawn. */
  serviceMinutes: number | null
}

export type Booking = { at: number; type: string }

/** Takes samples to the bench: at each full multiple of `everyMinutes`, at once for 0; STAT always at once. */
export type Courier = { everyMinutes: number; places: number; ride: Distribution }

/** `collect` is work in a chair at one's own site, `release` the second pair of eyes; all others are benches. */
export type StaffMember = {
  id: string
  site: string
  /** What they can do, what they do first when several kinds of work wait coming first. */
  skills: readonly string[]
  /** No new work outside these; breaks are gaps between them. Work that has begun is finished. */
  shifts: readonly Span[]
  /** 1 is usual, 1.2 takes 20 % longer over everything. */
  pace: number
}

export type VisitType = {
  id: string
  /** Weight among walk-ins and STAT. */
  share: number
  /** In the chair, from the call until the chair is free again. */
  service: Distribution
  /** Without any, the visit goes to release from the chair. */
  samples: readonly SampleKind[]
  /** Chance of not being prepared (not fasting); found after `unpreparedShare` of the service, and sent home. */
  unprepared: number
}

export const unpreparedShare = 0.3

/** One tube or pot, with at least one test on it. */
export type SampleKind = { specimen: string; tests: readonly string[] }

/** Runs on an analyser of that kind if it has one; then `hands` of a technician with `skill` until it is entered. */
export type Test = { id: string; analyser: string | null; skill: string; hands: Distribution }

/** Starts when its places are full, when STAT waits, or when the first sample has waited for `holdMinutes`. */
export type Analyser = { id: string; kind: string; places: number; run: Distribution; holdMinutes: number }

export type Rejection = {
  /** Chance that a received sample cannot be used. */
  chance: number
  /** Chance that its owner comes back the same day, `back` after the rejection; else on another day. */
  sameDay: number
  back: Distribution
}

/** Nobody has the same sample rejected more often than this in one day. */
export const triesADay = 3
