import { firstInstantOfLocal, instantOf } from '#server/modules/sites/index.ts'
import { invalid } from '#server/platform/errors.ts'
import type { InstrumentRow } from '../queries-instruments.ts'

/** The time that was entered, local to the site of the analyser. A minute that has begun counts as past. */
export function pastTimeOf(
  { timeZone }: Pick<InstrumentRow, 'timeZone'>,
  { day, time }: { day: string; time: string },
  now: Date,
): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const at = instantOf(firstInstantOfLocal(timeZone, day, hour * 60 + minute))
  if (at > now) throw invalid({ day: ['Choose a time that is not in the future'] })
  return at
}
