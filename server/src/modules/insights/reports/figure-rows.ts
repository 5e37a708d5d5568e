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

type Measure = readonly [measure: string, unit: Unit, value: number | null]
type Group = { section: string; key: string; item: string; measures: readonly Measure[] }

/** Every figure of the period with that of the period before, then how the period went. */
export function figureRows({ current, previous, series }: ResponseOf<typeof readInsights>): FigureRow[] {
  const { from, to } = current
  const keyOf = ({ section, key }: Group, [measure]: Measure) => `${section}\n${key}\n${measure}`
  const was = new Map(
    groupsOf(previous).flatMap((group) => group.measures.map((one) => [keyOf(group, one), one[2]] as const)),
  )
  const now = groupsOf(current)
  const known = new Set(now.map(({ section, key }) => `${section}\n${key}`))
  const gone = groupsOf(previous)
    .filter(({ section, key }) => !known.has(`${section}\n${key}`))
    .map((group) => ({
      ...group,
      measures: group.measures.map(([name, unit]) => [name, unit, null] as const),
    }))
  const compared = inOrder([...now, ...gone]).flatMap((group) =>
    group.measures.map((one) => {
      const [measure, unit, value] = one
      const before = was.get(keyOf(group, one)) ?? null
      return {
        section: group.section,
        item: group.item,
        measure,
        unit,
        value,
        before,
        from,
        to,
        compared: true,
      }
    }),
  )
  return [...compared, ...seriesRows(series)]
}

/** Orders groups by section, so that those of the period before alone are among the others of their section. */
const inOrder = (groups: readonly Group[]) =>
  [...Map.groupBy(groups, ({ section }) => section).values()].flat()

const count = (measure: string, value: number): Measure => [measure, 'count', value]
const share = (measure: string, value: number | null): Measure => [measure, 'share', value]
const minutes = (measure: string, value: number | null): Measure => [measure, 'minutes', value]

const group = (section: string, measures: readonly Measure[], item = '', key = item): Group => ({
  section,
  key,
  item,
  measures,
})

function groupsOf(figures: Figures): Group[] {
  const { visits, turnaround, findings, rejections, staff, chairs, waits } = figures
  return [
    group('Visits', visitMeasures(visits)),
    ...visits.byPriority.map((one) => group('Visits by priority', [count('Visits', one.all)], one.priority)),
    ...visits.byTest.map((one) =>
      ofTest('Visits by test', one.test, [count('Visits', one.count), count('No-shows', one.noShow)]),
    ),
    group('Turnaround', turnaroundMeasures(turnaround)),
    ...turnaround.byTest.map((one) =>
      ofTest('Turnaround by test', one.test, [
        ...turnaroundMeasures(one),
        minutes('Target', one.targetMinutes),
      ]),
    ),
    ...turnaround.byPriority.map((one) =>
      group('Turnaround by priority', turnaroundMeasures(one), one.priority),
    ),
    ...turnaround.cells.map((one) =>
      group(
        'Turnaround by test and priority',
        [...turnaroundMeasures(one), minutes('Target', one.targetMinutes)],
        `${one.test.name}, ${one.priority}`,
        `${one.test.code} ${one.priority}`,
      ),
    ),
    group('Findings', findingMeasures(findings)),
    ...findings.byTest.map((one) => ofTest('Findings by test', one.test, findingMeasures(one))),
    group('Rejections', rejectionMeasures(rejections)),
    ...rejections.byReason.map((one) =>
      group('Rejections by reason', [count('Samples rejected', one.count)], one.reason),
    ),
    ...rejections.byTest.map((one) => ofTest('Rejections by test', one.test, rejectionMeasures(one))),
    ...staff.map((one) => group('Staff', staffMeasures(one), one.person.fullName, one.person.id)),
    group('Chairs', chairMeasures(chairs)),
    ...chairs.hours.map((one) =>
      group(
        'Chairs by hour',
        chairMeasures(one),
        `${weekdayNames[one.weekday]} ${String(one.hour).padStart(2, '0')}:00`,
      ),
    ),
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
  count('Were told a range', of.told),
  share('Wait in the range', of.within),
  share('Waited longer', of.longer),
  minutes('Mean width of the range', of.meanWidth),
  minutes('Mean error', of.meanError),
  minutes('Bias', of.bias),
]

function seriesRows({
  unit,
  moments,
  positives,
  waits,
}: ResponseOf<typeof readInsights>['series']): FigureRow[] {
  const rows = (
    section: string,
    item: string,
    period: { from: string; to: string },
    of: readonly Measure[],
  ) =>
    of.map(([measure, unitOf, value]) => ({
      section,
      item,
      measure,
      unit: unitOf,
      value,
      before: null,
      from: period.from,
      to: period.to,
      compared: false,
    }))
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
