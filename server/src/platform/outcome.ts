import { AsyncLocalStorage } from 'node:async_hooks'
import { isTransient } from './errors.ts'

/** The connection was lost between a commit and its answer, and the outcome of the commit could not be determined. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The database did not confirm this change: it may have been made or not', { cause })
    this.name = 'OutcomeUnknown'
  }
}

/** The number of commits that a piece of work has sent, without those that are known to have failed. */
type Tally = { commits: number }
const tallies = new AsyncLocalStorage<Tally>()

/** Counts a commit that is about to be sent. Call the returned function if the commit is known to have failed. */
export function noteCommit(): () => void {
  const tally = tallies.getStore()
  if (!tally) return () => {}
  tally.commits++
  return () => {
    tally.commits--
  }
}

/**
 * Runs `work`. If it fails with a transient error after a commit, certain or possible, the error is thrown as
 * `OutcomeUnknown`. Any other error of the database means that nothing was changed.
 */
export function knowingCommits<T>(work: () => Promise<T>): Promise<T> {
  const tally: Tally = { commits: 0 }
  return tallies.run(tally, work).catch((error: unknown) => {
    throw tally.commits > 0 && isTransient(error) ? new OutcomeUnknown(error) : error
  })
}

/** Runs `work`. Its commits are counted by the callers that wait for it. */
export const countingApart = <T>(work: () => Promise<T>): Promise<T> => tallies.run({ commits: 0 }, work)

/** Runs `work` whose commits are not a requested change, such as counting tries. An unknown outcome of it is thrown as its cause. */
export function asideFromCommits<T>(work: () => Promise<T>): Promise<T> {
  return tallies.run({ commits: 0 }, work).catch((error: unknown) => {
    throw error instanceof OutcomeUnknown ? error.cause : error
  })
}
