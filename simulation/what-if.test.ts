import { describe, expect, it } from 'vitest'
import type { Plan, StaffMember } from './laboratory/plan.ts'
import { simulateDay } from './laboratory/simulate-day.ts'
import { usualPlan } from './laboratory/usual-plan.ts'
import { changedPlan, whatIf } from './what-if.ts'

const seeds = [1, 2, 3, 4, 5, 6, 7, 8]
const helper: StaffMember = {
  id: 'helper',
  site: 'main',
  skills: ['collect'],
  shifts: [{ from: 480, until: 600 }],
  pace: 1,
}
const plan = usualPlan({ visits: 300 })
const chairs = (plan.sites[0]?.chairs ?? 0) + 1
/** The mean number of people who come, booked or not. */
const expected = ({ sites }: Plan) =>
  sites
    .flatMap(({ walkIns, stat, booked }) => [
      booked.length,
      ...[...walkIns, ...stat].map(({ from, until, perHour }) => ((until - from) * perHour) / 60),
    ])
    .reduce((sum, one) => sum + one, 0)

describe('what if', () => {
  it('shows the unchanged day first, and compares each change on the same days', () => {
    const [asItIs, more, fewer, crowded] = whatIf(
      plan,
      [
        { addStaff: [helper], chairs: { main: chairs } },
        { removeStaff: ['main, collector 1'] },
        { demand: 1.15 },
      ],
      seeds,
    )
    if (!asItIs || !more || !fewer || !crowded) throw new Error('four outcomes')
    expect(asItIs.waitDifference).toEqual({ low: 0, mean: 0, high: 0 })
    expect(more.waitDifference.high).toBeLessThan(0)
    expect(fewer.waitDifference.low).toBeGreaterThan(0)
    expect(crowded.wait.mean).toBeGreaterThan(asItIs.wait.mean + 1)
    expect(more.turnaround.mean).toBeLessThan(asItIs.turnaround.mean)
    expect(fewer.collectorsBusy.mean).toBeGreaterThan(asItIs.collectorsBusy.mean)
    // The change differs less between days than the days themselves do.
    const width = ({ low, high }: { low: number; high: number }) => high - low
    expect(width(more.waitDifference)).toBeLessThan(1.2 * width(asItIs.wait))
    for (const { wait } of [asItIs, more, fewer]) {
      expect([wait.low, wait.mean, wait.high]).toEqual(
        [wait.low, wait.mean, wait.high].toSorted((a, b) => a - b),
      )
    }
  })

  it('has no effect to add a person without a free chair', () => {
    const full = { ...plan, sites: plan.sites.map((site) => ({ ...site, chairs: 1 })) }
    const [, outcome] = whatIf(full, [{ addStaff: [helper] }], [1])
    expect(Math.abs(outcome?.waitDifference.mean ?? 9)).toBeLessThan(1)
  })

  it('scales the number of people, and keeps the same people when only the hours change', () => {
    expect(expected(changedPlan(plan, { demand: 1.2 })) / expected(plan)).toBeCloseTo(1.2, 2)
    expect(expected(changedPlan(plan, { demand: 0.5 })) / expected(plan)).toBeCloseTo(0.5, 2)
    const pressed = changedPlan(plan, { hours: { main: { from: 480, until: 720 } } })
    expect(expected(pressed)).toBeCloseTo(expected(plan), 6)
    const times = simulateDay({ ...pressed, punctuality: { kind: 'constant', value: 0 } }, 1).visits.flatMap(
      ({ arrivedAt }) => arrivedAt ?? [],
    )
    expect(Math.min(...times)).toBeGreaterThanOrEqual(480)
    expect(Math.max(...times)).toBeLessThanOrEqual(720)
  })

  it('replays a recorded day with its arrivals and service times', () => {
    const recorded = [
      { arrivedAt: 500, class: 'walk-in', appointmentAt: null, type: 'fever', serviceMinutes: 7 },
      { arrivedAt: 501, class: 'appointment', appointmentAt: 505, type: 'urine', serviceMinutes: 3 },
      { arrivedAt: 502, class: 'stat', appointmentAt: null, type: 'child', serviceMinutes: null },
    ] as const
    const past: Plan = {
      ...plan,
      noShow: 1,
      staff: [{ ...helper, shifts: [{ from: 420, until: 1140 }] }],
      sites: plan.sites.map((site) => ({ ...site, walkIns: [], stat: [], booked: [], recorded })),
    }
    const { visits } = simulateDay(past, 1)
    expect(visits.map(({ arrivedAt }) => arrivedAt)).toEqual([500, 501, 502])
    expect(visits[0]?.collectedAt).toBe(507)
    expect(visits[2]?.calledAt).toBe(507)
    expect((visits[1]?.collectedAt ?? 0) - (visits[1]?.calledAt ?? 0)).toBeCloseTo(3, 9)
    const doubled = changedPlan(past, { demand: 2, hours: { main: { from: 600, until: 640 } } })
    expect(simulateDay(doubled, 1).visits.map(({ arrivedAt }) => arrivedAt)).toEqual([
      600, 600, 620, 620, 640, 640,
    ])
  })
})
