import { utcDay } from '#server/platform/clock.ts'
import { dateFormatters } from '#server/platform/date-formatters.ts'

/**
 * Local time and instants, by the zone rules that the runtime carries. Instants are whole minutes since 1970 UTC:
 * laboratory hours are planned in minutes, and integers keep the arithmetic of availability exact and fast.
 */
export type Minute = number

const formatterOf = dateFormatters({
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

export const minuteOf = (instant: Date | string): Minute => Math.floor(new Date(instant).getTime() / 60_000)
export const instantOf = (minute: Minute): Date => new Date(minute * 60_000)

const minutesPerDay = 1440
const startOfDay = (minute: Minute): Minute => Math.floor(minute / minutesPerDay) * minutesPerDay

/** The day's midnight as if the zone were UTC. */
const utcMidnight = (day: string): Minute => Date.parse(`${day}T00:00:00Z`) / 60_000

/** The offset from UTC in minutes, from the runtime: takes some microseconds. */
function askOffset(zone: string, minute: Minute): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const part of formatterOf(zone).formatToParts(minute * 60_000)) parts[part.type] = part.value
  const midnight = utcMidnight(`${parts.year}-${parts.month}-${parts.day}`)
  return midnight + Number(parts.hour) * 60 + Number(parts.minute) - minute
}

/** Offsets by zone and UTC day; null on the day of a change. A month's availability asks thousands of times. */
const offsets = new Map<string, Map<Minute, number | null>>()
const mostDays = 4_000

/** The offset from UTC in minutes. */
function offsetAt(zone: string, minute: Minute): number {
  const days = offsets.get(zone) ?? new Map<Minute, number | null>()
  const day = startOfDay(minute)
  let offset = days.get(day)
  if (offset === undefined) {
    // Clocks are never changed and changed back within a day: the same at both ends is the same all day.
    const first = askOffset(zone, day)
    offset = first === askOffset(zone, day + minutesPerDay) ? first : null
    if (days.size >= mostDays) days.clear()
    offsets.set(zone, days.set(day, offset))
  }
  return offset ?? askOffset(zone, minute)
}

/** The local day, `YYYY-MM-DD`, and the minute of the day, 0 to 1439. */
export function localAt(zone: string, minute: Minute): { day: string; minuteOfDay: number } {
  const wall = minute + offsetAt(zone, minute)
  const midnight = startOfDay(wall)
  return { day: utcDay(instantOf(midnight)), minuteOfDay: wall - midnight }
}

/** The local day, `YYYY-MM-DD`, of an instant. */
export const dayAt = (zone: string, instant: Date | string): string => localAt(zone, minuteOf(instant)).day

/** As above, as a clock shows it: `HH:mm`. For the thousands of starts of a month, which need no day. */
export function clockAt(zone: string, minute: Minute): string {
  const wall = minute + offsetAt(zone, minute)
  return clockTime(wall - startOfDay(wall))
}

/**
 * The instants at which the wall shows `minuteOfDay` on `day`, earliest first: one as a rule, none in the hour that a
 * spring change skips, two in the hour that an autumn change repeats. `minuteOfDay` may be 1440, the day's end.
 */
export function instantsOfLocal(zone: string, day: string, minuteOfDay: number): Minute[] {
  const wall = utcMidnight(day) + minuteOfDay
  // A change of the clock is never more than a day away from both of these, so one of them has each offset in question.
  const offsets = new Set([offsetAt(zone, wall - 1440), offsetAt(zone, wall + 1440)])
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((minute) => minute + offsetAt(zone, minute) === wall)
    .sort((a, b) => a - b)
}

/** As above, but always an instant: the first of two; for a skipped time the instant at which the clock jumped. */
export function firstInstantOfLocal(zone: string, day: string, minuteOfDay: number): Minute {
  const [first] = instantsOfLocal(zone, day, minuteOfDay)
  if (first !== undefined) return first
  let [before, after] = [utcMidnight(day) + minuteOfDay - 1440, utcMidnight(day) + minuteOfDay + 1440]
  const offset = offsetAt(zone, before)
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(zone, middle) === offset) before = middle
    else after = middle
  }
  return after
}

/** Calendar arithmetic on `YYYY-MM-DD`, free of zones. */
export function addDays(day: string, count: number): string {
  return utcDay(new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000))
}

export const daysBetween = (from: string, to: string): number => (utcMidnight(to) - utcMidnight(from)) / 1440

/** 0 = Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export const clockTime = (minuteOfDay: number): string =>
  `${String(Math.floor(minuteOfDay / 60)).padStart(2, '0')}:${String(minuteOfDay % 60).padStart(2, '0')}`
