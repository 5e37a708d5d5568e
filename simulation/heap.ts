/** A binary heap: the first of `items` is a smallest element. */
export type Heap<T> = { items: T[]; before: (a: T, b: T) => boolean }

export function pushTo<T>({ items, before }: Heap<T>, item: T): void {
  let hole = items.length
  items.push(item)
  while (hole > 0) {
    const parent = (hole - 1) >> 1
    const above = items[parent]
    if (above === undefined || !before(item, above)) break
    items[hole] = above
    hole = parent
  }
  items[hole] = item
}

export function popFrom<T>({ items, before }: Heap<T>): T | undefined {
  const first = items[0]
  const last = items.pop()
  if (last === undefined || items.length === 0) return first
  let hole = 0
  for (;;) {
    let at = 2 * hole + 1
    let child = items[at]
    if (child === undefined) break
    const right = items[at + 1]
    if (right !== undefined && before(right, child)) {
      child = right
      at++
    }
    if (!before(child, last)) break
    items[hole] = child
    hole = at
  }
  items[hole] = last
  return first
}
