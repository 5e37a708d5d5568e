import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, transact } from '#server/platform/context.ts'

/** Longer than the work usually takes: some statements and a commit. Milliseconds. */
const tick = 80

/**
 * Answers at a whole number of ticks after the question, nearly always the first, so that the time does not tell which
 * way the work went. For verbs that have more to write for a known address than for an unknown one; holds nothing
 * while it waits.
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

/** Runs `work` in a transaction and in even time, and wakes the deliverer of the outbox. */
export async function transactInEvenTime<In extends Context>(
  context: In,
  work: (within: In) => Promise<void>,
): Promise<void> {
  await inEvenTime(() => transact(context, work))
}
