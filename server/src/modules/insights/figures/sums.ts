import { entry } from '#server/platform/entry.ts'
import { addBuckets, bucketsOf, emptyHistogram, type Histogram } from './percentiles.ts'

/** Sums of counts and durations, and their form as stored rows. Pure. */

export type Count = { figure: string; test: string; rank: number; label: string; n: number }
export type Time = { step: string; test: string; rank: number; bucket: number; n: number }

type CountLine = [test: string, rank: number, label: string, n: number]
type TimeLine = [test: string, rank: number, first: number, counts: number[]]
export type Kept = { figure: string; ofTests: boolean; lines: CountLine[] | TimeLine[] }

/** The name of a step among the figures. */
const timePrefix = 'time_'

export type Sum = {
  counts: Map<string, Map<string, Count>>
  times: Map<string, Map<string, { test: string; rank: number; histogram: Histogram }>>
}

export const emptySum = (): Sum => ({ counts: new Map(), times: new Map() })

export function addCount(sum: Sum, { figure, ...count }: Count): void {
  addLines(sum, figure, [[count.test, count.rank, count.label, count.n]])
}

function addLines(sum: Sum, figure: string, lines: readonly CountLine[]): void {
  const own = entry(sum.counts, figure, () => new Map<string, Count>())
  for (const [test, rank, label, n] of lines) {
    const key = `${test}\t${rank}\t${label}`
    const known = own.get(key)
    if (known) known.n += n
    else own.set(key, { figure, test, rank, label, n })
  }
}

const histogramAt = (sum: Sum, step: string, test: string, rank: number): Histogram =>
  entry(
    entry(sum.times, step, () => new Map()),
    `${test}\t${rank}`,
    () => ({ test, rank, histogram: emptyHistogram() }),
  ).histogram

export function addTime(sum: Sum, { step, test, rank, bucket, n }: Time): void {
  addBuckets(histogramAt(sum, step, test, rank), bucket, [n])
}

export function addKept(sum: Sum, { figure, lines }: Kept): void {
  if (isTimes(figure, lines)) {
    const step = figure.slice(timePrefix.length)
    for (const [test, rank, first, counts] of lines)
      addBuckets(histogramAt(sum, step, test, rank), first, counts)
  } else {
    addLines(sum, figure, lines as CountLine[])
  }
}

const isTimes = (figure: string, lines: Kept['lines']): lines is TimeLine[] =>
  lines.length > 0 && figure.startsWith(timePrefix)

/** For rows without durations. */
export const countsIn = (figure: string, lines: Kept['lines']): Count[] =>
  (lines as CountLine[]).map(([test, rank, label, n]) => ({ figure, test, rank, label, n }))

export const countsOf = (sum: Sum): Count[] => [...sum.counts.values()].flatMap((own) => [...own.values()])

/** Converts sums to rows. */
export function keptOf(sum: Sum): Kept[] {
  const counts = [...sum.counts].flatMap(([figure, own]) =>
    [...Map.groupBy(own.values(), ({ test }) => test !== '')].map(([ofTests, of]) => ({
      figure,
      ofTests,
      lines: of.map(({ test, rank, label, n }): CountLine => [test, rank, label, n]),
    })),
  )
  const times = [...sum.times].map(([step, own]) => ({
    figure: timePrefix + step,
    ofTests: true,
    lines: [...own.values()].map(
      ({ test, rank, histogram }): TimeLine => [test, rank, ...bucketsOf(histogram)],
    ),
  }))
  return [...counts, ...times]
}
