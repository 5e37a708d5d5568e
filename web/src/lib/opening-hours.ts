import { t } from '@lingui/core/macro'
import { sayWeekday } from './times.ts'
import { namedWeekdays } from './weeks.ts'

export type DayHours = { weekday: number; opens: string; closes: string }

export type OpeningLine = { days: string; hours: string }

/**
 * A week's hours in as few lines as possible: days in a row with the same hours share one, days without hours are
 * "closed". `weekday` 0 is Sunday; times are the site's, `HH:mm`. `begins` is the weekday on which weeks begin.
 */
export function openingLines(hours: readonly DayHours[], begins: number): OpeningLine[] {
  const week = namedWeekdays(begins).map(({ weekday }) => ({ weekday, hours: hoursOn(weekday, hours) }))
  const runs: { first: number; last: number; hours: string }[] = []
  for (const day of week) {
    const run = runs.at(-1)
    if (run?.hours === day.hours) run.last = day.weekday
    else runs.push({ first: day.weekday, last: day.weekday, hours: day.hours })
  }
  return runs.map((run) => ({ days: daysOf(run.first, run.last, runs.length), hours: run.hours }))
}

function hoursOn(weekday: number, hours: readonly DayHours[]): string {
  const spans = hours.filter((day) => day.weekday === weekday).map((day) => `${day.opens}–${day.closes}`)
  return spans.sort().join(', ') || t`closed`
}

function daysOf(first: number, last: number, runs: number): string {
  if (runs === 1) return t`Every day`
  const [from, to] = [sayWeekday(first), sayWeekday(last)]
  return first === last ? from : t`${from} to ${to}`
}
