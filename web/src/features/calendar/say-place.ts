import { t } from '@lingui/core/macro'
import { timeOf } from '../../lib/times.ts'
import { chairName, type Day, instantOf, minuteOf, type Place, type Visit } from './day-plan.ts'

/** "10:15 on Chair 2". */
export function sayPlace(day: Day, { chair, start }: Place): string {
  const time = timeOf(instantOf(start), day.site.timeZone)
  return t`${time} on ${chairName(day, chair)}`
}

/** "at 10:15 on Chair 2". */
export function sayWhenOnDay(day: Day, visit: Visit): string {
  const time = timeOf(visit.start, day.site.timeZone)
  return t`at ${time} on ${chairName(day, visit.chair)}`
}

export const placeOf = (visit: Visit): Place | null =>
  visit.chair === null ? null : { chair: visit.chair, start: minuteOf(visit.start) }

export const samePlace = (a: Place, b: Place): boolean => a.chair === b.chair && a.start === b.start
