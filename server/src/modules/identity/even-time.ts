import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the work takes: some statements and a commit. Milliseconds. */
const usual = 80

/**
 * Answers no sooner than `usual` after the question, so that the time does not tell which way the work went. For verbs
 * that have more to write for a known address than for an unknown one; holds nothing while it waits.
 */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), sleep(usual)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
