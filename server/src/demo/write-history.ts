import type pg from 'pg'
import { type Analyte, readPanel } from '#server/modules/laboratory/index.ts'
import {
  addDays,
  firstInstantOfLocal,
  localAt,
  minuteOf,
  readBenchTests,
} from '#server/modules/sites/index.ts'
import { after, type Clock, days as daysOf } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { Plan } from '#simulation/laboratory/plan.ts'
import { simulateDay } from '#simulation/laboratory/simulate-day.ts'
import { stream } from '#simulation/random.ts'
import { type StoryVisit, type Telling, tellDay } from './day-story.ts'
import { idAt } from './draws.ts'
import { type Person, patient, testedAt } from './people.ts'
import { beginBulk, copyRows, databaseOn, endBulk, setAsideChecks } from './queries-bulk.ts'
import {
  addChairs,
  addSite,
  allTestCodes,
  firstVisit,
  releasePolicy,
  type SeedSite,
  seedSites,
  setLastEvent,
} from './queries-seed.ts'
import { addRow, type Rows, rowsOf, takeText } from './rows.ts'
import { seedOfDay, seedPlan } from './seed-plan.ts'
import { type Colleague, colleagues } from './staff.ts'
import { writeDay } from './story-rows.ts'
import { type Facts, type SiteFacts, tables } from './story-tables.ts'

export type HistoryAsk = {
  seed: number
  visits: number
  /** Calendar days of the past, the last of them yesterday. */
  days: number
  sites: number
  /** An account that has results every so often, instead of somebody made up. */
  regular: Person | null
  /** How many made-up accounts of patients; about three in ten visits. */
  people: number
  /** Days to come of which a part is booked. */
  ahead: number
  /** What else belongs to the same transaction. */
  alongside?: (db: Db) => Promise<void>
}
export type History = { plan: Plan; staff: ReadonlyMap<string, Colleague>; days: number; people: number }

/** Rows of one table are sent once they are about so many. */
const batch = 20_000

/**
 * Writes a simulated past, day by day, in one transaction: all of it or nothing. Refused with a sentence when the ask
 * cannot be met.
 */
export async function writeHistory(client: pg.PoolClient, clock: Clock, ask: HistoryAsk): Promise<History> {
  const db = databaseOn(client)
  await beginBulk(client)
  try {
    const checks = await setAsideChecks(client)
    const history = await write(client, db, clock, ask)
    await ask.alongside?.(db)
    await endBulk(client, checks)
    return history
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function write(client: pg.PoolClient, db: Db, clock: Clock, ask: HistoryAsk): Promise<History> {
  const { seed } = ask
  const now = clock.now()
  const before = await firstVisit(db)
  const sites = await sitesOf(db, ask, now)
  const [main] = sites
  if (!main) throw new Error('The laboratory has no site')
  const policy = await releasePolicy(db)
  const dates = datesOf(main, ask.days, before ?? now)
  // Of a hundred who book or come, fourteen do not come or call it off: the simulation counts those who come.
  const plan = seedPlan({
    visits: ask.visits / dates.length / 1.16,
    sites: ask.sites,
    step: policy.stepMinutes,
  })
  // Nothing hangs on the moment of the run: the same seed gives the same ids on the same day.
  const begin = after(new Date(midnightOf(main, dates[0] ?? '')), -daysOf(400)).getTime()
  const ids = stream(seed, 'staff ids')
  const staff = colleagues(plan, seed, () => idAt(begin, ids))
  const accountId = (number: number) => idAt(begin + 1 + (number % 1e9), stream(seed, 'account', number))
  const facts: Facts = {
    seed,
    ...(await catalogueOf(db, now)),
    ...policy,
    sites: new Map(
      plan.sites.map(({ id }, index): [string, SiteFacts] => {
        const site = sites[index] ?? main
        return [id, { id: site.id, number: site.number, lastEvent: site.lastEvent, chairs: 0 }]
      }),
    ),
    accountId: (number) => (number < 0 ? (ask.regular?.id ?? '') : accountId(number)),
  }
  await writePeople(client, ask, staff, { accountId, at: begin })
  const telling: Telling = { seed, plan, people: ask.people, staff, tests: facts.tests, regular: ask.regular }
  await writeDays(
    client,
    telling,
    facts,
    dates.map((date) => ({ date, midnight: midnightOf(main, date) })),
    {
      ahead: before ? [] : aheadOf(main, ask.ahead, now),
    },
  )
  for (const site of facts.sites.values()) {
    if (site.chairs > 490)
      throw new TooMany(`${site.chairs} chairs would be needed at one site, and 490 is the most`)
    await addChairs(db, site.id, Math.max(site.chairs, 4))
    await setLastEvent(db, site.id, site.lastEvent)
  }
  return { plan, staff, days: dates.length, people: ask.people }
}

/** More visits than fit into so few days. */
export class TooMany extends Error {}

async function sitesOf(db: Db, { sites: wanted, seed }: HistoryAsk, now: Date): Promise<SeedSite[]> {
  const there = await seedSites(db)
  const ids = stream(seed, 'site ids')
  for (let number = there.length; number < wanted; number++) {
    const timeZone = there[0]?.timeZone ?? 'Africa/Accra'
    await addSite(db, { id: idAt(now.getTime(), ids), name: `Branch ${number}`, timeZone })
  }
  return (await seedSites(db)).slice(0, wanted)
}

async function catalogueOf(db: Db, now: Date): Promise<Pick<Facts, 'tests' | 'panels'>> {
  const codes = await allTestCodes(db)
  const panels = new Map<string, Analyte[]>()
  for (const code of codes) panels.set(code, await readPanel(db, code, now))
  return { tests: new Map((await readBenchTests(db, codes)).map((test) => [test.code, test])), panels }
}

const midnightOf = (site: SeedSite, date: string) => firstInstantOfLocal(site.timeZone, date, 0) * 60_000
const opens = (site: SeedSite, date: string) =>
  site.weekdays.includes(new Date(`${date}T00:00:00Z`).getUTCDay()) && !site.closed.includes(date)

/** Days on which the site opens, of so many before a moment; the oldest first. */
function datesOf(site: SeedSite, count: number, until: Date): string[] {
  const { day } = localAt(site.timeZone, minuteOf(until))
  const dates = Array.from({ length: count }, (_, index) => addDays(day, index - count)).filter((date) =>
    opens(site, date),
  )
  if (dates.length === 0) throw new TooMany('The site has not been open on any of these days')
  return dates
}

function aheadOf(site: SeedSite, count: number, now: Date): { date: string; midnight: number }[] {
  const { day } = localAt(site.timeZone, minuteOf(now))
  return Array.from({ length: count }, (_, index) => addDays(day, index + 1))
    .filter((date) => opens(site, date))
    .map((date) => ({ date, midnight: midnightOf(site, date) }))
}

type Dated = { date: string; midnight: number }

async function writeDays(
  client: pg.PoolClient,
  telling: Telling,
  facts: Facts,
  dates: readonly Dated[],
  { ahead }: { ahead: readonly Dated[] },
): Promise<void> {
  const into = tables()
  let number = 0
  let sending = Promise.resolve()
  const put = async (index: number, date: string, visits: StoryVisit[]) => {
    writeDay(into, facts, { index, date }, visits, number)
    number += visits.length
    // The database works on one day while the next one is made up.
    await sending
    sending = send(client, Object.values(into), batch)
    // It is heard of when it is waited for.
    sending.catch(() => {})
  }
  for (const [index, { date, midnight }] of dates.entries()) {
    const nextMidnight = dates[index + 1]?.midnight ?? null
    const simulated = simulateDay(telling.plan, seedOfDay(telling.seed, index))
    const told = tellDay(telling, { index, midnight, nextMidnight }, simulated)
    await put(index, date, [...told, ...givenUp(telling, index, midnight)])
  }
  for (const [days, { date, midnight }] of ahead.entries()) {
    const index = dates.length + days
    await put(
      index,
      date,
      bookedAhead(
        telling,
        { index, midnight, before: dates.at(-1)?.midnight ?? 0 },
        0.7 * Math.exp(-days / 5),
      ),
    )
  }
  await sending
  await send(client, Object.values(into), 0)
}

async function send(client: pg.PoolClient, all: readonly Rows[], above: number): Promise<void> {
  for (const rows of all) {
    if (rows.lines.length <= above) continue
    const text = takeText(rows)
    if (text) await copyRows(client, rows.table, rows.columns, text)
  }
}

/** About one in sixteen who book call it off in time. */
function givenUp(telling: Telling, index: number, midnight: number): StoryVisit[] {
  return bookings(telling, index, midnight, 'given up', 0.06).map((visit) => ({
    ...visit,
    status: 'cancelled',
  }))
}

/** What is booked already of a day to come; made known `before` today, as everything here. */
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
      const wanted =
        plan.visitTypes.find(({ id }) => id === type)?.samples.flatMap((sample) => sample.tests) ?? []
      return [
        {
          id: idAt(startsAt, random),
          site: site.id,
          kind: 'appointment',
          urgent: false,
          person: testedAt(type, patient(seed, Math.floor(who * people)), of),
          fasting: wanted.some((code) => code === 'GLU' && tests.has(code)),
          tests: wanted,
          startsAt,
          createdAt: Math.round(startsAt - (1 + 9 * early) * 86_400_000),
          status: 'booked',
          tickets: [],
          samples: [],
          releasedAt: null,
          releasedBy: null,
        },
      ]
    }),
  )
}

async function writePeople(
  client: pg.PoolClient,
  { seed, people }: HistoryAsk,
  staff: ReadonlyMap<string, Colleague>,
  { accountId, at }: { accountId: (number: number) => string; at: number },
): Promise<void> {
  const created = new Date(at).toISOString()
  const accounts = rowsOf('account', 'id role full_name email phone created_at')
  const skills = rowsOf('account_specialty', 'account_id specialty')
  for (const { id, name, email, specialties } of staff.values()) {
    addRow(accounts, [id, 'technician', name, email, '', created])
    for (const specialty of specialties) addRow(skills, [id, specialty])
  }
  for (let number = 0; number < people; number++) {
    const { name, email, phone } = patient(seed, number)
    addRow(accounts, [accountId(number), 'user', name, email, phone, created])
    if (number % batch === 0) await send(client, [accounts], batch - 1)
  }
  await send(client, [accounts, skills], 0)
}
