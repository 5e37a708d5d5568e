/** The rules and states of quality control, with their texts. */

export const westgardRules = ['1-2s', '1-3s', '2-2s', 'R-4s', '4-1s', '10-x'] as const
export type WestgardRule = (typeof westgardRules)[number]

export const ruleWords: Readonly<Record<WestgardRule, string>> = {
  '1-2s': 'beyond 2 SD',
  '1-3s': 'beyond 3 SD',
  '2-2s': 'two in a row beyond 2 SD on one side',
  'R-4s': 'more than 4 SD apart in one run',
  '4-1s': 'four in a row beyond 1 SD on one side',
  '10-x': 'ten in a row on one side of the mean',
}

/** 1-2s only warns; each of the others rejects the run. */
export const isRejection = (rule: WestgardRule): boolean => rule !== '1-2s'

/**
 * Distance from the target in standard deviations. Rounded to a billionth, so that a value typed exactly on a limit is
 * not beyond it: (12.6 − 12) / 0.2 is 3.0000000000000027 in floating point.
 */
export function zScore(value: number, target: { mean: number; sd: number }): number {
  return Number(((value - target.mean) / target.sd).toFixed(9))
}

/** The state of an analyte in a lot, by its latest value. Answered: a person took responsibility for a broken rule. */
export const controlStates = ['none', 'in', 'warning', 'answered', 'out'] as const
export type ControlState = (typeof controlStates)[number]

export const controlStateLabels: Readonly<Record<ControlState, string>> = {
  none: 'Not measured yet',
  in: 'In control',
  warning: 'In control, with a warning',
  answered: 'Out of control, accepted',
  out: 'Out of control',
}

/** The life of a lot. A closed one is never used again. */
export const lotStates = ['new', 'open', 'closed'] as const
export type LotState = (typeof lotStates)[number]

export const lotTransitions: Readonly<Record<LotState, readonly LotState[]>> = {
  new: ['open', 'closed'],
  open: ['closed'],
  closed: [],
}

export const lotStateLabels: Readonly<Record<LotState, string>> = {
  new: 'Not opened yet',
  open: 'Open',
  closed: 'Closed',
}

/** Days before the expiry date of a lot from which its expiry is announced. */
export const expiresSoonDays = 14
/** Time after the start of a run in which another level can join it. */
export const sameRunMinutes = 120
