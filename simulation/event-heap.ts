import { type Heap, popFrom, pushTo } from './heap.ts'

/** Planned events, earliest first; events of the same time in the order in which they were planned. */
export type EventHeap<T> = {
  readonly size: number
  push(time: number, item: T): void
  /** Time of the earliest event; infinity if there is none. */
  nextTime(): number
  pop(): T | undefined
  clear(): void
}

type Entry<T> = { time: number; order: number; item: T }

/** The number of the push breaks ties; otherwise a day would depend on the internal order of the heap. */
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
