import { randomInt, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { insertVisit, type NewVisit } from '#server/modules/booking/placing/queries-placing.ts'
import { minuteOf } from '#server/modules/sites/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Connection, openDatabase, openPool } from '#server/platform/database.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/log.ts'
import { spreadOf } from './figures.ts'
import type { LoadResult } from './load.ts'
import { patientId } from './patients.ts'
import { randomPlace } from './places.ts'

/**
 * What the database can take from as many connections as there are clients: the booking's own statement with the rows of a
 * booking through HTTP, or only the insert into a table that has nothing but the exclusion constraint (`bare`). A process of
 * its own, started and told what to do by `bookings.ts`.
 */
export type RawOrder = {
  connection: Connection
  what: 'statement' | 'bare'
  clients: number
  seconds: number
  sites: string[]
  /** Of each site. */
  chairs: number
  patients: { from: number; count: number }
  /** Codes of tests, the person, and an answer as the server gives it, to be stored under the key. */
  tests: string[]
  patient: NewVisit['patient']
  answer: string
  planVersion: string
}

process.on('message', (order: RawOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

let made = 0

function newVisit({ sites, patients, tests, patient, answer, planVersion }: RawOrder): NewVisit {
  const { siteId, start } = randomPlace(sites)
  const accountId = patientId(patients.from + (made++ % patients.count))
  const [id, minute, now] = [uuidv7(systemClock), minuteOf(start), systemClock.now()]
  return {
    siteId,
    id,
    reference: newCode(8),
    start: minute,
    end: minute + 15,
    buffer: 0,
    accountId,
    patient,
    // A new person each time: the case of most visits of a new laboratory, and slightly more costly than others.
    person: {
      personId: id,
      added: {
        id,
        fullName: patient.fullName,
        sex: patient.gender,
        birthDate: '1990-01-01',
        birthPrecision: 'estimated',
        createdAt: now.toISOString(),
        accountId,
        number: randomInt(2 ** 31 - 1),
        kind: 'other',
        grantedBy: accountId,
      },
      couldBe: [],
    },
    priority: 'low',
    tests,
    packages: tests.map(() => null),
    now,
    preferredChair: null,
    planVersion,
    mostUpcoming: 50,
    overbookLimit: 0,
    reason: null,
    auditId: uuidv7(systemClock),
    clientId: null,
    actorId: accountId,
    role: 'user',
    network: '127.0.0.1',
    auditAfter: { patient, tests, startsAt: start },
    mailId: uuidv7(systemClock),
    mailTo: patient.email,
    mailPayload: { siteId, visitId: id },
    key: randomUUID(),
    requestHash: Buffer.alloc(32, id),
    answer: JSON.parse(answer),
    identifier: null,
    identifierHash: null,
  }
}

/** The table of the bare inserts, as `visit` without its further columns, indexes, foreign keys and triggers. */
export const bareTable = `create table if not exists bare_visit (
  site_id uuid not null, chair smallint not null, during tstzrange not null,
  exclude using gist (site_id with =, during with &&, chair with =))`

async function insertBare(pool: pg.Pool, { sites, chairs }: RawOrder): Promise<'placed' | 'lost'> {
  const { siteId, start } = randomPlace(sites)
  const until = new Date(start.getTime() + 15 * 60_000)
  const { rowCount } = await pool.query(
    'insert into bare_visit values ($1, $2, tstzrange($3, $4)) on conflict do nothing',
    [siteId, 1 + randomInt(chairs), start, until],
  )
  return rowCount === 1 ? 'placed' : 'lost'
}

/** The connections of the last order. The next order closes them, since the kernel may not yet count the time of a session that has just ended. */
let former: pg.Pool | undefined

async function run(order: RawOrder): Promise<LoadResult> {
  await former?.end()
  const pool = openPool(order.connection, createLog('error'), order.clients)
  const db = openDatabase(pool)
  const times: number[] = []
  const statuses: Record<string, number> = {}
  const insert = async (deadline: number) => {
    do {
      const at = performance.now()
      const outcome =
        order.what === 'bare' ? await insertBare(pool, order) : await insertVisit(db, newVisit(order))
      statuses[outcome] = (statuses[outcome] ?? 0) + 1
      if (outcome === 'placed') times.push(performance.now() - at)
    } while (performance.now() < deadline)
  }
  // Once on each connection beforehand, so that they are open and have the statement planned.
  await Promise.all(Array.from({ length: order.clients }, () => insert(0)))
  const before = times.splice(0).length
  const start = performance.now()
  await Promise.all(Array.from({ length: order.clients }, () => insert(start + order.seconds * 1000)))
  const took = (performance.now() - start) / 1000
  former = pool
  return {
    perSecond: times.length / took,
    succeeded: before + times.length,
    times: spreadOf(times),
    statuses,
  }
}
