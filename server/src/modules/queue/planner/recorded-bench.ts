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

/** Fewer finished than this say nothing of how a bench works. */
export const enoughTasks = 20
/** So many of one test, and its own times are drawn from; below that all tests' together. */
const enoughOfTest = 5
/** A claim that stays open much longer than the hands need is a machine at work, or a list of tubes on it. */
const machineFrom = 3
/** Runs of one kind at a time; each takes any number of tubes. */
const runsAtOnce = 6

const median = (values: readonly number[]) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

/**
 * The bench of a day from what was claimed and finished on it: who worked from when to when (each may do any test, for
 * each did what came), how long a test held their hands, and what its machine took besides. `until` is when they go.
 */
export function recordedBench(
  tasks: readonly BenchTask[],
  {
    site,
    minute,
    until,
    codes,
  }: {
    site: string
    minute: (at: Date) => number
    until: number
    /** Tests that may come, done on that day or not. */
    codes: readonly string[]
  },
): Bench {
  const held = tasks.map((one) => ({
    by: one.by,
    from: minute(one.startedAt),
    until: Math.max(minute(one.completedAt), minute(one.startedAt) + 0.1),
  }))
  const hands = handsOf(held)
  const elapsed = held.map((one) => one.until - one.from)
  const every = hands.toSorted((a, b) => a - b)
  const tests: Test[] = []
  const analysers: Analyser[] = []
  for (const code of codes) {
    const own = tasks.flatMap((one, index) => (one.test === code ? [index] : []))
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
  const rides = tasks.flatMap((one) =>
    one.receivedAt ? [Math.max(0, minute(one.receivedAt) - minute(one.collectedAt))] : [],
  )
  const staff = benchStaff(tasks, { site, minute, until })
  return {
    staff,
    tests,
    analysers,
    courier: {
      everyMinutes: 0,
      places: 1000,
      ride: { kind: 'empirical', values: rides.length > 0 ? rides.sort((a, b) => a - b) : [0] },
    },
    twoPeople: staff.length > 1 && !tasks.some((one) => one.releasedBy === one.by),
  }
}

const machines = (code: string, minutes: number): Analyser[] =>
  Array.from({ length: runsAtOnce }, (_, index) => ({
    id: `${code} ${index + 1}`,
    kind: code,
    places: 1000,
    run: { kind: 'constant', value: minutes },
    holdMinutes: 0,
  }))

function benchStaff(
  tasks: readonly BenchTask[],
  { site, minute, until }: { site: string; minute: (at: Date) => number; until: number },
): StaffMember[] {
  const times = new Map<string, { from: number; until: number; bench: boolean; release: boolean }>()
  const seen = (person: string, from: number, to: number, what: 'bench' | 'release') => {
    const known = times.get(person) ?? { from, until: to, bench: false, release: false }
    times.set(person, {
      ...known,
      from: Math.min(known.from, from),
      until: Math.max(known.until, to),
      [what]: true,
    })
  }
  for (const one of tasks) {
    const done = minute(one.completedAt)
    seen(one.by, minute(one.startedAt), done, 'bench')
    const released = one.releasedAt && minute(one.releasedAt)
    if (one.releasedBy !== null && released !== null && released <= until) {
      seen(one.releasedBy, Math.min(done, released), released, 'release')
    }
  }
  const anybodyReleases = [...times.values()].some(({ release }) => release)
  return [...times.values()].map((time, index) => ({
    id: `Bench ${index + 1}`,
    site,
    skills: [...(time.bench ? ['bench'] : []), ...(time.release || !anybodyReleases ? ['release'] : [])],
    shifts: [{ from: time.from, until: Math.max(time.until, until) }],
    pace: 1,
  }))
}
