import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventHeap } from './event-heap.ts'

describe('the heap of events', () => {
  it('returns events by time, and events of the same time in the order in which they were planned', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (times) => {
        const heap = createEventHeap<number>()
        for (const [index, time] of times.entries()) heap.push(time, index)
        const popped = times.map(() => {
          const at = heap.nextTime()
          return [at, heap.pop()]
        })
        const sorted = times.map((time, index) => [time, index]).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
        expect(popped).toEqual(sorted)
        expect([heap.size, heap.nextTime(), heap.pop()]).toEqual([0, Number.POSITIVE_INFINITY, undefined])
      }),
    )
  })
})
