import { describe, expect, it, vi } from 'vitest'
import { cheapestRoster, type ShiftPattern, type Target } from './cheapest-roster.ts'
import type { Plan } from './laboratory/plan.ts'
import { runDay } from './laboratory/simulate-day.ts'
import { usualPlan } from './laboratory/usual-plan.ts'

vi.setConfig({ testTimeout: 60_000 })

const pattern = (name: string, from: number, until: number, cost = until - from): ShiftPattern => ({
  name,
  shifts: [{ from: from * 60, until: until * 60 }],
  cost,
})
const patterns = [pattern('early', 7, 15), pattern('late', 11, 19.5), pattern('morning', 7, 11)]
const seeds = [1, 2]
const target: Target = { site: 'main', share: 0.9, minutes: 15 }
const lab = (visits: number): Plan => {
  const plan = usualPlan({ visits })
  return { ...plan, sites: plan.sites.map((site) => ({ ...site, chairs: 8 })) }
}

/** The share of waits within the target, in the whole laboratory with this many people of each pattern. */
function shareWith(plan: Plan, counts: readonly number[]): number {
  const staff = patterns.flatMap(({ name, shifts }, index) =>
    Array.from({ length: counts[index] ?? 0 }, (_, nth) => ({
      id: `${name} ${nth + 1}`,
      site: 'main',
      skills: ['collect'],
      shifts,
      pace: 1,
    })),
  )
  const other = plan.staff.filter(({ skills }) => !skills.includes('collect'))
  const waits = seeds.flatMap((seed) =>
    runDay({ ...plan, staff: [...other, ...staff] }, seed, () => {}).visits.flatMap(
      ({ arrivedAt, calledAt }) =>
        arrivedAt === null ? [] : [calledAt === null ? 1440 : calledAt - arrivedAt],
    ),
  )
  return waits.filter((wait) => wait <= target.minutes).length / waits.length
}

describe('the cheapest roster', () => {
  it('meets the target, and misses it when any one person is removed', () => {
    const roster = cheapestRoster(lab(200), target, { patterns, seeds })
    if (!roster) throw new Error('a roster')
    expect(roster.share).toBeGreaterThanOrEqual(0.9)
    expect(roster.without.length).toBe(roster.people.length)
    for (const { share } of roster.without) expect(share).toBeLessThan(0.9)
    const counts = patterns.map(({ name }) => roster.people.find((one) => one.pattern === name)?.count ?? 0)
    // The search leaves the bench out; samples taken again bring a few people back.
    expect(Math.abs(shareWith(lab(200), counts) - roster.share)).toBeLessThan(0.03)
  })

  it('costs at most a tenth more than the optimum of an exhaustive search', () => {
    for (const visits of [80, 160]) {
      const plan = { ...lab(visits), rejection: { ...lab(visits).rejection, chance: 0 } }
      const found = cheapestRoster(plan, target, { patterns, seeds })
      let best = Number.POSITIVE_INFINITY
      for (let n = 0; n < 125; n++) {
        const counts = [n % 5, Math.floor(n / 5) % 5, Math.floor(n / 25)]
        const cost = counts.reduce((sum, count, index) => sum + count * (patterns[index]?.cost ?? 0), 0)
        if (cost < best && shareWith(plan, counts) >= target.share) best = cost
      }
      expect(found?.cost).toBeLessThanOrEqual(1.1 * best)
      expect(found?.cost).toBeGreaterThanOrEqual(best)
    }
  })

  it('uses more expensive hours only where they are needed', () => {
    const dear = patterns.map((one) => (one.name === 'early' ? { ...one, cost: 100 } : one))
    const roster = cheapestRoster(lab(160), target, { patterns: dear, seeds })
    expect(roster?.people.some(({ pattern: name }) => name === 'early')).toBe(false)
  })

  it('gives up when no number of people helps', () => {
    const nobodyAtNight = [pattern('night', 20, 24)]
    expect(cheapestRoster(lab(80), target, { patterns: nobodyAtNight, seeds })).toBeNull()
    const oneChair = usualPlan({ visits: 300 })
    const sites = oneChair.sites.map((site) => ({ ...site, chairs: 1 }))
    expect(cheapestRoster({ ...oneChair, sites }, target, { patterns, seeds, most: 12 })).toBeNull()
  })
})
