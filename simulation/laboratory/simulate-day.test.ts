import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callingOrder, type Waiting } from '../calling-rule.ts'
import type { DayEvent } from './events.ts'
import type { Plan } from './plan.ts'
import { type SimulatedDay, simulateDay } from './simulate-day.ts'
import { stepNames, stepsOf } from './summary.ts'
import { usualPlan } from './usual-plan.ts'

/** Days of every kind: empty and crowded, with and without a courier, a second person, spare staff, bad tubes. */
const plans = fc
  .record({
    visits: fc.integer({ min: 0, max: 160 }),
    branches: fc.integer({ min: 0, max: 1 }),
    chairs: fc.integer({ min: 1, max: 4 }),
    staffLeft: fc.integer({ min: 1, max: 10 }),
    rejected: fc.constantFrom(0, 0.02, 0.4),
    twoPeople: fc.boolean(),
    everyMinutes: fc.constantFrom(0, 7, 45),
    places: fc.constantFrom(2, 200),
    ageing: fc.constantFrom(5, 45),
  })
  .map(({ visits, branches, chairs, staffLeft, rejected, twoPeople, everyMinutes, places, ageing }): Plan => {
    const plan = usualPlan({ visits, branches })
    return {
      ...plan,
      sites: plan.sites.map((site) => ({
        ...site,
        chairs,
        courier: { ...site.courier, everyMinutes, places },
      })),
      staff: plan.staff.filter((_, index) => index % 10 < staffLeft),
      rejection: { ...plan.rejection, chance: rejected },
      rule: { ...plan.rule, ageingMinutes: ageing, aboveStatMinutes: 3 * ageing },
      twoPeople,
    }
  })
const days = fc.tuple(plans, fc.integer()).map(([plan, seed]) => ({ plan, day: simulateDay(plan, seed) }))
const checkDays = (check: (plan: Plan, day: SimulatedDay) => void) =>
  fc.assert(
    fc.property(days, ({ plan, day }) => {
      check(plan, day)
    }),
    { numRuns: 60 },
  )
const of = <K extends DayEvent['kind']>(day: SimulatedDay, kind: K) =>
  day.events.filter((event): event is Extract<DayEvent, { kind: K }> => event.kind === kind)

/** Fails when two of the spans with the same key overlap. */
function expectOneAtATime(spans: { key: string; from: number; until: number }[]) {
  const last = new Map<string, number>()
  for (const { key, from, until } of spans.toSorted((a, b) => a.from - b.from)) {
    expect(from, key).toBeGreaterThanOrEqual(last.get(key) ?? 0)
    last.set(key, until)
  }
}

/** Pairs each start with the next end of the same key; every start must have one. */
function spansOf(starts: [string, number][], ends: [string, number][]) {
  const open = new Map<string, number[]>()
  for (const [key, at] of ends) open.set(key, [...(open.get(key) ?? []), at])
  return starts.map(([key, from]) => {
    const until = open.get(key)?.shift()
    expect(until, `${key} ends`).toBeGreaterThanOrEqual(from)
    return { key, from, until: until ?? from }
  })
}

describe('a simulated day', () => {
  it('is the same for the same seed, bit for bit, and another for another', () => {
    const plan = usualPlan({ branches: 1 })
    expect(simulateDay(plan, 11)).toStrictEqual(simulateDay(plan, 11))
    expect(simulateDay(plan, 11).events).not.toEqual(simulateDay(plan, 12).events)
  })

  it('never turns the clock back', () => {
    checkDays((_, { events }) => {
      const times = events.map(({ at }) => at)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    })
  })

  it('ends each visit once, in the state that its events tell', () => {
    checkDays((_, day) => {
      const told = new Map<number, string>()
      for (const event of day.events) {
        if (event.kind === 'released' || event.kind === 'unprepared' || event.kind === 'no-show') {
          expect(told.has(event.visit)).toBe(false)
          told.set(event.visit, event.kind)
        }
      }
      for (const visit of day.visits) {
        const kept = ['released', 'unprepared', 'no-show'].includes(visit.ending)
        expect(told.get(visit.number)).toBe(kept ? visit.ending : undefined)
        if (visit.ending === 'turned away') expect(visit.calledAt).toBeNull()
        if (visit.ending === 'no-show') expect(visit.arrivedAt).toBeNull()
      }
      const total = Object.values(day.summary.endings).reduce((sum, one) => sum + one, 0)
      expect(total).toBe(day.visits.length)
    })
  })

  it('serves nobody twice at once, and no chair or person serves two', () => {
    checkDays((plan, day) => {
      const seats = of(day, 'called').map((one) => ({ ...one, site: day.visits[one.visit]?.site }))
      const up = [...of(day, 'collected'), ...of(day, 'unprepared')].toSorted((a, b) => a.at - b.at)
      const sat = (key: (one: { visit: number; chair: number; staff: string; site?: string }) => string) =>
        spansOf(
          seats.map((one) => [key({ ...one, site: one.site ?? '' }), one.at]),
          up.map((one) => [key({ ...one, site: day.visits[one.visit]?.site ?? '' }), one.at]),
        )
      expectOneAtATime(sat(({ visit }) => `visit ${visit}`))
      expectOneAtATime(sat(({ chair, site }) => `chair ${site} ${chair}`))
      const key = ({ staff }: { staff: string }) => staff
      const tasks = (one: { staff: string; sample: number; test: string }) =>
        `${one.staff}\t${one.sample}\t${one.test}`
      const bench = spansOf(
        of(day, 'task started').map((one) => [tasks(one), one.at]),
        of(day, 'result').map((one) => [tasks(one), one.at]),
      ).map((span) => ({ ...span, key: span.key.split('\t')[0] ?? '' }))
      const releases = spansOf(
        of(day, 'release started').map((one) => [key(one), one.at]),
        of(day, 'released').map((one) => [key(one), one.at]),
      )
      expectOneAtATime([...sat(key), ...bench, ...releases])
      for (const { chair, site } of seats) {
        expect(chair).toBeLessThanOrEqual(plan.sites.find(({ id }) => id === site)?.chairs ?? 0)
      }
    })
  })

  it('begins work only within the shift of whoever does it', () => {
    checkDays((plan, day) => {
      for (const event of [...of(day, 'called'), ...of(day, 'task started'), ...of(day, 'release started')]) {
        const shifts = plan.staff.find(({ id }) => id === event.staff)?.shifts ?? []
        expect(shifts.some(({ from, until }) => from <= event.at && event.at < until)).toBe(true)
      }
    })
  })

  it('calls whoever is first by the calling rule, at every call', () => {
    checkDays((plan, day) => {
      const rooms = new Map(plan.sites.map(({ id }) => [id, [] as (Waiting & { visit: number })[]]))
      for (const event of day.events) {
        if (event.kind !== 'arrived' && event.kind !== 'called') continue
        const visit = day.visits[event.visit]
        const room = rooms.get(visit?.site ?? '')
        if (!visit || !room) throw new Error('a visit has a site')
        if (event.kind === 'arrived') {
          const { class: kind, id, number, appointmentAt } = visit
          const booked = event.again && kind !== 'stat'
          room.push({
            id,
            visit: number,
            arrivedAt: event.at,
            class: booked ? 'appointment' : kind,
            appointmentAt: booked ? event.at : appointmentAt,
          })
        } else {
          const [first] = callingOrder(room, event.at, plan.rule)
          expect(event.visit).toBe(first?.visit)
          room.splice(room.indexOf(first as (typeof room)[number]), 1)
        }
      }
    })
  })

  it('gives each usable sample one result for each test, and releases when all are there', () => {
    checkDays((plan, day) => {
      const results = Map.groupBy(of(day, 'result'), ({ sample }) => sample)
      const rejected = new Set(of(day, 'rejected').map(({ sample }) => sample))
      const released = new Map(of(day, 'release started').map((one) => [one.visit, one]))
      for (const { visit, samples } of of(day, 'collected')) {
        for (const { sample, tests } of samples) {
          const done = results.get(sample) ?? []
          expect(new Set(done.map(({ test }) => test)).size).toBe(done.length)
          if (rejected.has(sample)) expect(done).toEqual([])
          const release = released.get(visit)
          if (!release || rejected.has(sample)) continue
          expect(done.map(({ test }) => test).toSorted()).toEqual([...tests].toSorted())
          for (const { at, staff } of done) {
            expect(at).toBeLessThanOrEqual(release.at)
            if (plan.twoPeople) expect(staff).not.toBe(release.staff)
          }
        }
      }
      // Everything collected was sent once and received once.
      const all = of(day, 'collected').flatMap(({ samples }) => samples.map(({ sample }) => sample))
      const sent = of(day, 'sent').flatMap(({ samples }) => samples)
      const received = of(day, 'received').map(({ sample }) => sample)
      for (const list of [sent, received]) {
        expect(list.toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b))
      }
    })
  })

  it('never puts more into an analyser than it holds, nor starts one that runs', () => {
    checkDays((plan, day) => {
      for (const { analyser, samples } of of(day, 'run started')) {
        expect(samples.length).toBeGreaterThan(0)
        expect(samples.length).toBeLessThanOrEqual(
          plan.analysers.find(({ id }) => id === analyser)?.places ?? 0,
        )
      }
      expectOneAtATime(
        spansOf(
          of(day, 'run started').map((one) => [one.analyser, one.at]),
          of(day, 'run finished').map((one) => [one.analyser, one.at]),
        ),
      )
    })
  })

  it('splits each turnaround into steps that add up', () => {
    checkDays((_, day) => {
      for (const visit of day.visits) {
        const steps = stepsOf(visit)
        if (!steps) continue
        for (const step of stepNames) expect(steps[step]).toBeGreaterThanOrEqual(0)
        const sum = stepNames.reduce((total, step) => total + steps[step], 0)
        expect(sum).toBeCloseTo((visit.releasedAt ?? 0) - (visit.arrivedAt ?? 0), 6)
      }
    })
  })

  it('sends the same people with the same needs whoever works', () => {
    const plan = usualPlan()
    const fewer = { ...plan, staff: plan.staff.slice(1) }
    const [a, b] = [simulateDay(plan, 5), simulateDay(fewer, 5)]
    const came = (day: SimulatedDay) =>
      day.visits.map(({ id, type, arrivedAt, ending }) => [id, type, arrivedAt, ending === 'unprepared'])
    expect(came(b)).toEqual(came(a))
    expect(b.summary.waits.mean).toBeGreaterThan(a.summary.waits.mean)
  })

  it('sends home whoever is not prepared and whoever still waits when the last collector has left', () => {
    const plan = usualPlan({ visits: 200 })
    const closing = { ...plan, staff: plan.staff.filter(({ id }) => id !== 'main, collector 1').slice(0, 1) }
    const { endings } = simulateDay(closing, 1).summary
    expect(endings['turned away']).toBeGreaterThan(0)
    expect(simulateDay(plan, 2).summary.endings.unprepared).toBeGreaterThan(0)
  })
})
