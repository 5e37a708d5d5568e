import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Spread, spreadOf } from './figures.ts'
import { type HttpClient, httpRequest, openHttpClient } from './http-client.ts'
import { type Laboratory, openLaboratory } from './laboratory.ts'
import { residentMiB } from './memory.ts'
import { makePatients, patientId, patientToken } from './patients.ts'
import { whileCounting } from './processes.ts'
import { type Subscribers, subscribe } from './subscribers.ts'

const site = '01900000-0000-7000-8000-000000000001'
const deskToken = (desk: number) => `bench-desk-${desk}`.padEnd(16, '-')

export type QueueFigures = {
  waiting: number
  /** Desks that press Next at once, as fast as they are answered. */
  calls: { desks: number; perSecond: number; times: Spread }[]
  /** From the call's request to the message of each subscriber. */
  live: {
    who: string
    subscribers: number
    changes: number
    missed: number
    times: Spread
    /** Processor time of the server for one change, in milliseconds. */
    server: number
    kiBEach: number
  }[]
}

/** The queue under load: desks that call, and screens that follow. */
export async function measureQueue({
  waiting,
  desks: counts,
  subscribers,
  changes,
  restMs,
}: {
  waiting: number
  desks: readonly number[]
  subscribers: number
  changes: number
  /** Until the memory of new subscribers is read, and between the two kinds of subscribers. */
  restMs: number
}): Promise<QueueFigures> {
  const laboratory = await openLaboratory()
  try {
    await makeDesks(laboratory.pool, Math.max(...counts))
    await makePatients(laboratory.pool, waiting)
    const calls = []
    for (const desks of counts) {
      await fillLine(laboratory, waiting, 9)
      calls.push(await measureCalls(laboratory, desks, Math.min(waiting, 160)))
      await emptyLine(laboratory.pool)
    }
    // Nobody urgent: each call then changes how many are before everyone else.
    await fillLine(laboratory, waiting, 0)
    await giveOwners(laboratory.pool)
    const live = []
    for (const who of ['boards', 'patients'] as const) {
      live.push(await measureLive(laboratory, who, { waiting, subscribers, changes, restMs }))
      await sleep(restMs)
    }
    return { waiting, calls, live }
  } finally {
    await laboratory.close()
  }
}

async function makeDesks(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into chair (site_id, number, name) select $1, n, 'Chair ' || n from generate_series(5, $2::int) n`,
    [site, count],
  )
  await pool.query(
    `insert into account (id, role, full_name, email, phone, created_at)
     select ('01900000-0000-7000-a000-' || lpad(n::text, 12, '0'))::uuid, 'admin', 'Desk ' || n, 'desk' || n || '@example.com', '', now()
     from generate_series(1, $1::int) n`,
    [count],
  )
  await pool.query(
    `insert into session (token_hash, account_id, created_at, last_seen_at, idle_seconds, expires_at)
     select sha256(rpad('bench-desk-' || n, 16, '-')::bytea), ('01900000-0000-7000-a000-' || lpad(n::text, 12, '0'))::uuid,
       now(), now(), 86400, now() + interval '1 day'
     from generate_series(1, $1::int) n`,
    [count],
  )
}

const port = ({ server }: Laboratory) => Number(new URL(server.url).port)

function post(client: HttpClient, path: string, token: string, body: object = {}) {
  return client.ask(
    httpRequest('POST', path, {
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    }),
  )
}

/** Every so manyth is urgent; nobody for 0. */
async function fillLine(laboratory: Laboratory, count: number, urgentEvery: number): Promise<void> {
  const client = await openHttpClient('127.0.0.1', port(laboratory))
  for (let number = 1; number <= count; number++) {
    const { status, body } = await post(client, '/api/queue/walk-in', deskToken(1), {
      patientDetails: {
        fullName: `Walker ${number}`,
        age: 30,
        gender: 'female',
        contact: '+233 20 000 0000',
      },
      testType: ['Full Blood Count', 'Blood Sugar'],
      urgent: urgentEvery > 0 && number % urgentEvery === 0,
    })
    if (status !== 201) throw new Error(body.toString())
  }
  client.close()
}

/** For the next measurement; the day's events are not what is measured. */
async function emptyLine(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update ticket set status = 'finished', ended_at = now() - interval '1 hour' where ended_at is null`,
  )
}

/** The n-th of those who wait is the visit of patient n. */
async function giveOwners(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ visit_id: string }>(
    `select visit_id from ticket where ended_at is null order by number`,
  )
  for (const [index, { visit_id }] of rows.entries()) {
    await pool.query(
      `with person as (
         insert into account_person (account_id, number, person_id, kind, since)
         select $1, 1, person_id, 'self', now() from visit where site_id = $2 and id = $3
         on conflict (account_id, number) do update set person_id = excluded.person_id)
       update visit set account_id = $1 where site_id = $2 and id = $3`,
      [patientId(index + 1), site, visit_id],
    )
  }
}

async function measureCalls(laboratory: Laboratory, desks: number, calls: number) {
  const times: number[] = []
  const each = Math.floor(calls / desks)
  const clients = await Promise.all(
    Array.from({ length: desks }, () => openHttpClient('127.0.0.1', port(laboratory))),
  )
  await Promise.all(
    clients.map((client, index) => post(client, `/api/queue/desk/${index + 1}/open`, deskToken(index + 1))),
  )
  let calling = 0
  await Promise.all(
    clients.map(async (client, index) => {
      const token = deskToken(index + 1)
      for (let turn = 0; turn < each; turn++) {
        const before = performance.now()
        const { status, body } = await post(client, `/api/queue/desk/${index + 1}/next`, token)
        times.push(performance.now() - before)
        calling += performance.now() - before
        if (status !== 200) throw new Error(body.toString())
        const { ticket } = JSON.parse(body.toString()) as { ticket: { id: string } | null }
        if (ticket) await post(client, `/api/queue/ticket/${ticket.id}/finish`, token)
      }
    }),
  )
  for (const client of clients) client.close()
  return { desks, perSecond: (times.length * 1_000 * desks) / calling, times: spreadOf(times) }
}

async function measureLive(
  laboratory: Laboratory,
  who: 'boards' | 'patients',
  {
    waiting,
    subscribers: count,
    changes,
    restMs,
  }: { waiting: number; subscribers: number; changes: number; restMs: number },
): Promise<QueueFigures['live'][number]> {
  const client = await openHttpClient('127.0.0.1', port(laboratory))
  const before = residentMiB(laboratory.server.pid)
  const subscribers = await subscribe(port(laboratory), count, (number) =>
    who === 'boards'
      ? { path: `/api/queue/board/${site}/stream`, token: null }
      : {
          path: '/api/queue/mine/stream',
          // The last to be called: everyone is told of each call before them. Several follow one ticket.
          token: patientToken(waiting - (number % Math.max(1, waiting - 2 * changes - 2))),
        },
  )
  await sleep(restMs)
  const kiBEach = ((residentMiB(laboratory.server.pid) - before) * 1_024) / count
  const times: number[] = []
  let missed = 0
  const { server: seconds } = await whileCounting(
    { server: laboratory.server.pid, cluster: laboratory.cluster, generator: process.pid },
    async () => {
      for (let change = 0; change < changes; change++) {
        const arrived = await oneChange(client, subscribers)
        times.push(...arrived)
        missed += count - arrived.length
      }
    },
  )
  subscribers.close()
  client.close()
  // Each change here is two: somebody is called, and has come.
  const server = (seconds * 1_000) / changes / 2
  return { who, subscribers: count, changes, missed, times: spreadOf(times), server, kiBEach }
}

/** Calls somebody, and answers when that was told: milliseconds from the request on. Then that person is here. */
async function oneChange(client: HttpClient, subscribers: Subscribers): Promise<number[]> {
  subscribers.begin()
  const since = performance.now()
  const { status, body } = await post(client, '/api/queue/desk/1/next', deskToken(1))
  if (status !== 200) throw new Error(body.toString())
  const arrived = await subscribers.arrivals(since, 3_000)
  const { ticket } = JSON.parse(body.toString()) as { ticket: { id: string } | null }
  if (!ticket) throw new Error('The line is too short for so many changes')
  await post(client, `/api/queue/ticket/${ticket.id}/start`, deskToken(1))
  await sleep(300)
  return arrived
}
