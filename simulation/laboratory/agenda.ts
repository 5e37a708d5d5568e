import { createEventHeap } from '../event-heap.ts'

/** The day's clock: what has been planned happens in order of time, and may plan more. */
export type Agenda = {
  now(): number
  /** A time that is over already means now. */
  plan(at: number, action: () => void): void
  run(): void
}

export function createAgenda(): Agenda {
  const heap = createEventHeap<() => void>()
  let now = 0
  return {
    now: () => now,
    plan: (at, action) => heap.push(at > now ? at : now, action),
    run() {
      for (;;) {
        const at = heap.nextTime()
        const action = heap.pop()
        if (!action) return
        now = at
        action()
      }
    },
  }
}
