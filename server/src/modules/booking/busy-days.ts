import { type Plan, wholeDays } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Busy } from './availability.ts'
import { readBusy } from './queries-chairs.ts'

/** The occupied times of a site's chairs on local days, both included, as the caller sees them; without the visit `except`. */
export const busyDays = (
  { db, clock, actor }: Pick<Context, 'db' | 'clock' | 'actor'>,
  { site }: Plan,
  { from, to, except }: { from: string; to: string; except?: string | undefined },
): Promise<Busy[]> =>
  readBusy(db, {
    siteId: site.id,
    ...wholeDays(site.timeZone, from, to),
    now: clock.now(),
    signedIn: actor !== null,
    except,
  })
