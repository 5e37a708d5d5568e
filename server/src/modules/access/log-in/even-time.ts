import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, transact } from '#server/platform/context.ts'

/** Longer than the work usually takes: some statements and a commit. Milliseconds. */
const tick = 80

/**
 * Answers a whole number of ticks after the request, nearly always one, so that the response time does not reveal what was done.
 * For verbs that write more for a known address than for an unknown one. No connection is held while it waits.
 */
async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  let over = false
  const running = work().finally(() => {
    over = true
  })
  running.catch(() => undefined)
  do await sleep(tick)
  while (!over)
  return running
}

/** Runs `work` in a transaction, with a response time that does not reveal what it did. */
export const transactInEvenTime = <In extends Context>(
  context: In,
  work: (within: In) => Promise<void>,
): Promise<void> => inEvenTime(() => transact(context, work))
