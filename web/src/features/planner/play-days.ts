import type { DayVisit } from '#simulation/laboratory/events.ts'
import type { Plan, Span } from '#simulation/laboratory/plan.ts'
import { runDay } from '#simulation/laboratory/simulate-day.ts'
import type { Summary } from '#simulation/laboratory/summary.ts'
import { quantile } from '#simulation/spread.ts'
import { collects, worked } from './plan-changes.ts'

/** What a number was in the middle of the played days, and what eight of ten of them lie between. */
export type Band = { low: number; median: number; high: number }

export type Figure = 'wait' | 'longWait' | 'turnaround' | 'turnedAway' | 'released' | 'busy'

/** Minutes, people, and a share of time from 0 to 1. */
export type Played = Record<Figure, Band> & {
  /** Of each day, in the order of the seeds: to be held against another plan's on the same days. */
  meanWaits: number[]
  /** People waiting in each quarter of an hour from midnight. */
  waiting: Band[]
  /** Mean minutes of those who came in that hour of the day; null where nobody did. */
  waitByHour: (number | null)[]
}

export const quarter = 15
const quarters = 96

/** The days that are played: enough for ends of ranges that do not jump, few enough for a slider. */
export const playedSeeds: readonly number[] = Array.from({ length: 40 }, (_, index) => index + 1)

/**
 * Plays a plan once for each seed. The people come as they came, and how long each takes is drawn anew every time: the
 * lengths of one day are luck, and a roster is not to be fitted to them.
 */
export function playDays(plan: Plan, seeds: readonly number[] = playedSeeds): Played {
  const drawn = withDrawnServices(plan)
  const closes = Math.max(0, ...plan.staff.filter(collects).flatMap((one) => one.shifts.map((s) => s.until)))
  const days = seeds.map((seed) => {
    const { visits, summary } = runDay(drawn, seed, () => {})
    return { summary, waiting: waitingOf(visits, closes), hours: waitsByHour(visits, closes) }
  })
  const over = (of: (summary: Summary) => number) => bandOf(days.map(({ summary }) => of(summary)))
  return {
    wait: over(({ waits }) => waits.mean),
    longWait: over(({ waits }) => waits.p90),
    turnaround: over(({ turnaround }) => turnaround.mean),
    turnedAway: over(({ endings }) => endings['turned away']),
    released: over(({ endings }) => endings.released),
    busy: over((summary) => busyShare(plan, summary)),
    meanWaits: days.map(({ summary }) => summary.waits.mean),
    waiting: Array.from({ length: quarters }, (_, index) =>
      bandOf(days.map(({ waiting }) => waiting[index] ?? 0)),
    ),
    waitByHour: Array.from({ length: 24 }, (_, hour) =>
      meanOf(days.flatMap(({ hours }) => hours[hour] ?? [])),
    ),
  }
}

export const withDrawnServices = (plan: Plan): Plan => ({
  ...plan,
  sites: plan.sites.map((site) => ({
    ...site,
    recorded: (site.recorded ?? []).map((one) => ({ ...one, serviceMinutes: null })),
  })),
})

export function bandOf(values: readonly number[]): Band {
  const sorted = values.toSorted((a, b) => a - b)
  return { low: quantile(sorted, 0.1), median: quantile(sorted, 0.5), high: quantile(sorted, 0.9) }
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length

/** What a change does to the mean wait, day by day of the same seeds. */
export const differenceOf = (before: Played, after: Played): Band =>
  bandOf(after.meanWaits.map((wait, index) => wait - (before.meanWaits[index] ?? wait)))

/** While they wait: until called, or until the doors close on them. */
function waitsOf(visits: readonly DayVisit[], closes: number): Span[] {
  return visits.flatMap(({ arrivedAt, calledAt }) =>
    arrivedAt === null ? [] : [{ from: arrivedAt, until: calledAt ?? Math.max(closes, arrivedAt) }],
  )
}

function waitingOf(visits: readonly DayVisit[], closes: number): number[] {
  const minutes = new Array<number>(quarters).fill(0)
  for (const { from, until } of waitsOf(visits, closes)) {
    const last = Math.min(quarters - 1, Math.floor(until / quarter))
    for (let index = Math.floor(from / quarter); index <= last; index++) {
      const overlap = Math.min(until, (index + 1) * quarter) - Math.max(from, index * quarter)
      minutes[index] = (minutes[index] ?? 0) + overlap
    }
  }
  return minutes.map((sum) => sum / quarter)
}

function waitsByHour(visits: readonly DayVisit[], closes: number): number[][] {
  const hours: number[][] = Array.from({ length: 24 }, () => [])
  for (const { from, until } of waitsOf(visits, closes)) hours[Math.floor(from / 60)]?.push(until - from)
  return hours
}

function busyShare(plan: Plan, { staff }: Summary): number {
  let [busy, there] = [0, 0]
  for (const one of plan.staff.filter(collects)) {
    const length = worked(one, { from: 0, until: 2880 })
    there += length
    busy += length * (staff[one.id] ?? 0)
  }
  return there > 0 ? busy / there : 0
}
