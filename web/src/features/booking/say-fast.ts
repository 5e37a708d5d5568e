import { t } from '@lingui/core/macro'
import { daysBetween } from '../../lib/times.ts'

/**
 * Tells until when the patient may eat before a visit. `stop` is the local day on which the fast begins, `time` the local
 * time at which it begins, `visit` the local day of the visit. `isOver`: the fast should already have begun.
 */
export function sayFast({
  stop,
  visit,
  time,
  isOver,
}: {
  stop: string
  visit: string
  time: string
  isOver: boolean
}): string {
  if (isOver)
    return stop < visit
      ? t`Choose this time only if you have not eaten since ${time} the day before.`
      : t`Choose this time only if you have not eaten since ${time}.`
  const before = daysBetween(stop, visit)
  if (before === 0) return t`Do not eat after ${time} on the day of your visit.`
  return time >= '17:00' && before === 1
    ? t`Do not eat after ${time} the evening before.`
    : t`Do not eat after ${time} the day before.`
}
