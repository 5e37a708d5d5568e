import { type CallingRule, claims, type Level, type Waiting } from './calling-rule.ts'

/** Where the first of a queue stands, so that the firsts of several queues can be compared. */
export type Place<W extends Waiting> = { one: W; level: Level; due: number }

/** People in the order of the calling rule, for simulations: each call costs the logarithm of the queue's length. */
export type CallingQueue<W extends Waiting> = {
  readonly size: number
  join(one: W): void
  /** Who is called first at `now`; `now` never goes back. */
  first(now: number): Place<W> | undefined
  /** Removes whom `first` answered. */
  takeFirst(now: number): W | undefined
  /** Remembers this queue; `rewind` brings it back as often as wanted. */
  mark(): void
  rewind(): void
}

type Claim<W extends Waiting> = {
  person: Person<W>
  level: Level
  from: number
  due: number
}
type Person<W extends Waiting> = { one: W; gone: boolean }
type Before<T> = (a: T, b: T) => boolean

/**
 * A heap of claims for each level, and one of those that are not open yet. Whoever is called leaves further claims
 * behind; they are passed over when they come up. A test holds it to `callingOrder` at every step.
 */
export function createCallingQueue<W extends Waiting>(rule: CallingRule): CallingQueue<W> {
  const levels: [Claim<W>[], Claim<W>[], Claim<W>[]] = [[], [], []]
  const notYet: Claim<W>[] = []
  let size = 0
  let marked: { heaps: Claim<W>[][]; people: Person<W>[]; size: number } | null = null

  const open = (now: number) => {
    for (let next = notYet[0]; next && next.from <= now; next = notYet[0]) {
      pop(notYet, opensBefore)
      if (!next.person.gone) push(levels[next.level], next, dueBefore)
    }
  }
  const best = (now: number): Claim<W> | undefined => {
    open(now)
    for (const level of levels) {
      for (let top = level[0]; top; top = level[0]) {
        if (!top.person.gone) return top
        pop(level, dueBefore)
      }
    }
    return undefined
  }

  return {
    get size() {
      return size
    },
    join(one) {
      const person = { one, gone: false }
      for (const { level, from, due } of claims(one, rule)) {
        push(notYet, { person, level, from, due }, opensBefore)
      }
      size++
    },
    first(now) {
      const claim = best(now)
      return claim && { one: claim.person.one, level: claim.level, due: claim.due }
    },
    takeFirst(now) {
      const claim = best(now)
      if (!claim) return undefined
      claim.person.gone = true
      size--
      return claim.person.one
    },
    mark() {
      const heaps = [...levels, notYet].map((heap) => heap.filter(({ person }) => !person.gone))
      heaps.forEach((heap, at) => {
        heap.sort((a, b) => ((at < 3 ? dueBefore : opensBefore)(a, b) ? -1 : 1))
      })
      marked = { heaps, people: [...new Set(heaps.flatMap((heap) => heap.map((one) => one.person)))], size }
    },
    rewind() {
      if (!marked) throw new Error('Nothing was marked.')
      const { heaps, people } = marked
      for (const [at, heap] of [...levels, notYet].entries()) copy(heap, heaps[at] ?? [])
      for (const person of people) person.gone = false
      size = marked.size
    },
  }
}

const opensBefore = <W extends Waiting>(a: Claim<W>, b: Claim<W>) => a.from < b.from

/** The order of the calling rule on one level. */
function dueBefore<W extends Waiting>(a: Claim<W>, b: Claim<W>): boolean {
  if (a.due !== b.due) return a.due < b.due
  const [x, y] = [a.person.one, b.person.one]
  return x.arrivedAt !== y.arrivedAt ? x.arrivedAt < y.arrivedAt : x.id < y.id
}

function copy<T>(into: T[], from: readonly T[]): void {
  into.length = 0
  for (const one of from) into.push(one)
}

function push<T>(heap: T[], item: T, before: Before<T>): void {
  let hole = heap.length
  heap.push(item)
  while (hole > 0) {
    const parent = (hole - 1) >> 1
    const above = heap[parent]
    if (above === undefined || !before(item, above)) break
    heap[hole] = above
    hole = parent
  }
  heap[hole] = item
}

function pop<T>(heap: T[], before: Before<T>): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let hole = 0
  for (;;) {
    let at = 2 * hole + 1
    let child = heap[at]
    if (child === undefined) break
    const right = heap[at + 1]
    if (right !== undefined && before(right, child)) {
      child = right
      at++
    }
    if (!before(child, last)) break
    heap[hole] = child
    hole = at
  }
  heap[hole] = last
}
