import type { Plan, Span } from '#simulation/laboratory/plan.ts'
import { type Changes, noChanges, type PeopleEdit } from './changes.ts'
import { changedDay } from './plan-changes.ts'
import { differenceOf, type Played, playDays, playedSeeds } from './play-days.ts'

/** A change of the staffing, and the outcome of the simulated days with it. */
export type Tried = { edit: PeopleEdit; played: Played }
/** The change at the time at which it affects the wait most, and at the time at which it affects it least. */
export type Example = { before: Played; best: Tried; least: Tried }

const twoHours = 120
/** These seeds are enough to rank the changes; the two that are shown are simulated with all seeds. */
const tryingSeeds = playedSeeds.slice(0, 8)
/** If one person more shortens the mean wait by fewer minutes than this, the example is one person fewer. */
const matters = 1

/**
 * Finds the two hours in which one person more shortens the wait most, and those in which it shortens it least. On a day with hardly
 * any waiting, it does the same for one person fewer, which lengthens the wait. Null if the day is too short to compare.
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
