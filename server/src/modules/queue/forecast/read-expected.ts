import type { ResponseOf } from '#contract/endpoint.ts'
import type { expectedWaits } from '#contract/queue-accuracy.ts'
import { addDays, clockAt, clockTime, minuteOf, weekdayOf } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { shownRange } from '#simulation/shown-range.ts'
import { dayOf, siteOf } from '../picture.ts'
import type { Forecaster } from './forecaster.ts'
import { waitsByHour } from './queries-forecast.ts'

/** Hours are compared with the same weekday of eight weeks; an hour with fewer waits is left out. */
const weeks = 8
const enough = 20

/** Expected waits by hour. Hours with too few past waits are left out. */
export async function readExpected(
  context: Pick<Context, 'db' | 'clock' | 'actor'>,
  forecaster: Pick<Forecaster, 'expectedAt'>,
  { siteId, day }: { siteId?: string | undefined; day: string },
): Promise<ResponseOf<typeof expectedWaits>> {
  const site = await siteOf(context, siteId)
  const { day: today } = dayOf(site, context.clock.now())
  if (day === today) {
    const times = forecaster.expectedAt(site.id).flatMap(({ at, wait }) => {
      if (wait.kind !== 'range') return []
      return [{ from: clockAt(site.timeZone, minuteOf(at)), low: wait.low, high: wait.high }]
    })
    if (times.length > 0) return { basis: 'forecast', times }
  }
  const period = { weekday: weekdayOf(day), since: addDays(today, -7 * weeks) }
  const rows = await waitsByHour(context.db, site, period)
  const times = rows
    .filter((row) => row.count >= enough)
    .map((row) => ({ from: clockTime(row.hour * 60), ...shownRange(null, row) }))
  return { basis: times.length > 0 ? 'history' : 'unknown', times }
}
