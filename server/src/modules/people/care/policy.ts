import type { CareKind } from '#contract/options.ts'

/**
 * Whether a patient may open a record to others: their own, and that of a child of theirs who is not of age. `age` in whole
 * years.
 */
export const mayShare = (kind: CareKind, age: number, majorityAge: number): boolean =>
  kind === 'self' || (kind === 'child' && age < majorityAge)

/** Whether a patient may close a record to an account: their own account gives it up, and whose record it is ends the others. */
export const mayEnd = (kind: CareKind, isOwnAccount: boolean): boolean =>
  isOwnAccount ? kind !== 'self' : kind === 'self'
