import type { ResponseOf } from '#contract/endpoint.ts'
import type { readInsights } from '#contract/insights.ts'
import { addDays, daysBetween } from '#server/modules/sites/index.ts'
import type { Db } from '#server/platform/database.ts'
import { piecesOf, type SiteState, startOf } from './pieces.ts'
import { type DayCount, readSumsOf, type Test } from './queries-figures.ts'
import { type Period, together } from './read-figures.ts'
import { type Count, countsIn } from './sums.ts'
import { asAsked, byTest, type Filter, isInFilter, tally, visitFigures, waitsOf } from './tell-counts.ts'

type Series = ResponseOf<typeof readInsights>['series']

/** The longest period that is shown by days; longer ones are shown by weeks. */
const mostDays = 92
const once = ['visit', 'collected', 'rejected']
const each = ['released', 'in_time', 'tested', 'positive']
const waits = ['called', 'told', 'within', 'longer', 'width', 'error', 'bias'].map((name) => `wait_${name}`)

/** The unit of the requested period, also used for the period before. */
export const unitOf = ({ from, to }: Period): Series['unit'] =>
  daysBetween(from, to) < mostDays ? 'day' : 'week'

/** `live` has the figures of days without current sums, of other periods as well. */
type Read = {
  filter: Filter
  unit: Series['unit']
  states: readonly SiteState[]
  tests: readonly Test[]
  live: readonly DayCount[]
}

/** The figures of a period by day or week. */
export async function readSeries(
  tx: Db,
  period: Period,
  { filter, unit, states, tests, live }: Read,
): Promise<Series> {
  const pieces = together(states.map((state) => piecesOf(state, period, unit === 'week' ? ['week'] : [])))
  const figures = { once, each: [...each, ...waits], ofTests: filter.test !== null }
  const kept = await readSumsOf(tx, pieces, figures)
  const counts = [
    ...kept.flatMap(({ since, figure, lines }) =>
      countsIn(figure, lines).map((count) => ({ ...count, day: since })),
    ),
    ...live.filter(({ day }) => day >= period.from && day <= period.to),
  ]
  const countsBy = (span: Series['unit']) => Map.groupBy(counts, ({ day }) => startOf[span](day))
  const inMoment = countsBy(unit)
  const weeks = [...countsBy('week')].sort(([a], [b]) => (a < b ? -1 : 1))
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

function momentsOf(unit: Series['unit'], { from, to }: Period) {
  const length = unit === 'day' ? 1 : 7
  const moments: { key: string; from: string; to: string }[] = []
  for (let day = unit === 'day' ? from : startOf.week(from); day <= to; day = addDays(day, length)) {
    const last = addDays(day, length - 1)
    moments.push({ key: day, from: day < from ? from : day, to: last > to ? to : last })
  }
  return moments
}

function momentOf(counts: readonly Count[], filter: Filter) {
  const asked = asAsked(counts, filter)
  const { all: visits, came, walkIns, noShow, cancelled } = visitFigures(asked)
  const ofTests = tally(counts.filter((count) => count.test !== '' && isInFilter(filter)(count)))
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

const positivesOf = (
  week: string,
  counts: readonly Count[],
  filter: Filter,
  tests: readonly Test[],
): Series['positives'] =>
  byTest(counts.filter(isInFilter(filter)), tests, (own) => {
    const sum = tally(own)
    return sum('tested') === 0 ? null : { week, tested: sum('tested'), positive: sum('positive') }
  })
