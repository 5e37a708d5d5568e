import { type CallingRule, claims, type Level, type Waiting } from './calling-rule.ts'
import { type Heap, popFrom, pushTo } from './heap.ts'

/** The rank of the first person of a queue, for comparing the first persons of several queues. */
export type Place<W extends Waiting> = { one: W; level: Level; due: number }

/** People in the order of the calling rule, for simulations: each call costs the logarithm of the queue's length. */
export type CallingQueue<W extends Waiting> = {
  readonly size: number
  /** Adds a person; `now` is their arrival or later. */
  join(one: W): void
  /** The person who is called first at `now`; `now` decreases only after a rewind. */
  first(now: number): Place<W> | undefined
  /** Removes the person that `first` returned. */
  takeFirst(now: number): W | undefined
  /** Stores the state of the queue; `rewind` restores it at no cost, any number of times. */
  mark(): void
  rewind(): void
}

type Person<W extends Waiting> = {
  one: W
  /** The round in which the person was called. A rewind starts a new round instead of putting people back. */
  calledIn: number
}
type Claim<W extends Waiting> = { person: Person<W>; level: Level; from: number; due: number }

/** Claims in order: those of the stored state are a sorted array that is only iterated, later ones are in a heap. */
type Line<W extends Waiting> = { marked: Claim<W>[]; at: number; heap: Heap<Claim<W>> }

/**
 * A line of claims for each level, and one of claims that are not open yet. The remaining claims of a called person are
 * skipped when they come up. A test compares it with `callingOrder` at every step.
 */
export function createCallingQueue<W extends Waiting>(rule: CallingRule): CallingQueue<W> {
  const levels = [line(dueBefore<W>), line(dueBefore<W>), line(dueBefore<W>)] as const
  const notYet = line(opensBefore<W>)
  const lines = [...levels, notYet]
  let [size, round, markedSize] = [0, 0, 0]

  const best = (now: number): Claim<W> | undefined => {
    for (let next = head(notYet); next && next.from <= now; next = head(notYet)) {
      drop(notYet)
      if (next.person.calledIn !== round) pushTo(levels[next.level].heap, next)
    }
    for (const level of levels) {
      for (let first = head(level); first; first = head(level)) {
        if (first.person.calledIn !== round) return first
        drop(level)
      }
    }
    return undefined
  }

  return {
    get size() {
      return size
    },
    join(one) {
      const person = { one, calledIn: -1 }
      for (const { level, from, due } of claims(one, rule)) {
        const claim = { person, level, from, due }
        pushTo(from <= one.arrivedAt ? levels[level].heap : notYet.heap, claim)
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
      claim.person.calledIn = round
      size--
      return claim.person.one
    },
    mark() {
      markedSize = size
      for (const each of lines) {
        const { before } = each.heap
        each.marked = [...each.marked.slice(each.at), ...each.heap.items]
          .filter(({ person }) => person.calledIn !== round)
          .sort((a, b) => (before(a, b) ? -1 : 1))
        each.heap.items.length = 0
        each.at = 0
      }
    },
    rewind() {
      size = markedSize
      round++
      for (const each of lines) {
        each.heap.items.length = 0
        each.at = 0
      }
    },
  }
}

const line = <W extends Waiting>(before: (a: Claim<W>, b: Claim<W>) => boolean): Line<W> => ({
  marked: [],
  at: 0,
  heap: { items: [], before },
})

function head<W extends Waiting>({ marked, at, heap }: Line<W>): Claim<W> | undefined {
  const old = marked[at]
  const late = heap.items[0]
  if (!late) return old
  return old && !heap.before(late, old) ? old : late
}

function drop<W extends Waiting>(from: Line<W>): void {
  if (head(from) === from.marked[from.at]) from.at++
  else popFrom(from.heap)
}

const opensBefore = <W extends Waiting>(a: Claim<W>, b: Claim<W>) => a.from < b.from

/** The order of the calling rule on one level. */
function dueBefore<W extends Waiting>(a: Claim<W>, b: Claim<W>): boolean {
  if (a.due !== b.due) return a.due < b.due
  const x = a.person.one
  const y = b.person.one
  return x.arrivedAt !== y.arrivedAt ? x.arrivedAt < y.arrivedAt : x.id < y.id
}
