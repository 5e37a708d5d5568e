import { t } from '@lingui/core/macro'
import { type Day, minuteOf, nearestPlaces, type Place, snap, type Visit, whyNotThere } from './day-plan.ts'
import { placeOf, samePlace, sayPlace } from './say-place.ts'

/** A visit on its way to another place, by the pointer or by keys; nothing has happened to it yet. */
export type Moving = { visitId: string; by: 'pointer' | 'keys'; place: Place }

/** Keys that move a visit: up and down in steps, left and right over the chairs in use. */
export function movedByKey(day: Day, place: Place, key: string): Place | null {
  const chairs = day.chairs.filter((chair) => chair.active).map((chair) => chair.number)
  const at = chairs.indexOf(place.chair)
  const beside = (by: number) => chairs[Math.max(0, Math.min(chairs.length - 1, at + by))] ?? place.chair
  switch (key) {
    case 'ArrowUp':
      return { ...place, start: snap(day, place.start) - day.stepMinutes }
    case 'ArrowDown':
      return { ...place, start: snap(day, place.start) + day.stepMinutes }
    case 'ArrowLeft':
      return { ...place, chair: beside(-1) }
    case 'ArrowRight':
      return { ...place, chair: beside(1) }
    default:
      return null
  }
}

/** The place itself, kept within the day that is shown. */
export function within(day: Day, visit: Visit, place: Place): Place {
  const length = minuteOf(visit.end) - minuteOf(visit.start)
  const last = minuteOf(day.end) - length
  return { ...place, start: Math.max(minuteOf(day.start), Math.min(last, place.start)) }
}

/** What is said of a place while a visit is over it, with what is free near by when it is not. */
export function sayTarget(day: Day, visit: Visit, place: Place, now: number): string {
  const here = sayPlace(day, place)
  const from = placeOf(visit)
  if (from && samePlace(from, place)) return t`${here}: where it is now`
  const whyNot = whyNotThere(day, visit, place, now)
  if (whyNot === null) return t`${here}: free`
  const near = nearestPlaces(day, visit, place, now).map((one) => sayPlace(day, one))
  if (near.length === 0) return t`${here}: ${whyNot}.`
  const places = near.join(', ')
  return t`${here}: ${whyNot}. Free times nearby: ${places}.`
}
