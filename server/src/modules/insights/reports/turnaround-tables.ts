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

type Cell = Pick<Figures['turnaround'], 'released' | 'share' | 'total'>

function releasedRow(name: string, of: Cell, was: Cell | undefined, targetMinutes?: number): Row {
  const before = was?.share ?? null
  const shares = [of.share, before].map(sayShare)
  const times = [of.total.median, of.total.p90, ...(targetMinutes === undefined ? [] : [targetMinutes])]
  return {
    cells: [name, sayCount(of.released), ...shares, ...times.map(sayLasting)],
    bar: { value: of.share, before },
  }
}

const released = (title: string, about: string, columns: [string, string?], rows: Row[]): Table => {
  const [first, ...last] = columns
  return {
    title,
    about,
    columns: [first, 'Released', 'In time', 'Before', 'Median', '90th pct.', ...last.map(String)],
    bars: { name: 'In time', most: 1 },
    rows,
  }
}

const turnaroundByTest = (now: Figures, was: Figures): Table =>
  released(
    'Turnaround by test',
    'From the collection to the first release; in time is by the time promised at the collection.',
    ['Test', 'Target'],
    now.turnaround.byTest.map((one) =>
      releasedRow(one.test.name, one, sameTest(was.turnaround.byTest, one), one.targetMinutes),
    ),
  )

const turnaroundByPriority = (now: Figures, was: Figures): Table =>
  released(
    'Turnaround by priority',
    'The same by how urgent the visit was.',
    ['Priority'],
    now.turnaround.byPriority.map((one) => {
      const before = was.turnaround.byPriority.find(({ priority }) => priority === one.priority)
      return releasedRow(capital(one.priority), one, before)
    }),
  )

type TestAndPriority = Figures['turnaround']['cells'][number]
const nameOf = ({ test, priority }: TestAndPriority) => `${test.name}, ${priority}`

const turnaroundByBoth = (now: Figures, was: Figures): Table =>
  released(
    'Turnaround by test and priority',
    `The target of what is urgent is ${urgentTarget.minutes} minutes at most.`,
    ['Test, priority', 'Target'],
    now.turnaround.cells.map((one) => {
      const before = was.turnaround.cells.find((cell) => nameOf(cell) === nameOf(one))
      return releasedRow(nameOf(one), one, before, one.targetMinutes)
    }),
  )

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
