import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CallingRule, callingOrder, usualCallingRule, type Waiting, whyBefore } from './calling-rule.ts'

const waiting = (
  id: string,
  kind: Waiting['class'],
  arrivedAt: number,
  appointmentAt: number | null = null,
) => ({ id, class: kind, arrivedAt, appointmentAt }) satisfies Waiting
const order = (list: Waiting[], now: number, rule = usualCallingRule) =>
  callingOrder(list, now, rule)
    .map(({ id }) => id)
    .join(' ')

describe('who is called next', () => {
  it('takes STAT first, then appointments in time, then the rest by arrival', () => {
    const people = [
      waiting('walk-in', 'walk-in', 0),
      waiting('later', 'walk-in', 1),
      waiting('booked', 'appointment', 9, 10),
      waiting('stat', 'stat', 12),
    ]
    expect(order(people, 12)).toBe('stat booked walk-in later')
  })

  it('lets those who come before their window wait with the rest until it opens', () => {
    const people = [waiting('walk-in', 'walk-in', 1), waiting('early', 'appointment', 2, 30)]
    expect(order(people, 19)).toBe('walk-in early')
    expect(order(people, 20)).toBe('early walk-in')
  })

  it('counts latecomers with the rest, except those whom the laboratory made late', () => {
    const people = [
      waiting('walk-in', 'walk-in', 20),
      waiting('late', 'appointment', 26, 10),
      waiting('kept waiting', 'appointment', 25, 10),
    ]
    expect(order(people, 60)).toBe('kept waiting walk-in late')
  })

  it('orders appointments by their time, unless that time had passed when the person arrived', () => {
    const people = [
      waiting('9:10, early', 'appointment', 0, 10),
      waiting('9:00', 'appointment', 1, 0),
      waiting('9:00, late', 'appointment', 12, 0),
    ]
    expect(order(people, 12)).toBe('9:00 9:10, early 9:00, late')
  })

  it('raises those who wait long to the level of appointments, and later above STAT', () => {
    const old = waiting('old', 'walk-in', 0)
    expect(order([old, waiting('booked', 'appointment', 46, 46)], 46)).toBe('old booked')
    expect(order([old, waiting('booked', 'appointment', 44, 44)], 46)).toBe('booked old')
    expect(order([old, waiting('stat', 'stat', 150)], 179)).toBe('stat old')
    expect(order([old, waiting('stat', 'stat', 181)], 181)).toBe('old stat')
  })
})

const people = fc
  .array(
    fc.record({
      class: fc.constantFrom('stat' as const, 'appointment' as const, 'walk-in' as const),
      arrivedAt: fc.integer({ min: 0, max: 300 }),
      appointmentAt: fc.option(fc.integer({ min: 0, max: 300 })),
    }),
    { maxLength: 30 },
  )
  .map((list) => list.map((one, index): Waiting => ({ ...one, id: `${index}` })))
const rule = fc.record({
  graceBeforeMinutes: fc.integer({ min: 0, max: 60 }),
  graceAfterMinutes: fc.integer({ min: 0, max: 60 }),
  ageingMinutes: fc.integer({ min: 0, max: 120 }),
  aboveStatMinutes: fc.integer({ min: 120, max: 240 }),
})
const moment = fc.integer({ min: 300, max: 600 })

describe('the order', () => {
  it('does not depend on the order in which the queue is listed', () => {
    const shuffled = people.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(shuffled, moment, rule, ([list, mixed], now, by) => {
        expect(order(mixed, now, by)).toBe(order(list, now, by))
      }),
    )
  })

  it('keeps the order of the others when someone leaves, so three people never form a cycle', () => {
    fc.assert(
      fc.property(people, moment, rule, fc.nat(), (list, now, by, nth) => {
        const gone = list[nth % Math.max(1, list.length)]
        const all = callingOrder(list, now, by).filter((one) => one !== gone)
        expect(
          callingOrder(
            list.filter((one) => one !== gone),
            now,
            by,
          ),
        ).toEqual(all)
      }),
    )
  })

  it('keeps first come, first served within STAT and within walk-ins', () => {
    fc.assert(
      fc.property(people, moment, rule, (list, now, by) => {
        for (const kind of ['stat', 'walk-in'] as const) {
          const times = callingOrder(list, now, by).flatMap((one) =>
            one.class === kind ? [one.arrivedAt] : [],
          )
          expect(times).toEqual(times.toSorted((a, b) => a - b))
        }
      }),
    )
  })

  it('lets nobody be overtaken by people who arrive after the two ageing limits', () => {
    fc.assert(
      fc.property(people, moment, rule, (list, now, by) => {
        const called = callingOrder(list, now, by)
        for (const [place, one] of called.entries()) {
          for (const before of called.slice(0, place)) {
            const limit = before.class === 'stat' ? by.aboveStatMinutes : by.ageingMinutes
            expect(before.arrivedAt - one.arrivedAt).toBeLessThanOrEqual(one.class === 'stat' ? 0 : limit)
          }
        }
      }),
    )
  })

  it('serves everyone eventually, even while others keep arriving, urgent ones included', () => {
    const by: CallingRule = { ...usualCallingRule, ageingMinutes: 20, aboveStatMinutes: 40 }
    let queue = [waiting('a patient', 'walk-in', 0)]
    const called: string[] = []
    for (let now = 0; now < 200; now++) {
      queue.push(waiting(`stat ${now}`, 'stat', now), waiting(`booked ${now}`, 'appointment', now, now))
      const [next] = callingOrder(queue, now, by)
      called.push(next?.id ?? '')
      queue = queue.filter((one) => one !== next)
    }
    expect(called.indexOf('a patient')).toBe(40)
  })
})

describe('the explanation', () => {
  const why = (a: Waiting, b: Waiting, now: number) => whyBefore(a, b, now, usualCallingRule)
  const walkIn = waiting('w', 'walk-in', 0)

  it('explains why one person is called before another', () => {
    expect(why(waiting('s', 'stat', 9), walkIn, 10)).toBe('Urgent (STAT), which goes before everyone else.')
    const booked = waiting('a', 'appointment', 9, 10)
    expect(why(booked, walkIn, 10)).toBe('Has an appointment and came in time; the other has none.')
    expect(why(booked, waiting('l', 'appointment', 30, 10), 31)).toBe(
      'Has an appointment and came in time; the other came 20 minutes late.',
    )
    expect(why(booked, waiting('e', 'appointment', 5, 60), 10)).toBe(
      'Has an appointment and came in time; the other has one later, and came early.',
    )
    expect(why(walkIn, waiting('v', 'walk-in', 4), 10)).toBe('Came 4 minutes earlier.')
    expect(why(walkIn, waiting('v', 'walk-in', 4), 46)).toBe(
      'Has waited 45 minutes or more, which counts like an appointment.',
    )
    expect(why(walkIn, waiting('b', 'appointment', 60, 60), 61)).toBe(
      'Was due 15 minutes earlier (after 45 minutes of waiting; the other: by appointment).',
    )
    expect(why(walkIn, waiting('v', 'walk-in', 20), 190)).toBe(
      'Has waited 180 minutes or more, which goes before everyone who came later.',
    )
    expect(why(walkIn, waiting('x', 'walk-in', 0), 5)).toBe(
      'Came at the same time; the lower number goes first.',
    )
  })

  it('reverses the sentence when the two people are swapped', () => {
    expect(why(walkIn, waiting('s', 'stat', 9), 10)).toBe(
      'Goes after the other. Of the other: Urgent (STAT), which goes before everyone else.',
    )
  })

  it('agrees with the order for any two people', () => {
    fc.assert(
      fc.property(people, moment, rule, (list, now, by) => {
        const [first, second] = callingOrder(list, now, by)
        if (!first || !second) return
        expect(whyBefore(first, second, now, by)).not.toMatch(/^Goes after/)
        expect(whyBefore(second, first, now, by)).toMatch(/^Goes after/)
      }),
    )
  })
})
