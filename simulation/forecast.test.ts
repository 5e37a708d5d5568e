import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usualCallingRule } from './calling-rule.ts'
import { forecastWaits } from './forecast.ts'
import type { Desk, InLine, Situation } from './situation.ts'

const now = 600
const walkIn = (id: string, waited: number, line = 'blood'): InLine => ({
  id,
  class: 'walk-in',
  arrivedAt: now - waited,
  appointmentAt: null,
  type: 'visit',
  line,
})
const desk = (more: Partial<Desk> = {}): Desk => ({
  staff: null,
  lines: ['blood'],
  open: [{ from: 0, until: 1440 }],
  serving: null,
  ...more,
})
/** Every service takes five minutes to the second, so that each wait can be counted by hand. */
const situation = (more: Partial<Situation>): Situation => ({
  now,
  rule: usualCallingRule,
  waiting: [],
  desks: [desk()],
  expected: [],
  noShow: 0,
  punctuality: { kind: 'constant', value: 0 },
  stat: [],
  walkIns: [],
  mix: [{ type: 'visit', line: 'blood', share: 1 }],
  serviceTime: () => ({ kind: 'constant', value: 5 }),
  ...more,
})
const sure = (wait: number | null) => ({ low: wait, median: wait, high: wait, mean: wait })
const of = (id: string, more: Partial<Situation>, newcomers: InLine[] = []) =>
  forecastWaits(situation(more), { runs: 10, newcomers }).get(id)

const three = [walkIn('first', 9), walkIn('second', 6), walkIn('third', 3)]
const busy = desk({ serving: { type: 'visit', since: now - 2 } })

describe('the forecast of a wait', () => {
  it('counts the people ahead and the remaining time of the service under way', () => {
    expect(of('first', { waiting: three })).toEqual(sure(0))
    expect(of('third', { waiting: three })).toEqual(sure(10))
    expect(of('third', { waiting: three, desks: [busy] })).toEqual(sure(13))
    expect(of('third', { waiting: three, desks: [busy, busy] })).toEqual(sure(8))
  })

  it('waits for the next shift and for the end of a pause, and gives no wait for those who are not called today', () => {
    const open = [
      { from: 540, until: 604 },
      { from: 630, until: 634 },
    ]
    const waits = forecastWaits(situation({ waiting: three, desks: [desk({ open })] }), { runs: 10 })
    expect([...waits.values()]).toEqual([sure(0), sure(30), sure(null)])
    expect(of('first', { waiting: three, desks: [] })).toEqual(sure(null))
  })

  it('lets booked people pass who are still to come, by their chance of coming', () => {
    const expected = [{ id: 'booked', appointmentAt: now + 3, type: 'visit', line: 'blood' }]
    expect(of('third', { waiting: three, expected })).toEqual(sure(15))
    expect(of('third', { waiting: three, expected, noShow: 1 })).toEqual(sure(10))
    const likely = of('third', { waiting: three, expected, noShow: 0.5 })
    expect([likely?.low, likely?.high]).toEqual([10, 15])
  })

  it('gives people who are long overdue hardly any chance of coming', () => {
    const expected = [{ id: 'booked', appointmentAt: now - 14, type: 'visit', line: 'blood' }]
    const punctuality = { kind: 'normal', mean: 0, sd: 6 } as const
    const overdue = situation({ waiting: three, expected, noShow: 0.3, punctuality })
    expect(forecastWaits(overdue).get('third')).toMatchObject({ low: 10, median: 10, high: 10 })
  })

  it('includes urgent people who may come', () => {
    const stat = [{ from: 0, until: 1440, perHour: 6 }]
    const waits = of('third', { waiting: three, stat })
    // Ten minutes ahead, half of each minute lost to those who pass: 10 / (1 - 0.5), less what has not come yet.
    expect(waits?.mean).toBeGreaterThan(12)
    expect(waits?.low).toBe(10)
  })

  it('keeps lines apart: a desk calls only from its own lines, and a desk of two lines calls the first of both', () => {
    const waiting = [walkIn('blood', 9), walkIn('urine', 6, 'urine'), walkIn('only here', 7, 'desk 2')]
    const desks = [desk(), desk({ lines: ['urine', 'desk 2'] })]
    const waits = forecastWaits(situation({ waiting, desks }), { runs: 10 })
    expect([...waits.entries()]).toEqual([
      ['blood', sure(0)],
      ['urine', sure(5)],
      ['only here', sure(0)],
    ])
  })

  it('uses the pace of the person who serves', () => {
    const desks = [desk({ staff: 'slow', serving: { type: 'visit', since: now } })]
    const serviceTime = (_: string, staff: string | null) =>
      ({ kind: 'constant', value: staff === 'slow' ? 9 : 5 }) as const
    expect(of('second', { waiting: three, desks, serviceTime })).toEqual(sure(18))
  })

  it('treats a service that never ends as one whose Finish was forgotten', () => {
    const desks = [desk({ serving: { type: 'visit', since: now - 300 } })]
    const wait = of('first', { waiting: three, desks })
    expect(wait?.high).toBeLessThanOrEqual(5)
  })

  it('predicts the wait of newcomers, now and later, without delaying anyone', () => {
    const booked = (id: string, at: number): InLine => ({
      id,
      class: 'appointment',
      arrivedAt: at,
      appointmentAt: at,
      type: 'visit',
      line: 'blood',
    })
    const newcomers = [walkIn('now', 0), booked('in 6', now + 6), booked('in 60', now + 60)]
    const waits = forecastWaits(situation({ waiting: three, desks: [busy] }), { runs: 10, newcomers })
    expect(waits.get('third')).toEqual(sure(13))
    expect(waits.get('now')).toEqual(sure(18))
    expect(waits.get('in 6')).toEqual(sure(2))
    expect(waits.get('in 60')).toEqual(sure(0))
  })

  it('lets walk-ins of the next hours delay a later visit, but nobody who waits already', () => {
    const walkIns = [{ from: now, until: now + 120, perHour: 11.9 }]
    const later = { ...walkIn('later', 0), arrivedAt: now + 120 }
    const waits = forecastWaits(situation({ waiting: three, walkIns }), { newcomers: [later] })
    expect(waits.get('third')).toEqual(sure(10))
    expect(waits.get('later')?.mean).toBeGreaterThan(5)
  })

  it('is deterministic by seed, and covers only the people who are asked for', () => {
    const crowd = situation({
      waiting: three,
      stat: [{ from: 0, until: 1440, perHour: 6 }],
      serviceTime: () => ({ kind: 'lognormal', mean: 5, cv: 0.5 }),
    })
    expect(forecastWaits(crowd, { seed: 4 })).toEqual(forecastWaits(crowd, { seed: 4 }))
    expect(forecastWaits(crowd, { seed: 4 })).not.toEqual(forecastWaits(crowd, { seed: 5 }))
    expect([...forecastWaits(crowd, { only: ['second'] }).keys()]).toEqual(['second'])
  })

  it('never predicts a shorter wait for a later place, nor a low end above the high end', () => {
    const waiting = fc
      .array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 15 })
      .map((waits) => waits.toSorted((a, b) => b - a).map((waited, index) => walkIn(`${index + 10}`, waited)))
    const desks = fc.array(fc.constantFrom(desk(), busy), { minLength: 1, maxLength: 4 })
    const distribution = fc.constantFrom(
      { kind: 'exponential', mean: 6 } as const,
      { kind: 'lognormal', mean: 6, cv: 0.5 } as const,
      { kind: 'empirical', values: [1, 2, 9] } as const,
    )
    fc.assert(
      fc.property(waiting, desks, distribution, (people, at, one) => {
        const waits = [
          ...forecastWaits(situation({ waiting: people, desks: at, serviceTime: () => one }), {
            runs: 20,
          }).values(),
        ]
        for (const [place, { low, median, high }] of waits.entries()) {
          const numbers = [waits[place - 1]?.median ?? 0, median ?? -1]
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
          expect([low, median, high]).toEqual([low, median, high].toSorted((a, b) => (a ?? 0) - (b ?? 0)))
        }
      }),
      { numRuns: 40 },
    )
  })
})
