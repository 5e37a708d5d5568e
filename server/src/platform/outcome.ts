import { AsyncLocalStorage } from 'node:async_hooks'
import { isOutOfReach } from './errors.ts'

/** The connection was lost after a commit was sent and before its answer, and the database could not be asked about it. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The database did not confirm this change: it may have been made or not', { cause })
    this.name = 'OutcomeUnknown'
  }
}

/** Commits that a piece of work has sent, without those that are known to have failed. */
type Tally = { commits: number }
const tallies = new AsyncLocalStorage<Tally>()

/** Notes that a commit is sent; call what comes back once it is known that it did not take place. */
export function noteCommit(): () => void {
  const tally = tallies.getStore()
  if (!tally) return () => {}
  tally.commits++
  return () => {
    tally.commits--
  }
}

/**
 * Does `work`. When the database is lost under it although it has committed something, or may have, that is thrown as
 * `OutcomeUnknown`: with an error of the database as it stands, nothing was changed.
 */
export function knowingCommits<T>(work: () => Promise<T>): Promise<T> {
  const tally: Tally = { commits: 0 }
  return tallies.run(tally, work).catch((error: unknown) => {
    throw tally.commits > 0 && isOutOfReach(error) ? new OutcomeUnknown(error) : error
  })
}

/** Does `work` whose commits are no change that anybody asked for, such as counting tries. */
export function asideFromCommits<T>(work: () => Promise<T>): Promise<T> {
  return tallies.run({ commits: 0 }, work).catch((error: unknown) => {
    throw error instanceof OutcomeUnknown ? error.cause : error
  })
}
