/** For the generic parts, which know nothing of the contract. */
export { readTypedDay } from '#contract/typed-day.ts'
