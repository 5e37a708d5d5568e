import { type Figures, steps, stepWords, urgentTarget } from '#contract/insights.ts'
import { sayCount, sayLasting, sayShare } from './say-figures.ts'
import { capital, type Row, sameTest, type Table } from './table.ts'

/** The tables of how long results took. Pure. */

export const turnaroundTables = (now: Figures, was: Figures): Table[] => [
  turnaroundByTest(now, was),
  turnaroundByPriority(now, was),
  turnaroundByBoth(now, was),
  stepsByBoth(now),
  lasting(now, was),
]

const inTime = { name: 'In time', most: 1 }

const released = ['Released', 'In time', 'Before', 'Median', '90th pct.']

function releasedRow(name: string, of: Cell, was: Cell | undefined, more: string[]): Row {
  const before = was?.share ?? null
  return {
    cells: [
      name,
      sayCount(of.released),
      sayShare(of.share),
      sayShare(before),
      sayLasting(of.total.median),
      sayLasting(of.total.p90),
      ...more,
    ],
    bar: { value: of.share, before },
  }
}
type Cell = Pick<Figures['turnaround'], 'released' | 'inTime' | 'share' | 'total' | 'steps'>

const turnaroundByTest = (now: Figures, was: Figures): Table => ({
  title: 'Turnaround by test',
  about: 'From the collection to the first release; in time is by the time promised at the collection.',
  columns: ['Test', ...released, 'Target'],
  bars: inTime,
  rows: now.turnaround.byTest.map((one) =>
    releasedRow(one.test.name, one, sameTest(was.turnaround.byTest, one), [sayLasting(one.targetMinutes)]),
  ),
})

const turnaroundByPriority = (now: Figures, was: Figures): Table => ({
  title: 'Turnaround by priority',
  about: 'The same by how urgent the visit was.',
  columns: ['Priority', ...released],
  bars: inTime,
  rows: now.turnaround.byPriority.map((one) =>
    releasedRow(
      capital(one.priority),
      one,
      was.turnaround.byPriority.find(({ priority }) => priority === one.priority),
      [],
    ),
  ),
})

type TestAndPriority = Figures['turnaround']['cells'][number]
const nameOf = ({ test, priority }: TestAndPriority) => `${test.name}, ${priority}`

const turnaroundByBoth = (now: Figures, was: Figures): Table => ({
  title: 'Turnaround by test and priority',
  about: `The target of what is urgent is ${urgentTarget.minutes} minutes at most.`,
  columns: ['Test, priority', ...released, 'Target'],
  bars: inTime,
  rows: now.turnaround.cells.map((one) =>
    releasedRow(
      nameOf(one),
      one,
      was.turnaround.cells.find((cell) => nameOf(cell) === nameOf(one)),
      [sayLasting(one.targetMinutes)],
    ),
  ),
})

const stepsByBoth = (now: Figures): Table => ({
  title: 'Steps by test and priority',
  about: 'The median of each step, and the 90th percentile in the line below it.',
  columns: ['Test, priority', ...steps.map((step) => stepWords[step].label)],
  rows: now.turnaround.cells.flatMap((one) => [
    { cells: [nameOf(one), ...steps.map((step) => sayLasting(one.steps[step].median))] },
    { cells: [`${nameOf(one)}: 90th percentile`, ...steps.map((step) => sayLasting(one.steps[step].p90))] },
  ]),
})

const lasting = (now: Figures, was: Figures): Table => ({
  title: 'Where the time goes',
  about: 'Each step of the tests released.',
  columns: ['Step', 'Known of', 'Median', 'Before', '90th pct.'],
  bars: { name: 'Median', most: null },
  rows: steps.map((step) => {
    const [of, before] = [now.turnaround.steps[step], was.turnaround.steps[step].median]
    return {
      cells: [
        `${stepWords[step].label}: ${stepWords[step].about.toLowerCase()}`,
        sayCount(of.count),
        sayLasting(of.median),
        sayLasting(before),
        sayLasting(of.p90),
      ],
      bar: { value: of.median, before },
    }
  }),
})
