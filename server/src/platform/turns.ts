import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from './errors.ts'

/**
 * At most `concurrent` pieces of work run at once and `waiting` more stand in line, in order of arrival; the next one is
 * refused with `busy` and its message, after `refuseAfter` milliseconds: so clients that try again at once do not occupy the server.
 */
export function createTurns(concurrent: number, waiting: number, busy: string, refuseAfter = 0) {
  const line: (() => void)[] = []
  let running = 0

  return {
    async take<T>(work: () => Promise<T>): Promise<T> {
      if (running < concurrent) running++
      else if (line.length >= waiting) {
        if (refuseAfter > 0) await pause(refuseAfter)
        throw new Refusal('busy', busy, { retryAfterSeconds: 2 })
      } else await new Promise<void>((resolve) => line.push(resolve))
      try {
        return await work()
      } finally {
        // The place is passed on directly, so that a new caller cannot take it first.
        const next = line.shift()
        if (next) next()
        else running--
      }
    },
    get load() {
      return { running, waiting: line.length }
    },
  }
}
