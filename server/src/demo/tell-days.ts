import type { BenchTest } from '#server/modules/catalogue/index.ts'
import type { Analyte } from '#server/modules/laboratory/index.ts'
import { utcDay } from '#server/platform/clock.ts'
import { simulateDay } from '#simulation/laboratory/simulate-day.ts'
import { stream } from '#simulation/random.ts'
import { nothingDone, type StoryVisit, type Telling, tellDay } from './day-story.ts'
import { idAt } from './draws.ts'
import { type Person, patient, testedAt } from './people.ts'
import { type Rows, takeText } from './rows.ts'
import { seedOfDay, testsOf } from './seed-plan.ts'
import { busyMorning, morningSeed, stageMorning } from './stage-morning.ts'
import { writeDay } from './story-rows.ts'
import { type Facts, type SiteFacts, tables } from './story-tables.ts'
import { tellMorning } from './tell-morning.ts'
import { createWaits } from './told-waits.ts'

/** A simulated past and the bookings of the coming days, day by day, as rows of the product's tables. */

export type Dated = { date: string; midnight: number }
/** The input of the rows: plain data, so that it can be sent to a thread. */
export type DaysAsk = {
  telling: Omit<Telling, 'tests'>
  tests: ReadonlyMap<string, BenchTest>
  panels: ReadonlyMap<string, Analyte[]>
  policy: { bufferMinutes: number; callbackMinutes: number; deltaPercent: number }
  /** By the site ids of the plan. */
  sites: ReadonlyMap<string, Pick<SiteFacts, 'id' | 'number' | 'lastEvent'>>
  accountsFrom: number
  /** The present day up to the present, `until` in minutes of the plan; null: it is not told. */
  today: (Dated & { until: number }) | null
  wholeFrom: number
  now: number
  dates: readonly Dated[]
  ahead: readonly Dated[]
}
export type Batch = { table: string; columns: readonly string[]; text: Buffer }
/** The state of the sites after all days, and the cases that the present day should show and does not have. */
export type DaysEnd = { sites: Pick<SiteFacts, 'id' | 'lastEvent' | 'chairs'>[]; missing: string[] }

/** Number of rows of a table after which they are handed over. */
const batch = 20_000

/** The account of a made-up person, by number. */
export const accountIdOf = (seed: number, from: number, number: number): string =>
  idAt(from + 1 + (number % 1e9), stream(seed, 'account', number))

export async function tellDays(ask: DaysAsk, put: (batch: Batch) => Promise<void>): Promise<DaysEnd> {
  const { dates, ahead, today } = ask
  const telling: Telling = { ...ask.telling, tests: ask.tests }
  const facts = factsOf(ask)
  const into = tables()
  let number = 0
  const missing: string[] = []
  const write = async (index: number, day: Dated, visits: StoryVisit[], isOver = true) => {
    writeDay(into, facts, { index, ...day, isOver }, visits, number)
    number += visits.length
    await handOver(Object.values(into), batch, put)
  }
  for (const [index, day] of dates.entries()) {
    const nextMidnight = (dates[index + 1] ?? today)?.midnight ?? null
    const simulated = simulateDay(telling.plan, seedOfDay(telling.seed, index))
    const told = tellDay(telling, { index, midnight: day.midnight, nextMidnight }, simulated)
    await write(index, day, [...told, ...givenUp(telling, index, day.midnight)])
  }
  if (today) {
    const { visits, missing: left } = morning({ ...ask, telling }, facts, today)
    missing.push(...left)
    await write(dates.length, today, visits, false)
  }
  for (const [days, day] of ahead.entries()) {
    const index = dates.length + (today ? 1 : 0) + days
    const before = dates.at(-1)?.midnight ?? 0
    const share = 0.7 * Math.exp(-days / 5)
    const booked = bookedAhead(telling, { index, midnight: day.midnight, before }, share)
    const own = days === regularIn ? bookingOfRegular(telling, day.midnight, before) : []
    await write(index, day, [...booked, ...own])
  }
  await handOver(Object.values(into), 0, put)
  const sites = [...facts.sites.values()].map(({ id, lastEvent, chairs }) => ({ id, lastEvent, chairs }))
  return { sites, missing }
}

function morning(
  { now, ...ask }: DaysAsk & { telling: Telling },
  { persons }: Facts,
  today: Dated & { until: number },
): { visits: StoryVisit[]; missing: string[] } {
  const plan = busyMorning(ask.telling.plan)
  const day = { index: ask.dates.length, midnight: today.midnight, nextMidnight: null }
  const simulated = simulateDay(plan, morningSeed)
  const visits = tellMorning({ ...ask.telling, plan }, day, simulated, today.until)
  const turnaroundHours = (test: string) => ask.tests.get(test)?.turnaroundHours ?? 1
  const hasRecord = ({ known = -1, name }: Person) =>
    persons.get(known)?.some(({ person }) => person.name === name) ?? false
  return { visits, missing: stageMorning(visits, { now, turnaroundHours, hasRecord }) }
}

async function handOver(
  all: readonly Omit<Rows, 'row'>[],
  above: number,
  put: (batch: Batch) => Promise<void>,
): Promise<void> {
  for (const rows of all) {
    const text = rows.lines.length > above ? takeText(rows) : null
    if (text) await put({ table: rows.table, columns: rows.columns, text })
  }
}

function factsOf({ telling, tests, panels, policy, sites, accountsFrom, now, wholeFrom }: DaysAsk): Facts {
  const { seed, plan, staff, regular } = telling
  const collectors = (site: string) =>
    [...staff.values()].flatMap(({ member }) =>
      member.site === site && member.skills.includes('collect') ? [member] : [],
    )
  return {
    seed,
    tests,
    panels,
    ...policy,
    now,
    wholeFrom,
    sites: new Map(
      plan.sites.map(({ id }): [string, SiteFacts] => {
        const site = sites.get(id)
        if (!site) throw new Error(`The laboratory has no site for ${id}`)
        return [id, { ...site, chairs: 0, tellWaits: createWaits(collectors(id)) }]
      }),
    ),
    persons: new Map(),
    accountId: (number) => (number < 0 ? (regular?.id ?? '') : accountIdOf(seed, accountsFrom, number)),
  }
}

/** About one in sixteen bookings is cancelled in time. */
function givenUp(telling: Telling, index: number, midnight: number): StoryVisit[] {
  return bookings(telling, index, midnight, 'given up', 0.06).map((visit) => ({
    ...visit,
    status: 'cancelled',
  }))
}

/** The bookings of a coming day, all of them made `before` today. */
function bookedAhead(
  telling: Telling,
  { index, midnight, before }: { index: number; midnight: number; before: number },
  share: number,
): StoryVisit[] {
  return bookings(telling, index, midnight, 'ahead', share).map((visit) => ({
    ...visit,
    createdAt: Math.min(visit.createdAt, before - ((midnight - visit.createdAt) % 86_400_000)),
  }))
}

/** The day on which the regular patient comes next, and its time. */
const [regularIn, regularAt] = [1, 8.5 * 60]

function bookingOfRegular({ regular, seed, plan }: Telling, midnight: number, before: number): StoryVisit[] {
  const site = plan.sites[0]?.id
  if (!regular || site === undefined) return []
  const startsAt = midnight + regularAt * 60_000
  return [
    {
      ...nothingDone(),
      id: idAt(startsAt, stream(seed, 'next of the regular patient')),
      site,
      kind: 'appointment',
      urgent: false,
      person: regular,
      fasting: true,
      tests: testsOf(plan, 'fasting check'),
      startsAt,
      createdAt: before - 3 * 86_400_000 + 19 * 3_600_000,
      status: 'booked',
    },
  ]
}

function bookings(
  { plan, seed, people, tests }: Telling,
  index: number,
  midnight: number,
  why: string,
  share: number,
): StoryVisit[] {
  const random = stream(seed, why, index)
  return plan.sites.flatMap((site) =>
    site.booked.flatMap(({ at, type }): StoryVisit[] => {
      const [takes, who, of, early] = [random(), random(), random(), random()]
      if (takes >= share) return []
      const startsAt = midnight + at * 60_000
      const wanted = testsOf(plan, type)
      const day = utcDay(new Date(startsAt))
      return [
        {
          ...nothingDone(),
          id: idAt(startsAt, random),
          site: site.id,
          kind: 'appointment',
          urgent: false,
          person: testedAt(type, patient(seed, Math.floor(who * people)), of, day),
          fasting: wanted.some((code) => code === 'GLU' && tests.has(code)),
          tests: wanted,
          startsAt,
          createdAt: Math.round(startsAt - (1 + 9 * early) * 86_400_000),
          status: 'booked',
        },
      ]
    }),
  )
}
