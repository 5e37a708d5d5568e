/** Tells the operator how the product runs: metrics, the status page, and mails about troubles. */
export { measuresOf } from './measures.ts'
