import type { ResponseOf } from '#contract/endpoint.ts'
import type { readInsights } from '#contract/insights.ts'
import { addDays, daysBetween, weekdayOf } from '#server/modules/sites/index.ts'
import type { Db } from '#server/platform/database.ts'
import { daysAlone } from './pieces.ts'
import {
  countsByMoment,
  listTests,
  type MomentCount,
  readState,
  seeOneMoment,
  type Test,
} from './queries-figures.ts'
import { type Period, together } from './read-figures.ts'
import { asAsked, type Filter, tally, visitFigures, waitsOf } from './tell-counts.ts'

type Series = ResponseOf<typeof readInsights>['series']

/** A quarter by its days; a year of them would be a comb. */
const mostDays = 92
const once = ['visit', 'collected', 'rejected']
const each = ['released', 'in_time', 'tested', 'positive']
const waits = ['called', 'told', 'within', 'longer', 'width', 'error', 'bias'].map((name) => `wait_${name}`)

/** How the figures of a period went, by day or by week. */
export function readSeries(
  db: Db,
  siteIds: readonly string[],
  period: Period,
  filter: Filter,
): Promise<Series> {
  return db.transaction().execute(async (tx) => {
    await seeOneMoment(tx)
    const states = await readState(tx, siteIds, period)
    const pieces = together(states.map((state) => daysAlone(state, period)))
    const unit = daysBetween(period.from, period.to) < mostDays ? 'day' : 'week'
    const test = filter.test ?? ''
    const counts = await countsByMoment(tx, pieces, { unit, once, each: [...each, ...waits], test })
    return seriesOf(counts, unit, { period, filter, tests: await listTests(tx) })
  })
}

const mondayOf = (day: string) => addDays(day, -((weekdayOf(day) + 6) % 7))

function seriesOf(
  counts: readonly MomentCount[],
  unit: Series['unit'],
  { period, filter, tests }: { period: Period; filter: Filter; tests: readonly Test[] },
): Series {
  const inMoment = Map.groupBy(counts, ({ since }) => since)
  const weeks = [...Map.groupBy(counts, ({ since }) => mondayOf(since))].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    unit,
    moments: momentsOf(unit, period).map(({ key, ...moment }) => ({
      ...moment,
      ...momentOf(inMoment.get(key) ?? [], filter),
    })),
    positives: weeks.flatMap(([week, own]) => positivesOf(week, own, filter, tests)),
    waits: weeks.flatMap(([week, own]) => {
      const figures = waitsOf(own)
      return figures.called === 0 ? [] : [{ week, ...figures }]
    }),
  }
}

function momentsOf(unit: 'day' | 'week', { from, to }: Period) {
  const length = unit === 'day' ? 1 : 7
  const moments: { key: string; from: string; to: string }[] = []
  for (let day = unit === 'day' ? from : mondayOf(from); day <= to; day = addDays(day, length)) {
    const last = addDays(day, length - 1)
    moments.push({ key: day, from: day < from ? from : day, to: last > to ? to : last })
  }
  return moments
}

function momentOf(counts: readonly MomentCount[], filter: Filter) {
  const asked = asAsked(counts, filter)
  const { all: visits, came, walkIns, noShow, cancelled } = visitFigures(asked)
  const ofTests = tally(
    counts.filter(
      ({ test, rank }) =>
        test !== '' &&
        (filter.test === null || test === filter.test) &&
        (filter.rank === null || rank === filter.rank),
    ),
  )
  return {
    visits,
    came,
    walkIns,
    noShow,
    cancelled,
    released: ofTests('released'),
    inTime: ofTests('in_time'),
    collected: tally(asked)('collected'),
    rejected: tally(asked)('rejected'),
  }
}

function positivesOf(
  week: string,
  counts: readonly MomentCount[],
  filter: Filter,
  tests: readonly Test[],
): Series['positives'] {
  const own = counts.filter(({ rank }) => filter.rank === null || rank === filter.rank)
  const byTest = Map.groupBy(own, ({ test }) => test)
  return tests
    .filter(({ code }) => filter.test === null || code === filter.test)
    .flatMap(({ code, name }) => {
      const sum = tally(byTest.get(code) ?? [])
      const tested = sum('tested')
      return tested === 0 ? [] : [{ week, test: { code, name }, tested, positive: sum('positive') }]
    })
}
