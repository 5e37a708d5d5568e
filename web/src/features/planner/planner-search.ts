import { addressOf, between, day, type SearchOf, text, upTo } from '../../screen/address.ts'
import { type Changes, noChanges } from './changes.ts'
import { readMinute, sayShortly } from './minute-words.ts'

export const mostPeople = 30
export const mostChairs = 60
export const demandRange = { least: 20, most: 200 }

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

const lines = (least: number) => (said: unknown) => write(readLines(String(said ?? ''), least))

/** The router reads `?opens=8` as a number. */
const time = (said: unknown) => sayTime(readMinute(String(said ?? '')))
const sayTime = (minute: number | null) => (minute === null ? undefined : sayShortly(minute))

/** The day and the changes as they stand in the address, so that a plan can be sent to somebody. Short, and readable. */
export const plannerAddress = addressOf({
  day,
  /** Where, if not at the first site. */
  site: text(),
  /** `1@8-10,-1@13:30-15`. */
  people: lines(-mostPeople),
  /** `3@7-15,2@11-19`. */
  roster: lines(1),
  opens: time,
  closes: time,
  chairs: between(1, mostChairs),
  demand: between(demandRange.least, demandRange.most),
  walkins: upTo(100),
  stat: upTo(100),
})
export type PlannerSearch = SearchOf<typeof plannerAddress>

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
  return {
    day,
    site,
    people: write(changes.people),
    roster: write(changes.roster ?? []),
    opens: sayTime(changes.opens),
    closes: sayTime(changes.closes),
    chairs: changes.chairs ?? undefined,
    demand: changes.demand === noChanges.demand ? undefined : changes.demand,
    walkins: changes.walkIns ?? undefined,
    stat: changes.stat ?? undefined,
  }
}
