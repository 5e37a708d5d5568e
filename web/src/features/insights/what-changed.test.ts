import { expect, test } from 'vitest'
import { whatChanged } from './what-changed.ts'

type Compared = Parameters<typeof whatChanged>[0]
type Figures = Compared['now']
type Turnaround = Figures['turnaround']['byTest'][number]

const time = (median: number | null, count = 40) => ({ count, median, p90: median })

const released = (count: number, inTime: number, minutes: { transport: number; analysis: number }) => ({
  released: count,
  inTime,
  share: count === 0 ? null : inTime / count,
  total: time(minutes.transport + minutes.analysis + 2, count),
  steps: {
    wait: time(5, count),
    collection: time(3, count),
    transport: time(minutes.transport, count),
    analysis: time(minutes.analysis, count),
    release: time(2, count),
  },
})

const testOf = (
  name: string,
  count: number,
  inTime: number,
  minutes: { transport: number; analysis: number },
): Turnaround => ({ ...released(count, inTime, minutes), test: { code: name, name }, targetMinutes: 120 })

function figures(
  median: number | null,
  byTest: Turnaround[],
  visits: { came: number; noShow: number } = { came: 100, noShow: 10 },
): Figures {
  const count = byTest.reduce((sum, one) => sum + one.released, 0)
  const inTime = byTest.reduce((sum, one) => sum + one.inTime, 0)
  const booked = visits.came + visits.noShow
  return {
    visits: {
      ...visits,
      all: booked,
      cancelled: 0,
      booked: 0,
      walkIns: 0,
      noShowShare: booked === 0 ? null : visits.noShow / booked,
      byPriority: [],
      byTest: [],
    },
    turnaround: {
      ...released(count, inTime, { transport: 0, analysis: 0 }),
      total: time(median, count),
      byTest,
      byPriority: [],
      cells: [],
    },
  }
}

const before = 'the 30 days before'
const said = (now: Figures, was: Figures) =>
  whatChanged({ now, was, before }).map(({ words }) => words.replaceAll('\u00a0', ' '))

test('the turnaround is explained by the test and the step that moved it most', () => {
  const now = figures(30, [
    testOf('Full Blood Count', 80, 78, { transport: 8, analysis: 20 }),
    testOf('Urine', 20, 15, { transport: 8, analysis: 30 }),
  ])
  const was = figures(32, [
    testOf('Full Blood Count', 80, 76, { transport: 8, analysis: 24 }),
    testOf('Urine', 20, 14, { transport: 9, analysis: 30 }),
  ])
  expect(said(now, was)[0]).toBe(
    'Median turnaround 30 min, 6 % shorter than the 30 days before. Main cause: Full Blood Count waited 4 min less at the bench.',
  )
  expect(said(now, was)[1]).toBe(
    '93 % of all tests were released in time, 3 percentage points higher than the 30 days before. Urine was late most often (5 of 20).',
  )
})

test('a cause that makes less than half of the change is called partial', () => {
  const names = ['A', 'B', 'C']
  const now = figures(
    40,
    names.map((name) => testOf(name, 30, 30, { transport: 10, analysis: 20 })),
  )
  const was = figures(
    30,
    names.map((name) => testOf(name, 30, 30, { transport: 5, analysis: 20 })),
  )
  expect(said(now, was)[0]).toContain('Partial cause: A waited 5 min more on the way to the bench')
})

test('where no test stands out, the step that changed over all tests is named', () => {
  const now = figures(30, [])
  const was = figures(32, [])
  const faster = { ...now.turnaround, steps: { ...now.turnaround.steps, release: time(1) } }
  const slower = { ...was.turnaround, steps: { ...was.turnaround.steps, release: time(2.5) } }
  expect(said({ ...now, turnaround: faster }, { ...was, turnaround: slower })[0]).toBe(
    'Median turnaround 30 min, 6 % shorter than the 30 days before. Main cause: tests of all kinds waited 2 min less until the release.',
  )
})

test('no cause is named from a handful of tests, or for a change of under a minute', () => {
  const handful = [4, 20] as const
  expect(
    said(
      figures(30, [testOf('A', handful[0], 4, { transport: 5, analysis: 20 })]),
      figures(40, [testOf('A', handful[0], 4, { transport: 5, analysis: 30 })]),
    )[0],
  ).toBe('Median turnaround 30 min, 25 % shorter than the 30 days before.')
  expect(
    said(
      figures(30, [testOf('A', handful[1], 20, { transport: 5, analysis: 20 })]),
      figures(30.5, [testOf('A', handful[1], 20, { transport: 5, analysis: 20.5 })]),
    )[0],
  ).not.toContain('cause')
})

test('the sentence on visits leads to the no-shows when these changed', () => {
  const steady = figures(30, [])
  const missed = figures(30, [], { came: 80, noShow: 30 })
  const [, third] = whatChanged({ now: missed, was: steady, before })
  expect(whatChanged({ now: steady, was: steady, before }).at(-1)?.section).toBe('visits')
  expect(third?.section).toBe('no-shows')
  expect(said(missed, steady).at(-1)).toBe(
    '80 people came, 20 % fewer than the 30 days before. 27 % of booked visits were no-shows, 18 percentage points higher than the 30 days before.',
  )
})

test('a new laboratory has nothing to say, and says what it cannot compare', () => {
  const nothing = figures(null, [], { came: 0, noShow: 0 })
  expect(said(nothing, nothing)).toEqual([])
  expect(said(figures(30, []), nothing)[0]).toBe(
    'Median turnaround 30 min, nothing to compare with in the 30 days before.',
  )
})
