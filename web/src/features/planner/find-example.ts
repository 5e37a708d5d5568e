import type { Plan, Span } from '#simulation/laboratory/plan.ts'
import { type Changes, changedDay, noChanges, type PeopleEdit } from './plan-changes.ts'
import { differenceOf, type Played, playDays, playedSeeds } from './play-days.ts'

/** One choice of when somebody comes or goes, and what comes of it. */
export type Tried = { edit: PeopleEdit; played: Played }
/** The choice that changes the wait most, beside the same at the time where it changes least. */
export type Example = { before: Played; best: Tried; least: Tried }

const twoHours = 120
/** Enough to tell the choices apart; the two that are shown are played on all days. */
const tryingSeeds = playedSeeds.slice(0, 8)
/** Minutes of the mean wait below which one person more is no choice that matters: then it is one fewer. */
const matters = 1

/**
 * For two hours of one person more: when it shortens the wait most, and when least. On a day on which hardly anybody waits, of one
 * person fewer: when it costs most. Null where the day has not two hours.
 */
export function findExample(plan: Plan, hours: Span): Example | null {
  const starts: number[] = []
  for (let from = hours.from; from + twoHours <= hours.until; from += 60) starts.push(from)
  if (starts.length < 2) return null
  const more = choose(plan, hours, starts, 1)
  return more.gain >= matters ? more.example() : choose(plan, hours, starts, -1).example()
}

function choose(plan: Plan, hours: Span, starts: readonly number[], count: 1 | -1) {
  const play = (edit: PeopleEdit, seeds?: readonly number[]) =>
    playDays(changedDay(plan, changesBy(edit), hours), seeds)
  const quick = playDays(plan, tryingSeeds)
  const tried = starts
    .map((from) => {
      const edit = { count, from, until: from + twoHours }
      return { edit, change: Math.abs(differenceOf(quick, play(edit, tryingSeeds)).median) }
    })
    .toSorted((a, b) => b.change - a.change)
  const [best, least] = [tried[0], tried.at(-1)]
  return {
    gain: best?.change ?? 0,
    example(): Example | null {
      if (!best || !least) return null
      const shown = ({ edit }: { edit: PeopleEdit }): Tried => ({ edit, played: play(edit) })
      return { before: playDays(plan), best: shown(best), least: shown(least) }
    },
  }
}

export const changesBy = (edit: PeopleEdit): Changes => ({ ...noChanges, people: [edit] })
