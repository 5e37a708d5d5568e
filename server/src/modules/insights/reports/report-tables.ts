import type { ResponseOf } from '#contract/endpoint.ts'
import type { Figures, readInsights } from '#contract/insights.ts'
import { weekdaysFrom } from '#contract/week-start.ts'
import { weekdayNames } from '#server/modules/sites/index.ts'
import { sayCount, sayDay, sayHours, sayLasting, sayShare } from './say-figures.ts'
import { capital, type Row, sameTest, type Table } from './table.ts'
import { turnaroundTables } from './turnaround-tables.ts'

/** What a report shows: tables, each row of which may have a bar for its main figure. Pure. */

type Insights = Pick<ResponseOf<typeof readInsights>, 'current' | 'previous' | 'series'>
/** `first`: the weekday on which weeks begin, 0 = Sunday. */
export function reportTables(insights: Insights, first: number): Table[] {
  const { current, previous } = insights
  return [
    atAGlance(current, previous),
    ...turnaroundTables(current, previous),
    overTime(insights.series),
    noShows(current, previous),
    findings(current, previous),
    rejectedFor(current, previous),
    rejectedTests(current, previous),
    staff(current),
    chairs(current, previous, first),
    waits(current, previous),
  ]
}

function atAGlance(now: Figures, was: Figures): Table {
  const row = (name: string, say: typeof sayCount, of: (figures: Figures) => number | null) => ({
    cells: [name, say(of(now)), say(of(was))],
  })
  return {
    title: 'At a glance',
    about: 'Every figure, with that of the period before.',
    columns: ['', 'This period', 'Before'],
    rows: [
      row('Visits', sayCount, ({ visits }) => visits.all),
      row('Came', sayCount, ({ visits }) => visits.came),
      row('Walk-ins', sayCount, ({ visits }) => visits.walkIns),
      row('Cancelled', sayCount, ({ visits }) => visits.cancelled),
      row('No-shows of appointments', sayShare, ({ visits }) => visits.noShowShare),
      row('Tests released', sayCount, ({ turnaround }) => turnaround.released),
      row('Released in time', sayShare, ({ turnaround }) => turnaround.share),
      row('Turnaround, median', sayLasting, ({ turnaround }) => turnaround.total.median),
      row('Turnaround, 90th percentile', sayLasting, ({ turnaround }) => turnaround.total.p90),
      row('Tests with a flagged result', sayShare, ({ findings: found }) => found.flaggedShare),
      row('Samples collected', sayCount, ({ rejections }) => rejections.collected),
      row('Samples rejected', sayShare, ({ rejections }) => rejections.share),
      row('Waits within the promised range', sayShare, ({ waits: waited }) => waited.within),
    ],
  }
}

const overTime = ({ unit, moments }: Insights['series']): Table => ({
  title: unit === 'day' ? 'Day by day' : 'Week by week',
  about:
    unit === 'day' ? 'Visits by the day of their time.' : 'Weeks begin on Monday, and are cut to the period.',
  columns: [unit === 'day' ? 'Day' : 'Week from', 'Visits', 'Came', 'No-shows', 'Released', 'In time'],
  bars: { name: 'Visits', most: null },
  rows: moments.map((one) => ({
    cells: [sayDay(one.from), ...[one.visits, one.came, one.noShow, one.released, one.inTime].map(sayCount)],
    bar: { value: one.visits, before: null },
  })),
})

/** A row that ends with a share and that of the period before. */
const shareRow = (cells: readonly string[], value: number | null, before: number | null): Row => ({
  cells: [...cells, sayShare(value), sayShare(before)],
  bar: { value, before },
})

const noShows = (now: Figures, was: Figures): Table => ({
  title: 'No-shows by test',
  about: 'Of the visits that have the test, cancelled ones left out.',
  columns: ['Test', 'Visits', 'No-shows', 'Share', 'Before'],
  bars: { name: 'Share', most: null },
  rows: now.visits.byTest.map((one) => {
    const earlier = sameTest(was.visits.byTest, one)
    const cells = [one.test.name, sayCount(one.count), sayCount(one.noShow)]
    return shareRow(cells, one.noShow / one.count, earlier ? earlier.noShow / earlier.count : null)
  }),
})

const findings = (now: Figures, was: Figures): Table => ({
  title: 'Findings by test',
  about: 'A dash where a test cannot be positive.',
  columns: ['Test', 'Reported', 'Flagged', 'Tested', 'Positive', 'Share', 'Before'],
  bars: { name: 'Positive', most: null },
  rows: now.findings.byTest.map((one) => {
    const { test, reported, flaggedShare, tested, positive, positiveShare } = one
    const cells = [test.name, sayCount(reported), sayShare(flaggedShare), ...[tested, positive].map(sayCount)]
    return shareRow(cells, positiveShare, sameTest(was.findings.byTest, one)?.positiveShare ?? null)
  }),
})

const rejectedFor = (now: Figures, was: Figures): Table => ({
  title: 'Why samples were rejected',
  about: `${sayCount(now.rejections.rejected)} of ${sayCount(now.rejections.collected)} samples collected; before ${sayCount(was.rejections.rejected)} of ${sayCount(was.rejections.collected)}.`,
  columns: ['Reason', 'Samples', 'Before'],
  bars: { name: 'Samples', most: null },
  rows: now.rejections.byReason.map(({ reason, count }) => {
    const before = was.rejections.byReason.find((one) => one.reason === reason)?.count ?? 0
    return { cells: [reason, sayCount(count), sayCount(before)], bar: { value: count, before } }
  }),
})

const rejectedTests = (now: Figures, was: Figures): Table => ({
  title: 'Rejected samples by test',
  about: 'Only tests of which a sample was rejected.',
  columns: ['Test', 'Collected', 'Rejected', 'Share', 'Before'],
  bars: { name: 'Share', most: null },
  rows: now.rejections.byTest
    .filter(({ rejected }) => rejected > 0)
    .map((one) => {
      const cells = [one.test.name, sayCount(one.collected), sayCount(one.rejected)]
      return shareRow(cells, one.share, sameTest(was.rejections.byTest, one)?.share ?? null)
    }),
})

const staff = (now: Figures): Table => ({
  title: 'Who did what',
  about: 'Samples collected, tests completed and released, people served at a desk, hours with a desk open.',
  columns: ['Person', 'Collected', 'Completed', 'Released', 'Served', 'At a desk'],
  bars: { name: 'All of it', most: null },
  rows: now.staff.map((one) => ({
    cells: [
      one.person.fullName,
      ...[one.collected, one.completed, one.released, one.served].map(sayCount),
      sayHours(one.deskMinutes),
    ],
    bar: { value: one.collected + one.completed + one.released + one.served, before: null },
  })),
})

function chairs(now: Figures, was: Figures, first: number): Table {
  const of = (figures: Figures, weekday: number) => {
    const hours = figures.chairs.hours.filter((hour) => hour.weekday === weekday)
    const sum = (what: 'open' | 'booked' | 'served') => hours.reduce((total, hour) => total + hour[what], 0)
    return { open: sum('open'), booked: sum('booked'), served: sum('served') }
  }
  const share = ({ open, booked }: { open: number; booked: number }) => (open === 0 ? null : booked / open)
  const rows = weekdaysFrom(first).flatMap((weekday) => {
    const one = of(now, weekday)
    if (one.open + one.booked + one.served === 0) return []
    const hours = [one.open, one.booked, one.served].map(sayHours)
    return shareRow([weekdayNames[weekday] ?? '', ...hours], share(one), share(of(was, weekday)))
  })
  return {
    title: 'Chairs in use',
    about: 'Hours of all chairs together, at the opening hours that the sites have now.',
    columns: ['Weekday', 'Open', 'Booked', 'Served', 'In use', 'Before'],
    bars: { name: 'In use', most: 1 },
    rows,
  }
}

const waits = (now: Figures, was: Figures): Table => ({
  title: 'Promised and actual waits',
  about: 'The aim is eight of ten waits within the promised range.',
  columns: ['Class', 'Called', 'Promised', 'Longer', 'Within', 'Before'],
  bars: { name: 'Within', most: 1 },
  rows: now.waits.byClass.map((one) => {
    const before = was.waits.byClass.find((earlier) => earlier.class === one.class)?.within ?? null
    const cells = [capital(one.class), sayCount(one.called), sayCount(one.shown), sayShare(one.longer)]
    return shareRow(cells, one.within, before)
  }),
})
