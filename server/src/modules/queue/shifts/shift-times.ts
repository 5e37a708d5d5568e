import {
  addDays,
  clockAt,
  firstInstantOfLocal,
  instantOf,
  localAt,
  minuteOf,
} from '#server/modules/sites/index.ts'
import { limitsOf } from '../picture.ts'

/** A shift in local times of its site. If it ends at or before its start, it ends on the next day. */
export type WallTimes = { day: string; from: string; until: string }

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export function instantsOf(zone: string, { day, from, until }: WallTimes): { start: Date; end: Date } {
  const lastDay = until <= from ? addDays(day, 1) : day
  const at = (date: string, time: string) => instantOf(firstInstantOfLocal(zone, date, minutesOf(time)))
  return { start: at(day, from), end: at(lastDay, until) }
}

export function wallTimes(zone: string, { startsAt, endsAt }: { startsAt: Date; endsAt: Date }): WallTimes {
  const [start, end] = [minuteOf(startsAt), minuteOf(endsAt)]
  return { day: localAt(zone, start).day, from: clockAt(zone, start), until: clockAt(zone, end) }
}

/** Start and end of the seven days from a day on, as instants. */
export const weekFrom = (zone: string, day: string) => limitsOf(zone, day, addDays(day, 6))
