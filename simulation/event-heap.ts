/** What is planned, earliest first; of two at the same time the one planned first. */
export type EventHeap<T> = {
  readonly size: number
  push(time: number, item: T): void
  /** Time of the earliest; infinity when nothing is planned. */
  nextTime(): number
  pop(): T | undefined
}

type Entry<T> = { time: number; order: number; item: T }

/** A binary heap. The count of pushes breaks ties, or a day would depend on the heap's inner order. */
export function createEventHeap<T>(): EventHeap<T> {
  const heap: Entry<T>[] = []
  let pushes = 0
  const before = (a: Entry<T>, b: Entry<T>) => a.time < b.time || (a.time === b.time && a.order < b.order)
  return {
    get size() {
      return heap.length
    },
    nextTime: () => heap[0]?.time ?? Number.POSITIVE_INFINITY,
    push(time, item) {
      const entry = { time, order: pushes++, item }
      let hole = heap.length
      heap.push(entry)
      while (hole > 0) {
        const parent = (hole - 1) >> 1
        const above = heap[parent]
        if (!above || !before(entry, above)) break
        heap[hole] = above
        hole = parent
      }
      heap[hole] = entry
    },
    pop() {
      const first = heap[0]
      const last = heap.pop()
      if (!first || !last || heap.length === 0) return first?.item
      let hole = 0
      for (;;) {
        const left = 2 * hole + 1
        let child = heap[left]
        if (!child) break
        let at = left
        const right = heap[left + 1]
        if (right && before(right, child)) {
          child = right
          at = left + 1
        }
        if (!before(child, last)) break
        heap[hole] = child
        hole = at
      }
      heap[hole] = last
      return first.item
    },
  }
}
