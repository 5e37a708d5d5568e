import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { readBenchTests } from '#server/modules/catalogue/index.ts'
import { type Analyte, readPanel } from '#server/modules/laboratory/index.ts'
import { addDays, firstExtra, firstInstantOfLocal, localAt, minuteOf } from '#server/modules/sites/index.ts'
import { after, type Clock, days as daysOf } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { Plan } from '#simulation/laboratory/plan.ts'
import { stream } from '#simulation/random.ts'
import { idAt } from './draws.ts'
import { opensOn } from './opening-days.ts'
import { type Person, patient } from './people.ts'
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
import { seedPlan } from './seed-plan.ts'
import { type Colleague, colleagues } from './staff.ts'
import type { Told } from './story-thread.ts'
import { accountIdOf, type Dated, type DaysAsk, type DaysEnd } from './tell-days.ts'

export type HistoryAsk = {
  seed: number
  visits: number
  /** Number of past calendar days; the last is yesterday. */
  days: number
  sites: number
  /** An account with regular visits. */
  regular: Person | null
  /** Number of made-up accounts of patients. */
  people: number
  /** Number of coming days with bookings. */
  ahead: number
  /** The minute of the site's day up to which the present day is told; null: the past ends yesterday. */
  today: number | null
  /** Number of past days of which the audit trail has everything, and not only the states of visits. */
  wholeDays: number
  /** Further writes of the same transaction. */
  alongside?: (db: Db) => Promise<void>
}
export type History = {
  plan: Plan
  staff: ReadonlyMap<string, Colleague>
  days: number
  people: number
  /** Cases that the present day should show and does not have. */
  missing: readonly string[]
}

/** Number of rows of a table after which they are sent. */
const batch = 20_000

/** Writes a simulated past, day by day, in one transaction. */
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
  // The simulation counts arrivals; of 116 bookings and walk-ins, 16 are no-shows or cancelled.
  const plan = seedPlan({
    visits: ask.visits / dates.length / 1.16,
    sites: ask.sites,
    step: policy.stepMinutes,
  })
  // Independent of the time of the run: the same seed gives the same ids on the same day.
  const begin = after(new Date(midnightOf(main, dates[0] ?? '')), -daysOf(400)).getTime()
  const ids = stream(seed, 'staff ids')
  const staff = colleagues(plan, seed, () => idAt(begin, ids))
  const days = openThread({
    telling: { seed, plan, people: ask.people, staff, regular: ask.regular },
    ...(await catalogueOf(db, now)),
    policy,
    sites: new Map(plan.sites.map(({ id }, index) => [id, sites[index] ?? main])),
    accountsFrom: begin,
    dates: dates.map((date) => ({ date, midnight: midnightOf(main, date) })),
    today: ask.today === null ? null : { ...todayOf(main, now), until: ask.today },
    wholeFrom: dates.length - ask.wholeDays,
    now: now.getTime(),
    ahead: before ? [] : aheadOf(main, ask.ahead, now),
  })
  let end: DaysEnd
  try {
    await writePeople(client, ask, staff, begin)
    end = await copyDays(client, days)
    for (const site of end.sites) {
      if (site.chairs >= firstExtra)
        throw new TooMany(
          `${site.chairs} chairs would be needed at one site, and ${firstExtra - 1} is the most`,
        )
      await addChairs(db, site.id, Math.max(site.chairs, 4))
      await setLastEvent(db, site.id, site.lastEvent)
    }
  } finally {
    await days.thread.terminate()
  }
  return { plan, staff, days: dates.length, people: ask.people, missing: end.missing }
}

type Days = { thread: Worker; told: AsyncIterator<[Told]> }

function openThread(ask: DaysAsk): Days {
  const thread = new Worker(new URL('./story-thread.ts', import.meta.url), {
    workerData: ask,
    // Rows are short-lived: with memory for a day of them, half of the garbage collection is avoided.
    resourceLimits: { maxYoungGenerationSizeMb: 192 },
  })
  // Listens from the start, since messages without a listener are lost.
  return { thread, told: on(thread, 'message') as unknown as AsyncIterator<[Told]> }
}

/** The database writes a day while the next is simulated: two thirds of the time of doing both in turn. */
async function copyDays(client: pg.PoolClient, { thread, told }: Days): Promise<DaysEnd> {
  for (;;) {
    const { value } = await told.next()
    const [message] = value as [Told]
    if ('sites' in message) return message
    const { table, columns, text } = message.rows
    await copyRows(client, table, columns, Buffer.from(text.buffer, text.byteOffset, text.byteLength))
    thread.postMessage('copied')
  }
}

/** More visits than fit into the days. */
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

async function catalogueOf(db: Db, now: Date): Promise<Pick<DaysAsk, 'tests' | 'panels'>> {
  const codes = await allTestCodes(db)
  const panels = new Map<string, Analyte[]>()
  for (const code of codes) panels.set(code, await readPanel(db, { testCode: code, panelVersion: null }, now))
  return { tests: new Map((await readBenchTests(db, codes)).map((test) => [test.code, test])), panels }
}

const midnightOf = (site: SeedSite, date: string) => firstInstantOfLocal(site.timeZone, date, 0) * 60_000

/** Opening days of the site among the last `count` days, oldest first. */
function datesOf(site: SeedSite, count: number, until: Date): string[] {
  const { day } = localAt(site.timeZone, minuteOf(until))
  const dates = Array.from({ length: count }, (_, index) => addDays(day, index - count)).filter((date) =>
    opensOn(site, date),
  )
  if (dates.length === 0) throw new TooMany('The site has not been open on any of these days')
  return dates
}

function todayOf(site: SeedSite, now: Date): Dated {
  const { day } = localAt(site.timeZone, minuteOf(now))
  return { date: day, midnight: midnightOf(site, day) }
}

function aheadOf(site: SeedSite, count: number, now: Date): Dated[] {
  const { day } = localAt(site.timeZone, minuteOf(now))
  return Array.from({ length: count }, (_, index) => addDays(day, index + 1))
    .filter((date) => opensOn(site, date))
    .map((date) => ({ date, midnight: midnightOf(site, date) }))
}

async function writePeople(
  client: pg.PoolClient,
  { seed, people }: HistoryAsk,
  staff: ReadonlyMap<string, Colleague>,
  begin: number,
): Promise<void> {
  const createdAt = new Date(begin)
  const [accounts, skills] = [rowsOf('account'), rowsOf('accountSpecialty')]
  for (const { id, name: fullName, email, specialties } of staff.values()) {
    addRow(accounts, { id, role: 'technician', fullName, email, phone: '', createdAt })
    for (const specialty of specialties) addRow(skills, { accountId: id, specialty })
  }
  for (let number = 0; number < people; number++) {
    const { name: fullName, email, phone } = patient(seed, number)
    addRow(accounts, {
      id: accountIdOf(seed, begin, number),
      role: 'user',
      fullName,
      email,
      phone,
      createdAt,
    })
    if (accounts.lines.length >= batch) await copyAll(client, accounts)
  }
  await copyAll(client, accounts)
  await copyAll(client, skills)
}

async function copyAll(client: pg.PoolClient, rows: Omit<Rows, 'row'>): Promise<void> {
  const text = takeText(rows)
  if (text) await copyRows(client, rows.table, rows.columns, text)
}
