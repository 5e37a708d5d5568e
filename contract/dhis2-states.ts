/** Words of the monthly figures for DHIS2. */

export const dhis2Outcomes = {
  any: 'Any result',
  positive: 'Positive',
  outside: 'Outside the interval',
  values: 'These values',
} as const
export type Dhis2Outcome = keyof typeof dhis2Outcomes

/** `partly`: DHIS2 stored some of the figures. `refused`: it stored none. `failed`: it could not be reached. */
export const dhis2States = {
  planned: 'Waiting',
  sending: 'Being sent',
  accepted: 'Accepted',
  partly: 'Partly accepted',
  refused: 'Refused',
  failed: 'Not reached',
} as const
export type Dhis2State = keyof typeof dhis2States

/** Whether an option of an analyte is a positive result: Positive, Reactive, Detected low, Malaria parasites seen (+), 2+. */
export const isPositive = (option: string): boolean =>
  /^(positive|reactive|(trace )?detected|present|(malaria parasites )?seen|[1-4]\+)/i.test(option)
