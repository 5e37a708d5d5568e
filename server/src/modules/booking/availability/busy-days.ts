import { type Plan, wholeDays } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Busy } from './availability.ts'
import { type BusyRow, busyOf, readBusyRows } from './queries-chairs.ts'

type Days = { from: string; to: string; except?: string | undefined }

/** The occupied times of a site's chairs on local days, both included, as the caller sees them; without the visit `except`. */
export async function busyDays(
  context: Pick<Context, 'db' | 'clock' | 'actor'>,
  plan: Plan,
  days: Days,
): Promise<Busy[]> {
  return timesOfRows(plan, days, await busyRows(context, plan, days))
}

/** As `busyDays`, but still in the text format of the database. */
export const busyRows = (
  { db, clock, actor }: Pick<Context, 'db' | 'clock' | 'actor'>,
  { site }: Plan,
  { from, to, except }: Days,
): Promise<BusyRow[]> =>
  readBusyRows(db, {
    siteId: site.id,
    ...wholeDays(site.timeZone, from, to),
    now: clock.now(),
    signedIn: actor !== null,
    except,
  })

export const timesOfRows = ({ site }: Plan, { from, to }: Days, rows: readonly BusyRow[]): Busy[] =>
  busyOf(rows, wholeDays(site.timeZone, from, to).start)
