import type { Total } from '#contract/fields.ts'

/** How far people are counted: all of them along an index; of those who are searched for, each has to be looked at. */
export const mostPeople = (searched: boolean): number => (searched ? 2_000 : 10_000)

/** Of what was counted to one more than `most`. */
export const totalUpTo = (counted: number, most: number): Total => ({
  count: Math.min(counted, most),
  exact: counted <= most,
})
