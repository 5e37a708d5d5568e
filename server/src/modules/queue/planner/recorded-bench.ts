import type { Analyser, Courier, StaffMember, Test } from '#simulation/laboratory/plan.ts'
import { quantile } from '#simulation/spread.ts'
import { handsOf } from './hands.ts'
import type { BenchTask } from './queries-planner.ts'

export type Bench = {
  staff: StaffMember[]
  tests: Test[]
  analysers: Analyser[]
  courier: Courier
  twoPeople: boolean
}

/** Fewer finished tasks say nothing about the work of a bench. */
export const enoughTasks = 20
/** With fewer tasks of a test, the times of all tests are used. */
const enoughOfTest = 5
/** A task that stays open this many minutes longer than the work on it waits for an analyser. */
const machineFrom = 3
/** Concurrent runs of an analyser; each takes any number of tubes. */
const runsAtOnce = 6

/** Minutes; a task that was claimed and finished at once took some time. */
const shortestTask = 0.1
const unlimited = 1_000

const median = (values: readonly number[]) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

/** The day as it is needed to convert tasks. `until` is the minute at which staff leave. */
type Day = { site: string; minute: (at: Date) => number; until: number }

/**
 * The bench of a day from its claimed and finished tasks: the times of the staff (each may do any test), the working time of a test,
 * and the time of its analyser. `codes` are the tests that may come, done on that day or not.
 */
export function recordedBench(
  tasks: readonly BenchTask[],
  { codes, ...day }: Day & { codes: readonly string[] },
): Bench {
  const { minute } = day
  const held = tasks.map(({ completedBy, startedAt, completedAt }) => {
    const from = minute(startedAt)
    return { by: completedBy, from, until: Math.max(minute(completedAt), from + shortestTask) }
  })
  const hands = handsOf(held)
  const elapsed = held.map(({ from, until }) => until - from)
  const every = hands.toSorted((a, b) => a - b)
  const tests: Test[] = []
  const analysers: Analyser[] = []
  for (const code of codes) {
    const own = tasks.flatMap(({ testCode }, index) => (testCode === code ? [index] : []))
    const values = own.map((index) => hands[index] ?? 0).sort((a, b) => a - b)
    const known = own.length >= enoughOfTest
    const machine = median(own.map((index) => elapsed[index] ?? 0)) - median(values)
    const runs = known && machine > machineFrom
    tests.push({
      id: code,
      analyser: runs ? code : null,
      skill: 'bench',
      hands: { kind: 'empirical', values: known ? values : every },
    })
    if (runs) analysers.push(...machines(code, machine))
  }
  const rides = tasks.flatMap(({ receivedAt, collectedAt }) =>
    receivedAt ? [Math.max(0, minute(receivedAt) - minute(collectedAt))] : [],
  )
  const values = rides.length > 0 ? rides.sort((a, b) => a - b) : [0]
  const staff = benchStaff(tasks, day)
  return {
    staff,
    tests,
    analysers,
    courier: { everyMinutes: 0, places: unlimited, ride: { kind: 'empirical', values } },
    twoPeople: staff.length > 1 && !tasks.some((task) => task.releasedBy === task.completedBy),
  }
}

const machines = (code: string, minutes: number): Analyser[] =>
  Array.from({ length: runsAtOnce }, (_, index) => ({
    id: `${code} ${index + 1}`,
    kind: code,
    places: unlimited,
    run: { kind: 'constant', value: minutes },
    holdMinutes: 0,
  }))

function benchStaff(tasks: readonly BenchTask[], { site, minute, until }: Day): StaffMember[] {
  const work = tasks.flatMap(({ startedAt, completedAt, completedBy, releasedAt, releasedBy }) => {
    const done = minute(completedAt)
    const bench = { by: completedBy, from: minute(startedAt), to: done, skill: 'bench' }
    const released = releasedAt && minute(releasedAt)
    if (releasedBy === null || released === null || released > until) return [bench]
    return [bench, { by: releasedBy, from: Math.min(done, released), to: released, skill: 'release' }]
  })
  const anybodyReleases = work.some(({ skill }) => skill === 'release')
  return [...Map.groupBy(work, ({ by }) => by).values()].map((own, index) => {
    const does = (skill: string) => own.some((done) => done.skill === skill)
    const from = Math.min(...own.map((done) => done.from))
    return {
      id: `Bench ${index + 1}`,
      site,
      skills: [
        ...(does('bench') ? ['bench'] : []),
        ...(does('release') || !anybodyReleases ? ['release'] : []),
      ],
      shifts: [{ from, until: Math.max(until, ...own.map(({ to }) => to)) }],
      pace: 1,
    }
  })
}
