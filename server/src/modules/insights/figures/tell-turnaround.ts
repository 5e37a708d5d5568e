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
  const cellAt = (at: { test: string; rank: number }) => {
    const key = `${at.rank} ${at.test}`
    const cell: Cell = cells.get(key) ?? { test: at.test, rank: at.rank, counts: [], times: new Map() }
    cells.set(key, cell)
    return cell
  }
  const isAsked = (at: { test: string; rank: number }) =>
    (test === null || at.test === test) && (rank === null || at.rank === rank)
  for (const count of countsOf(sum)) {
    if ((count.figure === 'released' || count.figure === 'in_time') && isAsked(count))
      cellAt(count).counts.push(count)
  }
  for (const [step, own] of sum.times) {
    for (const { histogram, ...at } of own.values()) {
      if (isAsked(at)) cellAt(at).times.set(step, histogram)
    }
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
  const byTest = Map.groupBy(cells, ({ test }) => test)
  const byRank = Map.groupBy(cells, ({ rank }) => rank)
  const known = tests.flatMap(({ code, name, turnaroundHours }) => {
    const own = byTest.get(code)
    return own ? [{ own, about: { test: { code, name }, targetMinutes: turnaroundHours * 60 } }] : []
  })
  return {
    ...turnaroundOf(cells),
    byTest: known.map(({ own, about }) => ({ ...about, ...turnaroundOf(own) })),
    byPriority: priorities.flatMap((priority) => {
      const own = byRank.get(rankFor(priority))
      return own ? [{ priority, ...turnaroundOf(own) }] : []
    }),
    cells: known.flatMap(({ own, about }) =>
      priorities.flatMap((priority) => {
        const one = own.filter(({ rank }) => rank === rankFor(priority))
        const targetMinutes = targetOf(about.targetMinutes, priority)
        return one.length > 0 ? [{ ...about, targetMinutes, priority, ...turnaroundOf(one) }] : []
      }),
    ),
  }
}

/** Urgent tests are promised within `urgentTarget`, or within their usual time if that is shorter. */
const targetOf = (minutes: number, priority: Priority) =>
  priority === 'high' ? Math.min(minutes, urgentTarget.minutes) : minutes
