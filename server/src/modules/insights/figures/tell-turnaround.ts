import type { Figures, Turnaround } from '#contract/insights.ts'
import { steps, urgentTarget } from '#contract/insights.ts'
import { type Priority, priorities } from '#contract/options.ts'
import { addBuckets, emptyHistogram, type Histogram, timeOf } from './percentiles.ts'
import type { Test } from './queries-figures.ts'
import { type Count, countsOf, type Sum } from './sums.ts'
import { type Filter, rankFor, shareOf, tally } from './tell-counts.ts'

/** Turnaround from histograms: those of tests and priorities are added up to those of all. */

type Cell = { test: string; rank: number; counts: Count[]; times: Map<string, Histogram> }

export function cellsOf(sum: Sum, { test, rank }: Filter): Cell[] {
  const cells = new Map<string, Cell>()
  const cellAt = (at: { test: string; rank: number }): Cell | undefined => {
    if ((test !== null && at.test !== test) || (rank !== null && at.rank !== rank)) return undefined
    const key = `${at.rank} ${at.test}`
    const cell = cells.get(key) ?? { test: at.test, rank: at.rank, counts: [], times: new Map() }
    cells.set(key, cell)
    return cell
  }
  for (const count of countsOf(sum)) {
    if (count.figure === 'released' || count.figure === 'in_time') cellAt(count)?.counts.push(count)
  }
  for (const [step, own] of sum.times) {
    for (const { histogram, ...at } of own.values()) cellAt(at)?.times.set(step, histogram)
  }
  return [...cells.values()]
}

export function turnaroundOf(cells: readonly Cell[]): Turnaround {
  const sum = tally(cells.flatMap(({ counts }) => counts))
  const time = (step: string) => {
    const all = emptyHistogram()
    for (const { times } of cells) addBuckets(all, 0, times.get(step) ?? [])
    return timeOf(all)
  }
  const [released, inTime] = [sum('released'), sum('in_time')]
  return {
    released,
    inTime,
    share: shareOf(inTime, released),
    total: time('total'),
    steps: Object.fromEntries(steps.map((step) => [step, time(step)])) as Turnaround['steps'],
  }
}

export function tellTurnaround(cells: readonly Cell[], tests: readonly Test[]): Figures['turnaround'] {
  const ofTests = tests.flatMap(({ code, name, turnaroundHours }) => {
    const own = cells.filter(({ test }) => test === code)
    return own.length > 0 ? [{ own, test: { code, name }, targetMinutes: turnaroundHours * 60 }] : []
  })
  const byPriority = (own: readonly Cell[]) =>
    priorities.flatMap((priority) => {
      const ofRank = own.filter(({ rank }) => rank === rankFor(priority))
      return ofRank.length > 0 ? [{ priority, ...turnaroundOf(ofRank) }] : []
    })
  return {
    ...turnaroundOf(cells),
    byTest: ofTests.map(({ own, ...about }) => ({ ...about, ...turnaroundOf(own) })),
    byPriority: byPriority(cells),
    cells: ofTests.flatMap(({ own, test, targetMinutes }) =>
      byPriority(own).map((cell) => ({
        test,
        targetMinutes: targetOf(targetMinutes, cell.priority),
        ...cell,
      })),
    ),
  }
}

/** Urgent tests are promised within `urgentTarget`, or within their usual time if that is shorter. */
const targetOf = (minutes: number, priority: Priority) =>
  priority === 'high' ? Math.min(minutes, urgentTarget.minutes) : minutes
