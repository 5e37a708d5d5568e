import { type CallingQueue, createCallingQueue } from './calling-queue.ts'
import { chanceAbove, type Distribution, logScale, meanOf, quantileOf, residual } from './distributions.ts'
import { type Person, prepareArrivals } from './forecast-arrivals.ts'
import { quickNormal } from './normal.ts'
import { type Random, stream } from './random.ts'
import type { Desk, Newcomer, Situation } from './situation.ts'

const never = Number.POSITIVE_INFINITY
/** Served for longer than all but one in a thousand: somebody forgot to press Finish. */
const forgotten = 0.001

/**
 * Makes ready what all runs share, and answers one run: it plays on until everyone asked for is called, or until nobody
 * calls any more, and writes the waits to row `place`, column `number`.
 */
export function prepareRuns(
  situation: Situation,
  newcomers: readonly Newcomer[],
  places: ReadonlyMap<string, number>,
) {
  const { now, rule, waiting, desks } = situation
  const names = [...new Set(desks.flatMap(({ lines }) => lines))]
  const queues = new Map(names.map((name) => [name, createCallingQueue<Person>(rule)]))
  const ofDesk = desks.map(({ lines }) => lines.flatMap((name) => queues.get(name) ?? []))
  const distribution = remembered(situation)
  const services = desks.map(({ staff }) => servicesOf(staff, distribution))
  const rests = desks.map((desk) => restOf(now, desk, distribution))
  const arrivals = prepareArrivals(situation, newcomers, places)
  for (const one of waiting) {
    // Clocks differ: nobody in line has yet to come.
    const arrivedAt = Math.min(one.arrivedAt, now)
    queues.get(one.line)?.join({ ...one, arrivedAt, place: places.get(one.id) ?? null, guest: false })
  }
  for (const queue of queues.values()) queue.mark()

  return (seed: number, number: number, waits: Float64Array, runs: number) => {
    const random = stream(seed, number)
    for (const queue of queues.values()) queue.rewind()
    arrivals.begin(random)
    const freeAt = desks.map((desk, index) => nextOpen(desk, now + (rests[index]?.(random) ?? 0)))
    let left = places.size
    while (left > 0) {
      const desk = soonest(freeAt)
      const at = freeAt[desk] ?? never
      if (at === never) return
      for (let next = arrivals.until(at); next; next = arrivals.until(at)) queues.get(next.line)?.join(next)
      const one = takeFirst(ofDesk[desk] ?? [], at)
      if (!one) {
        // Idle until somebody comes; which of several idle desks then looks first makes no difference to the wait.
        freeAt[desk] = nextOpen(desks[desk], arrivals.nextTime())
        continue
      }
      if (one.place !== null) {
        waits[one.place * runs + number] = at - (one.guest ? one.arrivedAt : now)
        left--
      }
      if (!one.guest) freeAt[desk] = nextOpen(desks[desk], at + (services[desk]?.(one.type, random) ?? never))
    }
  }
}

function soonest(freeAt: readonly number[]): number {
  let first = 0
  let at = never
  for (let desk = 0; desk < freeAt.length; desk++) {
    const time = freeAt[desk] ?? never
    if (time < at) {
      first = desk
      at = time
    }
  }
  return first
}

/** The first of several lines by the calling rule. */
function takeFirst(queues: readonly CallingQueue<Person>[], now: number): Person | undefined {
  if (queues.length < 2) return queues[0]?.takeFirst(now)
  let best: { queue: CallingQueue<Person>; level: number; due: number; one: Person } | undefined
  for (const queue of queues) {
    const place = queue.first(now)
    if (!place) continue
    const before =
      !best ||
      place.level - best.level ||
      place.due - best.due ||
      place.one.arrivedAt - best.one.arrivedAt ||
      (place.one.id < best.one.id ? -1 : 1)
    if (before === true || before < 0) best = { queue, ...place }
  }
  return best?.queue.takeFirst(now)
}

function nextOpen(desk: Desk | undefined, at: number): number {
  if (!desk || at === never) return never
  for (const { from, until } of desk.open) if (at < until) return Math.max(at, from)
  return never
}

/** Asks for each distribution once: they are looked up in every service of every run. */
function remembered({ serviceTime }: Situation): Situation['serviceTime'] {
  const known = new Map<string | null, Map<string, Distribution>>()
  return (type, staff) => {
    const own = known.get(staff) ?? new Map<string, Distribution>()
    known.set(staff, own)
    const distribution = own.get(type) ?? serviceTime(type, staff)
    own.set(type, distribution)
    return distribution
  }
}

type Draw = (random: Random) => number

/** What is left of the service at this desk. Of a forgotten one nothing is known but that it cannot be long. */
function restOf(now: number, { serving, staff }: Desk, distribution: Situation['serviceTime']): Draw {
  if (!serving) return () => 0
  const own = distribution(serving.type, staff)
  const elapsed = now - serving.since
  if (chanceAbove(own, elapsed) >= forgotten) return (random) => residual(own, elapsed, random())
  const mean = meanOf(own)
  return (random) => mean * random()
}

function servicesOf(staff: string | null, distribution: Situation['serviceTime']) {
  const byType = new Map<string, Draw>()
  return (type: string, random: Random) => {
    let service = byType.get(type)
    if (!service) {
      service = quickly(distribution(type, staff))
      byType.set(type, service)
    }
    return service(random)
  }
}

function quickly(distribution: Distribution): Draw {
  if (distribution.kind !== 'lognormal') return (random) => quantileOf(distribution, random())
  const { mu, sigma } = logScale(distribution)
  return (random) => Math.exp(mu + sigma * quickNormal(random()))
}
