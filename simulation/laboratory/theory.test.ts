import { describe, expect, it, vi } from 'vitest'
import type { Distribution } from '../distributions.ts'
import { type Plan, triesADay } from './plan.ts'
import { runDay } from './simulate-day.ts'
import type { Summary } from './summary.ts'

/**
 * The simulated laboratory, reduced to what queueing theory can compute. Mean service is one minute; the fixed seeds and
 * lengths leave a standard error of 2 to 3 % where 5 % are allowed.
 */
const visits = 30_000
vi.setConfig({ testTimeout: 60_000 })

function queue(servers: number, load: number, service: Distribution, statShare = 0): Plan {
  const minutes = visits / (load * servers)
  const rate = (share: number) => [{ from: 0, until: minutes, perHour: share * load * servers * 60 }]
  return {
    sites: [
      {
        id: 'q',
        chairs: servers,
        walkIns: rate(1 - statShare),
        stat: rate(statShare),
        booked: [],
        courier: { everyMinutes: 0, places: 1, ride: { kind: 'constant', value: 0 } },
      },
    ],
    staff: Array.from({ length: servers }, (_, index) => ({
      id: `${index}`,
      site: 'q',
      skills: ['collect'],
      shifts: [{ from: 0, until: 2 * minutes }],
      pace: 1,
    })),
    visitTypes: [{ id: 'visit', share: 1, service, samples: [], unprepared: 0 }],
    tests: [],
    analysers: [],
    rule: { graceBeforeMinutes: 0, graceAfterMinutes: 0, ageingMinutes: 1e9, aboveStatMinutes: 1e9 },
    noShow: 0,
    punctuality: { kind: 'constant', value: 0 },
    rejection: { chance: 0, sameDay: 0, back: { kind: 'constant', value: triesADay } },
    release: { kind: 'constant', value: 0 },
    twoPeople: false,
  }
}

function means(plan: Plan, of: (summary: Summary) => number): number {
  const seeds = [1, 2, 3, 4, 5]
  return seeds.reduce((sum, seed) => sum + of(runDay(plan, seed, () => {}).summary), 0) / seeds.length
}
const within = (value: number, expected: number, share: number) =>
  expect(Math.abs(value / expected - 1), `${value} against ${expected}`).toBeLessThan(share)

/** Chance of having to wait (Erlang C). */
function erlangC(servers: number, load: number): number {
  const offered = servers * load
  let [term, sum] = [1, 0]
  for (let n = 0; n < servers; n++) {
    sum += term
    term *= offered / (n + 1)
  }
  const queued = term / (1 - load)
  return queued / (sum + queued)
}

describe('the waiting room against theory', () => {
  const exponential: Distribution = { kind: 'exponential', mean: 1 }

  it('waits like M/M/1', () => {
    within(
      means(queue(1, 0.7, exponential), ({ waits }) => waits.mean),
      0.7 / 0.3,
      0.05,
    )
  })

  it('waits like M/M/c, by Erlang’s formula', () => {
    within(
      means(queue(3, 0.8, exponential), ({ waits }) => waits.mean),
      erlangC(3, 0.8) / (3 * 0.2),
      0.05,
    )
  })

  it('waits like M/G/1, by Pollaczek and Khinchine', () => {
    for (const cv of [0.5, 1.3]) {
      const expected = ((0.7 / 0.3) * (1 + cv * cv)) / 2
      within(
        means(queue(1, 0.7, { kind: 'lognormal', mean: 1, cv }), ({ waits }) => waits.mean),
        expected,
        0.05,
      )
    }
  })

  it('lets urgent ones pass as Cobham computed', () => {
    const plan = queue(1, 0.8, exponential, 0.3)
    const residual = 0.8
    within(
      means(plan, ({ waitsByClass }) => waitsByClass.stat.mean),
      residual / (1 - 0.24),
      0.05,
    )
    within(
      means(plan, ({ waitsByClass }) => waitsByClass['walk-in'].mean),
      residual / ((1 - 0.24) * (1 - 0.8)),
      0.05,
    )
  })

  it('keeps Little’s law: people in the room are rate times wait', () => {
    let [inside, area, last] = [0, 0, 0]
    const { summary } = runDay(queue(2, 0.8, exponential), 4, (event) => {
      area += inside * (event.at - last)
      last = event.at
      if (event.kind === 'arrived') inside++
      if (event.kind === 'called') inside--
    })
    within(area / summary.visits, summary.waits.mean, 1e-9)
  })
})
