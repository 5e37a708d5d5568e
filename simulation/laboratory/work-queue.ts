/** Work in the order it came, urgent work first. */
export type WorkQueue<T> = {
  readonly size: number
  /** When the one that has waited longest came; null when nothing waits. */
  oldest(): number | null
  readonly urgent: boolean
  push(item: T, stat: boolean, at: number): void
  take(): T | undefined
}

type Line<T> = { items: { item: T; at: number }[]; head: number }

export function createWorkQueue<T>(): WorkQueue<T> {
  const [stat, usual]: [Line<T>, Line<T>] = [
    { items: [], head: 0 },
    { items: [], head: 0 },
  ]
  const length = ({ items, head }: Line<T>) => items.length - head
  const at = ({ items, head }: Line<T>) => items[head]?.at ?? Number.POSITIVE_INFINITY
  return {
    get size() {
      return length(stat) + length(usual)
    },
    get urgent() {
      return length(stat) > 0
    },
    oldest() {
      const first = Math.min(at(stat), at(usual))
      return Number.isFinite(first) ? first : null
    },
    push: (item, urgent, time) => (urgent ? stat : usual).items.push({ item, at: time }),
    take() {
      const line = length(stat) > 0 ? stat : usual
      const first = line.items[line.head]
      if (!first) return undefined
      line.head++
      if (line.head > 1000 && line.head * 2 > line.items.length) {
        line.items.splice(0, line.head)
        line.head = 0
      }
      return first.item
    },
  }
}
