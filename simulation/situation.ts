import type { CallingRule, Waiting } from './calling-rule.ts'
import type { Distribution, Rate } from './distributions.ts'

/** How the day stands at one moment, as far as it decides who will be called when. Minutes on the clock of `now`. */
export type Situation = {
  now: number
  rule: CallingRule
  waiting: readonly InLine[]
  desks: readonly Desk[]
  /** Booked for the rest of the day and not here yet; those long due too. */
  expected: readonly Expected[]
  /** Chance that someone booked does not come at all. */
  noShow: number
  /** Arrival less booked time. */
  punctuality: Distribution
  /** Urgent ones, who pass everyone, and the others, who pass nobody but delay a visit that is yet to come. */
  stat: readonly Rate[]
  walkIns: readonly Rate[]
  /** What those who are not booked come for. */
  mix: readonly { type: string; line: string; share: number }[]
  /** From the call until the desk is free again, walk to the desk included. */
  serviceTime: (type: string, staff: string | null) => Distribution
}

/** `type` decides how long service takes, `line` which desks serve it. */
export type InLine = Waiting & { type: string; line: string }
export type Expected = { id: string; appointmentAt: number; type: string; line: string }

export type Desk = {
  staff: string | null
  /** The lines it calls from: the first of all their people by the calling rule. */
  lines: readonly string[]
  /** When it calls, from now on: shifts less pauses. */
  open: readonly { from: number; until: number }[]
  /** Who sits there since when; null when it is free. */
  serving: { type: string; since: number } | null
}

/** Somebody who might come: "if you came at 10:30". They take nobody's time, so any number can be asked at once. */
export type Newcomer = InLine
