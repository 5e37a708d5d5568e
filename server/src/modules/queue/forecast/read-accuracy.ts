import type { ResponseOf } from '#contract/endpoint.ts'
import type { Accuracy, Calibration, WaitPromise, waitAccuracy } from '#contract/queue-accuracy.ts'
import { addDays } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import { dayOf } from '../picture.ts'
import { readQueue } from '../queries-queue.ts'
import type { PastAccuracy } from './past-accuracy.ts'
import { type AccuracyRow, accuracyByDay } from './queries-forecast.ts'
import { shareInterval } from './share-interval.ts'

const aim = 0.8
const enough = 30

/** Compares forecasts with actual waits. Public: it contains no names. */
export async function readAccuracy(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { siteId, days }: { siteId?: string | undefined; days: number },
  pastAccuracy: PastAccuracy,
): Promise<ResponseOf<typeof waitAccuracy>> {
  const site = required(await readQueue(db, siteId ?? null), 'This site')
  const { day: today } = dayOf(site, clock.now())
  const first = addDays(today, 1 - days)
  const [ofToday, past] = await Promise.all([
    accuracyByDay(db, site.id, { from: today, until: today }),
    pastAccuracy(db, { siteId: site.id, today, now: clock.now() }),
  ])
  const rows = [...ofToday, ...past.filter(({ day }) => day >= first)]
  return {
    site,
    aim,
    enough,
    overall: accuracyOf(rows),
    calibration: calibrationOf(rows),
    days: rows.map((row) => ({ day: row.day, ...accuracyOf([row]) })),
  }
}

/** Days are weighted by their number of forecasts. */
function accuracyOf(rows: readonly AccuracyRow[]): Accuracy {
  const sum = (of: (row: AccuracyRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const shown = sum((row) => row.shown)
  const mean = (of: (row: AccuracyRow) => number | null) =>
    shown === 0 ? null : sum((row) => (of(row) ?? 0) * row.shown) / shown
  return {
    called: sum((row) => row.called),
    shown,
    within: shown === 0 ? null : sum((row) => row.within) / shown,
    longer: shown === 0 ? null : sum((row) => row.longer) / shown,
    meanWidth: mean((row) => row.meanWidth),
    meanError: mean((row) => row.meanError),
  }
}

/** How often each promise held, by increasing intended share. */
function calibrationOf(rows: readonly AccuracyRow[]): Calibration[] {
  type Counted = {
    [Key in keyof AccuracyRow]: AccuracyRow[Key] extends number ? Key : never
  }[keyof AccuracyRow]
  const sum = (key: Counted) => rows.reduce((total, row) => total + row[key], 0)
  const point = (promise: WaitPromise, nominal: number, count: Counted, held: Counted): Calibration => ({
    promise,
    nominal,
    count: sum(count),
    held: sum(held),
    ...shareInterval(sum(held), sum(count)),
  })
  return [
    point('low', 0.1, 'lowCount', 'lowHeld'),
    point('middle', 0.5, 'middleCount', 'middleHeld'),
    point('range', aim, 'shown', 'within'),
    point('high', 0.9, 'highCount', 'highHeld'),
  ]
}
