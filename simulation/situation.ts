import type { CallingRule, Waiting } from './calling-rule.ts'
import type { Distribution, Rate } from './distributions.ts'

/** The state of the day at one moment, as far as it decides who is called when. Minutes on the clock of `now`. */
export type Situation = {
  now: number
  rule: CallingRule
  waiting: readonly InLine[]
  desks: readonly Desk[]
  /** People booked for the rest of the day who have not arrived, including those who are long overdue. */
  expected: readonly Expected[]
  /** The chance that a booked person does not come. */
  noShow: number
  /** Arrival less booked time. */
  punctuality: Distribution
  /** Urgent ones, who pass everyone, and the others, who pass nobody but delay a visit that is yet to come. */
  stat: readonly Rate[]
  walkIns: readonly Rate[]
  /** The types of visit of people who are not booked. */
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
  /** The person at the desk and since when; null if it is free. */
  serving: { type: string; since: number } | null
}

/** Somebody who might come: "if you came at 10:30". They take nobody's time, so any number can be asked at once. */
export type Newcomer = InLine
