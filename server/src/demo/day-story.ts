import type { BenchTest } from '#server/modules/catalogue/index.ts'
import { utcDay } from '#server/platform/clock.ts'
import type { DayEvent, DayVisit } from '#simulation/laboratory/events.ts'
import type { Plan } from '#simulation/laboratory/plan.ts'
import type { SimulatedDay } from '#simulation/laboratory/simulate-day.ts'
import { type Random, stream } from '#simulation/random.ts'
import { idAt, oneOf } from './draws.ts'
import { childrenOf, type Person, patient, testedAt } from './people.ts'
import { testsOf } from './seed-plan.ts'
import type { Colleague } from './staff.ts'

/** A simulated day as visits, tickets, samples and tasks of the product, with their times in milliseconds. */

export type StoryTask = {
  id: string
  test: string
  startedAt: number | null
  by: Colleague | null
  completedAt: number | null
  withdrawnAt: number | null
  /** Values that it must have, by analyte; the others are drawn. */
  values?: Readonly<Record<string, number>>
  /** Its critical values have not been told to anybody yet. */
  untold?: true
}
export type StorySample = {
  id: string
  number: number
  tests: readonly string[]
  /** The number of the accession; for a replacement, the number on the label that was printed for it. */
  sequence: number
  collectedAt: number
  collectedBy: Colleague
  chair: number
  receivedAt: number | null
  receivedBy: Colleague | null
  rejectedAt: number | null
  reason: string
  nextSequence: number | null
  replaces: StorySample | null
  tasks: StoryTask[]
}
export type StoryTicket = {
  id: string
  number: number
  arrivedAt: number
  calledAt: number | null
  /** Infinity: not yet. */
  endedAt: number
  desk: number | null
  by: Colleague | null
}
export type StoryVisit = {
  id: string
  site: string
  kind: 'appointment' | 'walk-in'
  urgent: boolean
  person: Person
  fasting: boolean
  tests: readonly string[]
  /** The booked time, or the arrival of a walk-in. */
  startsAt: number
  createdAt: number
  status: 'booked' | 'cancelled' | 'no_show' | 'arrived' | 'collected' | 'in_progress' | 'completed'
  tickets: StoryTicket[]
  samples: StorySample[]
  releasedAt: number | null
  releasedBy: Colleague | null
}

export type Telling = {
  seed: number
  plan: Plan
  /** Number of people with accounts. */
  people: number
  staff: ReadonlyMap<string, Colleague>
  tests: ReadonlyMap<string, BenchTest>
  /** A patient with regular visits, so that their results have a history. */
  regular: Person | null
}
export type StoryDay = {
  index: number
  /** The instants of the plan's minute 0 on this day, and on the next working day; null if that is to come. */
  midnight: number
  nextMidnight: number | null
}

const minute = 60_000

export function tellDay(telling: Telling, day: StoryDay, simulated: SimulatedDay): StoryVisit[] {
  const { seed, plan, staff } = telling
  const random = stream(seed, 'story', day.index)
  const instant = (at: number) => Math.round(day.midnight + at * minute)
  const regulars = { left: telling.regular !== null && day.index % 9 === 4 ? 1 : 0 }
  const visits = simulated.visits.map((visit) =>
    beginVisit(telling, visit, testsOf(plan, visit.type), { random, instant, regulars }),
  )
  const tellers = createTellers(telling, visits, random, instant)
  for (const event of simulated.events) tell(tellers, event, staff)
  for (const [index, visit] of visits.entries()) {
    finish(telling, visit, simulated.visits[index]?.ending ?? 'in progress', day, random)
  }
  return visits
}

/** The member of the regular patient's family who comes on a day: a child on about every fourth day. */
function regularOn(regular: Person, day: string): Person {
  const date = Number(day.slice(8))
  return (date % 4 === 2 ? childrenOf(regular, day)[date % 8 === 2 ? 0 : 1] : null) ?? regular
}

type Draw = { random: Random; instant: (at: number) => number; regulars: { left: number } }

export function beginVisit(
  { seed, people, regular, tests: catalogue }: Telling,
  visit: DayVisit,
  tests: readonly string[],
  { random, instant, regulars }: Draw,
): StoryVisit {
  const [who, of, ahead] = [random(), random(), random()]
  const booked = visit.appointmentAt !== null
  const suits = booked && visit.ending === 'released' && /^(fever|fasting check|urine)$/.test(visit.type)
  const isRegular = suits && regulars.left > 0
  if (isRegular) regulars.left--
  const known = patient(seed, Math.floor(who * people))
  const startsAt = instant(visit.appointmentAt ?? visit.arrivedAt ?? 0)
  const day = utcDay(new Date(startsAt))
  const person = isRegular && regular ? regularOn(regular, day) : testedAt(visit.type, known, of, day)
  const start = booked ? startsAt : Math.floor(startsAt / minute) * minute
  return {
    id: idAt(start, random),
    site: visit.site,
    kind: booked ? 'appointment' : 'walk-in',
    urgent: visit.class === 'stat',
    person: booked ? person : { ...person, account: null, known: known.account ?? -1, email: '' },
    fasting: tests.some((code) => catalogue.get(code)?.preparation !== '' && code === 'GLU'),
    tests,
    startsAt: start,
    createdAt: booked
      ? Math.round(start - (0.2 + 9 * ahead ** 2) * 1440 * minute)
      : visit.arrivedAt === null
        ? start
        : instant(visit.arrivedAt),
    status: 'no_show',
    ...nothingDone(),
  }
}

/** The progress of a visit that nobody has worked on. */
export const nothingDone = (): Pick<StoryVisit, 'tickets' | 'samples' | 'releasedAt' | 'releasedBy'> => ({
  tickets: [],
  samples: [],
  releasedAt: null,
  releasedBy: null,
})

export function createTellers(
  telling: Telling,
  visits: readonly StoryVisit[],
  random: Random,
  instant: (at: number) => number,
) {
  const counters = new Map(telling.plan.sites.map(({ id }) => [id, { tickets: 0, samples: 0 }]))
  const benches = [...telling.staff.values()].filter(({ member }) => !member.skills.includes('collect'))
  return {
    visits,
    random,
    instant,
    samples: new Map<number, StorySample>(),
    receiver: () => oneOf(benches, random()),
    next: (site: string, what: 'tickets' | 'samples') => {
      const counter = counters.get(site)
      if (!counter) throw new Error(`The plan has no site ${site}`)
      return ++counter[what]
    },
  }
}
type Tellers = ReturnType<typeof createTellers>

const reasons = ['Haemolysed', 'Clotted', 'Not enough material', 'Leaked or broken'] as const

export function tell(tellers: Tellers, event: DayEvent, staff: ReadonlyMap<string, Colleague>): void {
  if (!('visit' in event)) return
  const visit = tellers.visits[event.visit]
  if (!visit) throw new Error('An event of an unknown visit')
  const at = tellers.instant(event.at)
  const by = 'staff' in event ? (staff.get(event.staff) ?? null) : null
  const sample = 'sample' in event ? tellers.samples.get(event.sample) : undefined
  switch (event.kind) {
    case 'arrived':
      visit.tickets.push({
        id: idAt(at, tellers.random),
        number: tellers.next(visit.site, 'tickets'),
        arrivedAt: at,
        calledAt: null,
        endedAt: at,
        desk: null,
        by: null,
      })
      return
    case 'called':
      Object.assign(lastTicket(visit), { calledAt: at, desk: event.chair, by })
      return
    case 'unprepared':
    case 'turned away':
      lastTicket(visit).endedAt = at
      return
    case 'collected':
      lastTicket(visit).endedAt = at
      if (by)
        for (const drawn of event.samples) collect(tellers, visit, drawn, { at, by, chair: event.chair })
      return
    case 'received':
      if (sample) Object.assign(sample, { receivedAt: at, receivedBy: tellers.receiver() })
      return
    case 'rejected':
      if (sample) reject(tellers, visit, sample, at)
      return
    case 'task started':
    case 'result': {
      const task = sample?.tasks.find(({ test }) => test === event.test)
      if (task) Object.assign(task, event.kind === 'result' ? { completedAt: at } : { startedAt: at, by })
      return
    }
    case 'released':
      Object.assign(visit, { releasedAt: at, releasedBy: by })
      return
    case 'no-show':
    case 'release started':
      return
    default:
      event satisfies never
  }
}

export function lastTicket(visit: StoryVisit | undefined): StoryTicket {
  const ticket = visit?.tickets.at(-1)
  if (!ticket) throw new Error('A visit was called without a ticket')
  return ticket
}

function collect(
  tellers: Pick<Tellers, 'samples' | 'random' | 'next'>,
  visit: StoryVisit,
  drawn: { sample: number; tests: readonly string[] },
  { at, by, chair }: { at: number; by: Colleague; chair: number },
): StorySample {
  const replaced = visit.samples.find(
    (one) =>
      one.rejectedAt !== null &&
      one.tests[0] === drawn.tests[0] &&
      !visit.samples.some((other) => other.replaces === one),
  )
  const sample: StorySample = {
    id: idAt(at, tellers.random),
    number: drawn.sample,
    tests: drawn.tests,
    sequence: replaced?.nextSequence ?? tellers.next(visit.site, 'samples'),
    collectedAt: at,
    collectedBy: by,
    chair,
    receivedAt: null,
    receivedBy: null,
    rejectedAt: null,
    reason: '',
    nextSequence: null,
    replaces: replaced ?? null,
    tasks: drawn.tests.map((test) => ({
      id: idAt(at, tellers.random),
      test,
      startedAt: null,
      by: null,
      completedAt: null,
      withdrawnAt: null,
    })),
  }
  visit.samples.push(sample)
  tellers.samples.set(drawn.sample, sample)
  return sample
}

function reject(tellers: Tellers, visit: StoryVisit, sample: StorySample, at: number): void {
  sample.rejectedAt = at
  sample.reason = oneOf(reasons, tellers.random())
  sample.nextSequence = tellers.next(visit.site, 'samples')
  for (const task of sample.tasks) task.withdrawnAt = at
}

/** Open work of the day is done on the next working day, if that is over: samples collected again, results entered and released. */
function finish(
  telling: Telling,
  visit: StoryVisit,
  ending: DayVisit['ending'],
  { nextMidnight }: StoryDay,
  random: Random,
): void {
  if (ending === 'no-show') return
  if (ending === 'unprepared' || visit.samples.length === 0) {
    visit.status = 'cancelled'
    return
  }
  if (ending !== 'released' && nextMidnight !== null) workLate(telling, visit, nextMidnight, random)
  const tasks = visit.samples.flatMap((sample) => sample.tasks)
  if (visit.releasedAt !== null) visit.status = 'completed'
  else visit.status = tasks.some(({ startedAt }) => startedAt !== null) ? 'in_progress' : 'collected'
}

function workLate(telling: Telling, visit: StoryVisit, midnight: number, random: Random): void {
  const bench = (skill: string) => {
    const found = [...telling.staff.values()].find(({ member }) => member.skills[0] === skill)
    if (!found) throw new Error(`Nobody can ${skill}`)
    return found
  }
  let at = Math.round(midnight + (7.5 * 60 + 90 * random()) * minute)
  const then = () => {
    at += Math.round((1 + 3 * random()) * minute)
    return at
  }
  for (const rejected of visit.samples.filter((one) => one.rejectedAt !== null)) {
    if (visit.samples.some((one) => one.replaces === rejected)) continue
    const by = bench('collect')
    collect(lateTellers(random), visit, { sample: -1, tests: rejected.tests }, { at: then(), by, chair: 1 })
  }
  for (const sample of visit.samples.filter((one) => one.rejectedAt === null)) {
    sample.receivedAt ??= then()
    sample.receivedBy ??= bench('release')
    for (const task of sample.tasks) {
      if (task.completedAt !== null) continue
      const skill = telling.plan.tests.find(({ id }) => id === task.test)?.skill ?? ''
      task.startedAt ??= then()
      task.by ??= bench(skill)
      task.completedAt = then()
    }
  }
  visit.releasedAt = then()
  const others = [...telling.staff.values()].filter(({ member }) => member.skills[0] === 'release')
  visit.releasedBy = oneOf(others, random())
}

const lateTellers = (random: Random): Pick<Tellers, 'samples' | 'random' | 'next'> => ({
  samples: new Map(),
  random,
  next: () => {
    throw new Error('A replacement has the number of its printed label')
  },
})
