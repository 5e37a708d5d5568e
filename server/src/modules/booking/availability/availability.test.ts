import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  firstInstantOfLocal,
  type Interval,
  localAt,
  minuteOf,
} from '#server/modules/sites/index.ts'
import { type Busy, freeDays, nearest, occupancy, startOf, whyNotBookable } from './availability.ts'
import { visitLength } from './visit-length.ts'

const laboratory = {
  name: 'Lab',
  address: '',
  phone: '',
  email: '',
  language: 'en' as const,
  weekStart: 'locale' as const,
  horizonDays: 180,
  cutOffMinutes: 120,
  holdMinutes: 10,
  stepMinutes: 15,
  bufferMinutes: 0,
  overbookLimit: 0,
  pricesOn: false,
}

/** A laboratory with any hours, closures, chairs and visits around a day on which the clocks may change. */
const situation = fc
  .record({
    zone: fc.constantFrom('Africa/Accra', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
    from: fc.constantFrom('2026-03-07', '2026-03-28', '2026-04-04', '2026-10-24', '2026-10-31', '2026-06-10'),
    span: fc.integer({ min: 1, max: 3 }),
    stepMinutes: fc.constantFrom(5, 10, 15, 20, 30),
    bufferMinutes: fc.constantFrom(0, 5, 15),
    length: fc.constantFrom(15, 20, 25, 30),
    horizonDays: fc.constantFrom(1, 2, 180),
    chairs: fc.integer({ min: 0, max: 3 }),
    opening: fc.constantFrom(
      [[0, 1440]],
      [[7 * 60, 19 * 60]],
      [
        [60, 200],
        [210, 720],
        [780, 1440],
      ],
      [[1400, 1440]],
      [],
    ),
    nowOffset: fc.integer({ min: -600, max: 1500 }),
    visits: fc.array(
      fc.record({
        chair: fc.integer({ min: 1, max: 3 }),
        at: fc.integer({ min: -60, max: 4400 }),
        minutes: fc.constantFrom(15, 20, 30, 60),
      }),
      { maxLength: 40 },
    ),
    closures: fc.array(
      fc.record({ at: fc.integer({ min: 0, max: 4400 }), minutes: fc.integer({ min: 1, max: 900 }) }),
      { maxLength: 2 },
    ),
  })
  .map((given) => {
    const begin = firstInstantOfLocal(given.zone, given.from, 0)
    const busy: Busy[] = []
    for (const { chair, at, minutes } of given.visits) {
      const visit = { chair, start: begin + at, end: begin + at + minutes }
      // As the exclusion constraint would: no overlapping visits on a chair.
      if (!busy.some((one) => one.chair === chair && overlap(one, visit))) busy.push(visit)
    }
    return {
      plan: {
        site: { id: 'site', name: 'Main', timeZone: given.zone },
        hours: given.opening.flatMap(([opens = 0, closes = 0]) =>
          Array.from({ length: 7 }, (_, weekday) => ({ weekday, opens, closes })),
        ),
        closures: given.closures.map(({ at, minutes }) => ({
          start: begin + at,
          end: begin + at + minutes,
          reason: 'Works',
        })),
        chairs: Array.from({ length: given.chairs }, (_, index) => index + 1),
        laboratory: {
          ...laboratory,
          stepMinutes: given.stepMinutes,
          bufferMinutes: given.bufferMinutes,
          overbookLimit: 0,
          pricesOn: false,
          horizonDays: given.horizonDays,
        },
      },
      busy,
      ask: {
        from: given.from,
        to: addDays(given.from, given.span - 1),
        length: given.length,
        now: begin + given.nowOffset,
      },
    }
  })

const overlap = (a: Interval, b: Interval) => a.start < b.end && b.start < a.end

describe('availability', () => {
  it('availability offers exactly the starts that can be booked, also when the clocks change', () => {
    fc.assert(
      fc.property(situation, fc.integer({ min: 0, max: 4 }), ({ plan, busy, ask }, phase) => {
        const offered = new Set(freeDays(plan, busy, ask).flatMap((day) => day.starts))
        const begin = firstInstantOfLocal(plan.site.timeZone, ask.from, 0)
        const end = firstInstantOfLocal(plan.site.timeZone, addDays(ask.to, 1), 0)
        // All times are multiples of five minutes: phase 0 covers every start, the other phases the times between.
        for (let start = begin + phase; start < end; start += 5) {
          const need = { start, end: start + ask.length + plan.laboratory.bufferMinutes }
          const chairFree = plan.chairs.some(
            (chair) => !busy.some((one) => one.chair === chair && overlap(one, need)),
          )
          const bookable = chairFree && whyNotBookable(plan, start, ask.length, ask.now) === null
          if (bookable !== offered.has(start)) {
            throw new Error(
              `${new Date(start * 60_000).toISOString()} bookable ${bookable}, offered ${!bookable}`,
            )
          }
        }
      }),
      { numRuns: 150 },
    )
  })

  it('availability lists each day of the window once and each start on its day, in order', () => {
    fc.assert(
      fc.property(situation, ({ plan, busy, ask }) => {
        const days = freeDays(plan, busy, ask)
        expect(days.map((day) => day.day)).toEqual(
          Array.from({ length: days.length }, (_, index) => addDays(ask.from, index)),
        )
        for (const day of days) {
          expect(day.starts).toEqual([...day.starts].sort((a, b) => a - b))
          for (const start of day.starts) expect(localAt(plan.site.timeZone, start).day).toBe(day.day)
          expect(day.taken).toBeGreaterThanOrEqual(0)
          expect(day.taken).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('availability offers the starts of a repeated hour twice and none of a skipped hour', () => {
    const hours = Array.from({ length: 7 }, (_, weekday) => ({ weekday, opens: 0, closes: 4 * 60 }))
    const plan = {
      site: { id: 's', name: 'Berlin', timeZone: 'Europe/Berlin' },
      hours,
      closures: [],
      chairs: [1],
      laboratory,
    }
    const startsOn = (day: string) =>
      freeDays(plan, [], { from: day, to: day, length: 15, now: minuteOf(`${day}T00:00:00Z`) - 1440 })[0]
        ?.starts.length
    expect([startsOn('2026-03-29'), startsOn('2026-03-30'), startsOn('2026-10-25')]).toEqual([12, 16, 20])
  })

  it('the nearest free starts are ordered by distance, the earlier of two first', () => {
    const days = [{ day: '', closed: null, taken: 0, starts: [0, 15, 45, 60, 90] }]
    expect(nearest(days, 30)).toEqual([15, 45, 0])
    expect(nearest([], 30)).toEqual([])
  })
})

describe('occupancy', () => {
  it('occupancy counts the free chairs of every minute', () => {
    fc.assert(
      fc.property(situation, ({ plan, busy }) => {
        const intervals = occupancy(busy, plan.chairs)
        const seated = busy.filter((one) => plan.chairs.includes(one.chair))
        for (const interval of intervals) {
          expect(interval.start).toBeLessThan(interval.end)
          for (const minute of [interval.start, interval.end - 1]) {
            const taken = seated.filter((one) => one.start <= minute && minute < one.end).length
            expect(interval.free).toBe(plan.chairs.length - taken)
            expect(taken).toBeGreaterThan(0)
          }
        }
        const covered = (minute: number) => intervals.some((one) => one.start <= minute && minute < one.end)
        for (const one of seated) expect(covered(one.start) && covered(one.end - 1)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})

describe('the start that a request means', () => {
  it('a start with a time of day is the local time on the written date', () => {
    expect(startOf('America/New_York', '2026-06-10', '08:30')).toBe(minuteOf('2026-06-10T12:30:00Z'))
    expect(startOf('America/New_York', '2026-06-10T00:00:00.000Z', '08:30')).toBe(
      minuteOf('2026-06-10T12:30:00Z'),
    )
  })

  it('a start without a time of day is the instant itself', () => {
    expect(startOf('America/New_York', '2026-06-10T12:30:00Z', undefined)).toBe(
      minuteOf('2026-06-10T12:30:00Z'),
    )
    expect(startOf('America/New_York', '2026-06-10T12:30:07Z', undefined)).toEqual({
      refused: 'Visits start on a whole minute',
    })
    expect(startOf('America/New_York', '2026-06-10', undefined)).toEqual({ refused: 'Time is required' })
  })

  it('a start in a skipped hour is refused', () => {
    expect(startOf('Europe/Berlin', '2026-03-29', '02:15')).toEqual({
      refused: 'The clocks change at this hour: this time does not exist on this day',
    })
  })
})

describe('the length of a visit', () => {
  const of = (...collections: Parameters<typeof visitLength>[0][number]['collection'][]) =>
    visitLength(collections.map((collection) => ({ collection })))

  it('the length of a visit grows with the kinds of specimen, from 15 to 30 minutes', () => {
    expect(of()).toBe(15)
    expect(of('blood', 'blood', 'blood')).toBe(15)
    expect(of('blood', 'urine')).toBe(20)
    expect(of('blood', 'urine', 'stool')).toBe(25)
    expect(of('blood', 'urine', 'stool', 'swab', 'sputum')).toBe(30)
  })
})
