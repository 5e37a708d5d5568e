import { chanceAbove, draw, quantileOf, type Rate, residual } from './distributions.ts'
import { createEventHeap } from './event-heap.ts'
import type { Random } from './random.ts'
import type { InLine, Newcomer, Situation } from './situation.ts'

/** A person in a run: `place` is the index at which the wait is stored, if it is asked for; a guest takes no service. */
export type Person = InLine & { place: number | null; guest: boolean }

/** Further arrivals of a run, by time. They are drawn only when the run gets near them: most runs end within the hour. */
export type Arrivals = {
  begin(random: Random): void
  /** The next arrival at `at` or before. */
  until(at: number): Person | undefined
  nextTime(): number
}

const never = Number.POSITIVE_INFINITY

/** Booked ones who turn up, chance arrivals, and the newcomers asked for. */
export function prepareArrivals(
  situation: Situation,
  newcomers: readonly Newcomer[],
  places: ReadonlyMap<string, number>,
): Arrivals {
  const { now, punctuality, mix, stat, walkIns } = situation
  const guests = newcomers.map((one) => ({ ...one, place: places.get(one.id) ?? null, guest: true }))
  const lastGuest = Math.max(now, ...guests.map(({ arrivedAt }) => arrivedAt))
  const booked = situation.expected
    .map((one) => ({ ...one, chance: chanceToCome(situation, one.appointmentAt) }))
    .toSorted((a, b) => a.appointmentAt - b.appointmentAt)
  // One in a thousand is earlier, and is drawn as just as early.
  const earliest = quantileOf(punctuality, 0.001)
  const totalShare = mix.reduce((sum, { share }) => sum + share, 0)
  const coming = createEventHeap<Person>()
  // Whoever walks in later passes nobody who waits: they matter to newcomers alone, and only those before them.
  const chances = [
    createChance('stat', between(stat, now, never)),
    createChance('walk-in', between(walkIns, now, lastGuest)),
  ]
  let random: Random = () => 0.5
  let nextBooked = 0

  function drawBooked() {
    const one = booked[nextBooked++]
    if (!one || random() >= one.chance) return
    const { id, type, line, appointmentAt } = one
    const arrivedAt = comesAt(situation, appointmentAt, random)
    const person = { id, type, line, appointmentAt, arrivedAt, place: null, guest: false }
    coming.push(arrivedAt, { ...person, class: 'appointment' })
  }
  function drawUpTo(at: number) {
    for (let one = booked[nextBooked]; one; one = booked[nextBooked]) {
      if (one.appointmentAt + earliest > at) break
      drawBooked()
    }
    for (const chance of chances) {
      while (chance.next <= at) {
        const what = anyOf()
        const arrivedAt = chance.next
        const id = `${chance.kind} ${arrivedAt}`
        if (what) {
          const person = { id, type: what.type, line: what.line, class: chance.kind, arrivedAt }
          coming.push(arrivedAt, { ...person, appointmentAt: null, place: null, guest: false })
        }
        chance.step(random)
      }
    }
  }
  function anyOf() {
    let left = random() * totalShare
    for (const one of mix) {
      left -= one.share
      if (left < 0) return one
    }
    return undefined
  }

  return {
    begin(source) {
      random = source
      nextBooked = 0
      coming.clear()
      for (const guest of guests) coming.push(guest.arrivedAt, guest)
      for (const chance of chances) chance.begin(random)
    },
    until(at) {
      drawUpTo(at)
      return coming.nextTime() <= at ? coming.pop() : undefined
    },
    nextTime() {
      for (;;) {
        const next = coming.nextTime()
        const drawn = Math.min(
          (booked[nextBooked]?.appointmentAt ?? never) + earliest,
          ...chances.map((chance) => chance.next),
        )
        if (drawn > next || drawn === never) return next
        drawUpTo(drawn)
      }
    },
  }
}

/** A Poisson process that is drawn one arrival at a time. `next` is infinity after the last. */
function createChance(kind: 'stat' | 'walk-in', rates: readonly Rate[]) {
  let [segment, clock] = [0, 0]
  const chance = {
    kind,
    next: never,
    begin(random: Random) {
      segment = 0
      clock = rates[0]?.from ?? never
      chance.step(random)
    },
    step(random: Random) {
      let wanted = -Math.log(random())
      for (let rate = rates[segment]; rate; rate = rates[++segment]) {
        clock = Math.max(clock, rate.from)
        const here = ((rate.until - clock) * rate.perHour) / 60
        if (wanted <= here) {
          clock += (wanted / rate.perHour) * 60
          chance.next = clock
          return
        }
        wanted -= here
      }
      chance.next = never
    },
  }
  return chance
}

const between = (rates: readonly Rate[], from: number, until: number): Rate[] =>
  rates.flatMap((rate) => {
    const part = { ...rate, from: Math.max(rate.from, from), until: Math.min(rate.until, until) }
    return part.from < part.until ? [part] : []
  })

/** Chance that someone booked comes, given that they are not here yet. */
function chanceToCome({ now, noShow, punctuality }: Situation, appointmentAt: number): number {
  const stillComing = (1 - noShow) * chanceAbove(punctuality, now - appointmentAt)
  return noShow + stillComing === 0 ? 0 : stillComing / (noShow + stillComing)
}

function comesAt({ now, punctuality }: Situation, appointmentAt: number, random: Random): number {
  const passed = now - appointmentAt
  // Far ahead of the time the condition "not here yet" says nothing.
  if (chanceAbove(punctuality, passed) > 0.999)
    return Math.max(now, appointmentAt + draw(punctuality, random))
  return now + residual(punctuality, passed, random())
}
