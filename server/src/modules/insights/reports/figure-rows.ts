import type { ResponseOf } from '#contract/endpoint.ts'
import {
  type Figures,
  type Findings,
  type readInsights,
  steps,
  stepWords,
  type Time,
} from '#contract/insights.ts'
import { addDays, weekdayNames } from '#server/modules/sites/index.ts'

/** The figures as rows for a spreadsheet. Pure. */

export type Unit = 'count' | 'share' | 'minutes'
export type FigureRow = {
  section: string
  /** The test, person, reason … of the figure; empty: all. */
  item: string
  measure: string
  unit: Unit
  /** Null if there is no data. */
  value: number | null
  /** Of the period before; null also if the figure is not compared. */
  before: number | null
  from: string
  to: string
  /** Whether it is compared with the period before. */
  compared: boolean
}

type Measure = Pick<FigureRow, 'measure' | 'unit' | 'value'>
type Group = Pick<FigureRow, 'section' | 'item'> & { key: string; measures: readonly Measure[] }

/** Every figure of the period with that of the period before, then how the period went. */
export function figureRows({ current, previous, series }: ResponseOf<typeof readInsights>): FigureRow[] {
  const { from, to } = current
  const idOf = ({ section, key }: Group) => `${section}\n${key}`
  const [now, before] = [groupsOf(current), groupsOf(previous)]
  const earlier = new Map(before.map((group) => [idOf(group), group.measures]))
  const known = new Set(now.map(idOf))
  const gone = before
    .filter((group) => !known.has(idOf(group)))
    .map((group) => ({ ...group, measures: group.measures.map((one) => ({ ...one, value: null })) }))
  const compared = inOrder([...now, ...gone]).flatMap((group) =>
    group.measures.map((one) => {
      const same = earlier.get(idOf(group))?.find(({ measure }) => measure === one.measure)
      const { section, item } = group
      return { section, item, ...one, before: same?.value ?? null, from, to, compared: true }
    }),
  )
  return [...compared, ...seriesRows(series)]
}

/** Orders groups by section, so that those of the period before alone are among the others of their section. */
const inOrder = (groups: readonly Group[]) =>
  [...Map.groupBy(groups, ({ section }) => section).values()].flat()

const measured =
  (unit: Unit) =>
  (measure: string, value: number | null): Measure => ({ measure, unit, value })
const [count, share, minutes] = [measured('count'), measured('share'), measured('minutes')]

const group = (section: string, measures: readonly Measure[], item = '', key = item): Group => ({
  section,
  key,
  item,
  measures,
})

function groupsOf(figures: Figures): Group[] {
  const { visits, turnaround, findings, rejections, staff, chairs, waits } = figures
  const withTarget = (of: Turnaround & { targetMinutes: number }) => [
    ...turnaroundMeasures(of),
    minutes('Target', of.targetMinutes),
  ]
  return [
    group('Visits', visitMeasures(visits)),
    ...visits.byPriority.map((one) => group('Visits by priority', [count('Visits', one.all)], one.priority)),
    ...visits.byTest.map((one) =>
      ofTest('Visits by test', one.test, [count('Visits', one.count), count('No-shows', one.noShow)]),
    ),
    group('Turnaround', turnaroundMeasures(turnaround)),
    ...turnaround.byTest.map((one) => ofTest('Turnaround by test', one.test, withTarget(one))),
    ...turnaround.byPriority.map((one) =>
      group('Turnaround by priority', turnaroundMeasures(one), one.priority),
    ),
    ...turnaround.cells.map((one) => {
      const { test, priority } = one
      const [item, key] = [`${test.name}, ${priority}`, `${test.code} ${priority}`]
      return group('Turnaround by test and priority', withTarget(one), item, key)
    }),
    group('Findings', findingMeasures(findings)),
    ...findings.byTest.map((one) => ofTest('Findings by test', one.test, findingMeasures(one))),
    group('Rejections', rejectionMeasures(rejections)),
    ...rejections.byReason.map((one) =>
      group('Rejections by reason', [count('Samples rejected', one.count)], one.reason),
    ),
    ...rejections.byTest.map((one) => ofTest('Rejections by test', one.test, rejectionMeasures(one))),
    ...staff.map((one) => group('Staff', staffMeasures(one), one.person.fullName, one.person.id)),
    group('Chairs', chairMeasures(chairs)),
    ...chairs.hours.map((one) => {
      const hour = `${weekdayNames[one.weekday]} ${String(one.hour).padStart(2, '0')}:00`
      return group('Chairs by hour', chairMeasures(one), hour)
    }),
    group('Waits', waitMeasures(waits)),
    ...waits.byClass.map((one) => group('Waits by class', waitMeasures(one), one.class)),
  ]
}

const ofTest = (section: string, test: { code: string; name: string }, measures: readonly Measure[]) =>
  group(section, measures, test.name, test.code)

const visitMeasures = (of: Omit<Figures['visits'], 'byPriority' | 'byTest'>) => [
  count('Visits', of.all),
  count('Came', of.came),
  count('No-shows', of.noShow),
  count('Cancelled', of.cancelled),
  count('Still booked', of.booked),
  count('Walk-ins', of.walkIns),
  share('No-shows of appointments', of.noShowShare),
]

type Turnaround = Pick<Figures['turnaround'], 'released' | 'inTime' | 'share' | 'total' | 'steps'>
const turnaroundMeasures = (of: Turnaround) => [
  count('Tests released', of.released),
  count('Released in time', of.inTime),
  share('In time', of.share),
  ...timeMeasures('Turnaround', of.total),
  ...steps.flatMap((step) => timeMeasures(stepWords[step].label, of.steps[step])),
]

const timeMeasures = (name: string, of: Time) => [
  count(`${name}: known`, of.count),
  minutes(`${name}: median`, of.median),
  minutes(`${name}: 90th percentile`, of.p90),
]

const findingMeasures = (of: Findings) => [
  count('Reported', of.reported),
  count('Flagged', of.flagged),
  share('Flagged of reported', of.flaggedShare),
  count('Can be positive', of.tested),
  count('Positive', of.positive),
  share('Positive of those', of.positiveShare),
]

const rejectionMeasures = (of: { collected: number; rejected: number; share: number | null }) => [
  count('Samples collected', of.collected),
  count('Samples rejected', of.rejected),
  share('Rejected of collected', of.share),
]

const staffMeasures = (of: Figures['staff'][number]) => [
  count('Samples collected', of.collected),
  count('Tests completed', of.completed),
  count('Tests released', of.released),
  count('People served', of.served),
  minutes('Serving', of.servingMinutes),
  minutes('At a desk', of.deskMinutes),
]

const chairMeasures = (of: { open: number; booked: number; served: number }) => [
  minutes('Open', of.open),
  minutes('Booked', of.booked),
  minutes('Served', of.served),
]

const waitMeasures = (of: Omit<Figures['waits'], 'byClass'>) => [
  count('Called', of.called),
  count('Were promised a range', of.shown),
  share('Wait in the range', of.within),
  share('Waited longer', of.longer),
  minutes('Mean width of the range', of.meanWidth),
  minutes('Mean error', of.meanError),
  minutes('Bias', of.bias),
]

type Series = ResponseOf<typeof readInsights>['series']

function seriesRows({ unit, moments, positives, waits }: Series): FigureRow[] {
  const rows = (
    section: string,
    item: string,
    { from, to }: { from: string; to: string },
    measures: readonly Measure[],
  ) => measures.map((one) => ({ section, item, ...one, before: null, from, to, compared: false }))
  const weekFrom = (day: string) => ({ from: day, to: addDays(day, 6) })
  return [
    ...moments.flatMap((one) =>
      rows(unit === 'day' ? 'By day' : 'By week', '', one, [
        count('Visits', one.visits),
        count('Came', one.came),
        count('Walk-ins', one.walkIns),
        count('No-shows', one.noShow),
        count('Cancelled', one.cancelled),
        count('Tests released', one.released),
        count('Released in time', one.inTime),
        count('Samples collected', one.collected),
        count('Samples rejected', one.rejected),
      ]),
    ),
    ...positives.flatMap((one) =>
      rows('Positives by week', one.test.name, weekFrom(one.week), [
        count('Can be positive', one.tested),
        count('Positive', one.positive),
      ]),
    ),
    ...waits.flatMap((one) => rows('Waits by week', '', weekFrom(one.week), waitMeasures(one))),
  ]
}
