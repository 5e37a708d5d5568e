import { type Heap, popFrom, pushTo } from './heap.ts'

/** What is planned, earliest first; of two at the same time the one planned first. */
export type EventHeap<T> = {
  readonly size: number
  push(time: number, item: T): void
  /** Time of the earliest; infinity when nothing is planned. */
  nextTime(): number
  pop(): T | undefined
  clear(): void
}

type Entry<T> = { time: number; order: number; item: T }

/** The count of pushes breaks ties, or a day would depend on the heap's inner order. */
export function createEventHeap<T>(): EventHeap<T> {
  const heap: Heap<Entry<T>> = {
    items: [],
    before: (a, b) => a.time < b.time || (a.time === b.time && a.order < b.order),
  }
  let pushes = 0
  return {
    get size() {
      return heap.items.length
    },
    nextTime: () => heap.items[0]?.time ?? Number.POSITIVE_INFINITY,
    push: (time, item) => pushTo(heap, { time, order: pushes++, item }),
    pop: () => popFrom(heap)?.item,
    clear() {
      heap.items.length = 0
    },
  }
}
