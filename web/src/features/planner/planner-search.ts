import { readDay } from '../../lib/times.ts'
import { type Changes, noChanges } from './changes.ts'
import { readMinute, sayShortly } from './minute-words.ts'

/** The day and the changes as they stand in the address, so that a plan can be sent to somebody. Short, and readable. */
export type PlannerSearch = {
  day: string | undefined
  /** Where, if not at the first site. */
  site: string | undefined
  /** `1@8-10,-1@13:30-15`. */
  people: string | undefined
  /** `3@7-15,2@11-19`. */
  roster: string | undefined
  opens: string | undefined
  closes: string | undefined
  chairs: number | undefined
  demand: number | undefined
  walkins: number | undefined
  stat: number | undefined
}

export const mostPeople = 30
export const mostChairs = 60
export const demandRange = { least: 20, most: 200 }

/** What an address says, as far as it means anything. */
export function readPlannerSearch(given: Partial<Record<keyof PlannerSearch, unknown>>): PlannerSearch {
  const text = (key: keyof PlannerSearch) => (given[key] === undefined ? '' : String(given[key]))
  const number = (key: keyof PlannerSearch, least: number, most: number) => {
    const value = Number(text(key) || Number.NaN)
    return Number.isInteger(value) && value >= least && value <= most ? value : undefined
  }
  const time = (key: keyof PlannerSearch) => {
    const at = readMinute(text(key))
    return at === null ? undefined : sayShortly(at)
  }
  return {
    day: readDay(given.day),
    site: text('site') === '' ? undefined : text('site'),
    people: write(readLines(text('people'), -mostPeople)),
    roster: write(readLines(text('roster'), 1)),
    opens: time('opens'),
    closes: time('closes'),
    chairs: number('chairs', 1, mostChairs),
    demand: number('demand', demandRange.least, demandRange.most),
    walkins: number('walkins', 0, 100),
    stat: number('stat', 0, 100),
  }
}

type Line = { count: number; from: number; until: number }

function readLines(text: string, least: number): Line[] {
  return text.split(',').flatMap((part) => {
    const [, count, from, until] = /^(-?\d{1,2})@([\d:]+)-([\d:]+)$/.exec(part) ?? []
    const line = { count: Number(count), from: readMinute(from ?? ''), until: readMinute(until ?? '') }
    if (line.from === null || line.until === null || line.until <= line.from) return []
    if (line.count === 0 || line.count < least || line.count > mostPeople) return []
    return [{ count: line.count, from: line.from, until: line.until }]
  })
}

const write = (lines: readonly Line[]): string | undefined =>
  lines.length === 0
    ? undefined
    : lines.map(({ count, from, until }) => `${count}@${sayShortly(from)}-${sayShortly(until)}`).join(',')

export function changesOf(search: PlannerSearch): Changes {
  const roster = readLines(search.roster ?? '', 1)
  return {
    people: readLines(search.people ?? '', -mostPeople),
    roster: roster.length > 0 ? roster : null,
    opens: search.opens === undefined ? null : readMinute(search.opens),
    closes: search.closes === undefined ? null : readMinute(search.closes),
    chairs: search.chairs ?? null,
    demand: search.demand ?? noChanges.demand,
    walkIns: search.walkins ?? null,
    stat: search.stat ?? null,
  }
}

export function searchOf(
  { day, site }: Pick<PlannerSearch, 'day' | 'site'>,
  changes: Changes,
): PlannerSearch {
  const time = (minute: number | null) => (minute === null ? undefined : sayShortly(minute))
  return {
    day,
    site,
    people: write(changes.people),
    roster: write(changes.roster ?? []),
    opens: time(changes.opens),
    closes: time(changes.closes),
    chairs: changes.chairs ?? undefined,
    demand: changes.demand === noChanges.demand ? undefined : changes.demand,
    walkins: changes.walkIns ?? undefined,
    stat: changes.stat ?? undefined,
  }
}
