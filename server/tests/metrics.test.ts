import { globSync, readFileSync } from 'node:fs'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCertificates, measuresOf } from '#server/modules/operations/index.ts'
import { minutes } from '#server/platform/clock.ts'
import { camelCase, inTransaction } from '#server/platform/database.ts'
import { noteRuns } from '#server/platform/job-runs.ts'
import { spend } from '#server/platform/limits.ts'
import type { DB } from '#server/platform/schema.gen.ts'
import { tableOf } from '#server/platform/statement-times.ts'
import { openTestApp, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
/** Other files of the run have counted in the same process. */
let earlier: Map<string, number>
const token = 'a token for metrics'

beforeAll(async () => {
  lab = await openTestApp({ settings: { METRICS_TOKEN: token } })
  earlier = await scrape()
})
afterAll(() => lab.close())

async function scrape(): Promise<Map<string, number>> {
  const { body } = await lab.call('GET', '/metrics', { headers: { authorization: `Bearer ${token}` } })
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

/** What was counted since this file began. */
async function counted(): Promise<Map<string, number>> {
  const all = [...(await scrape())].map(([name, value]) => [name, value - (earlier.get(name) ?? 0)] as const)
  return new Map(all.filter(([, value]) => value !== 0))
}

describe('what a process counts', () => {
  it('requests are counted and timed by the pattern of their route, and no label names a person', async () => {
    const ama = await lab.signUpPatient()
    const { appointment } = (
      await lab.call('POST', '/api/labtest/book', { by: ama, body: bookingBody })
    ).json()
    await lab.call('GET', `/api/labtest/appointment/${appointment.id}?name=Ama`, { by: ama })
    await lab.call('GET', '/api/no/such/call')
    const read = await counted()
    const route = 'method="GET",route="/api/labtest/appointment/:id"'
    expect(read.get(`phial_http_requests_total{${route},status="200"}`)).toBe(1)
    expect(read.get(`phial_http_request_duration_seconds_count{${route}}`)).toBe(1)
    expect(read.get('phial_http_requests_total{method="GET",route="(page)",status="404"}')).toBe(1)
    expect(read.get('phial_bookings_total{outcome="placed"}')).toBe(1)
    expect(read.get('phial_pool_wait_seconds_count')).toBeGreaterThan(0)
    const names = [...read.keys()].join('\n')
    for (const secret of [ama.email, ama.accountId, appointment.id, 'Ama', 'Blood'])
      expect(names).not.toContain(secret)
  })

  it('calls that a limit refused are counted by the limit', async () => {
    const limit = { name: 'a limit', burst: 1, perSeconds: 60 }
    await spend(lab.context, limit, 'Ama')
    await expect(spend(lab.context, limit, 'Ama')).rejects.toThrow('Too many tries')
    expect((await counted()).get('phial_limit_refusals_total{limit="a limit"}')).toBe(1)
  })

  it('statements are timed by a table of the database', async () => {
    await inTransaction(lab.db, (tx) => tx.deleteFrom('rateLimit').execute())
    const read = await counted()
    const tables = [...read.keys()].flatMap(
      (name) => /phial_statement_.*table="([^"]+)"/.exec(name)?.[1] ?? [],
    )
    const { rows } = await lab.pool.query<{ name: string }>(
      `select relname as name from pg_class
       union select 'none' union select table_name from information_schema.views`,
    )
    const known = new Set(rows.map(({ name }) => name))
    expect([...new Set(tables)].filter((name) => !known.has(name))).toEqual([])
    expect(tables).toContain('rate_limit')
    expect(read.get('phial_statement_duration_seconds_count{table="none",kind="commit"}')).toBeGreaterThan(0)
  })

  it('the table of a statement is the first one that is not a common table expression', () => {
    expect(tableOf('with a as (select 1), b as (select * from a) select * from b join visit v on true')).toBe(
      'visit',
    )
    expect(tableOf('select * from unnest($1::text[]) join "task" on true')).toBe('task')
    expect(tableOf('update outbox set state = $1')).toBe('outbox')
    expect(tableOf('with due as materialized (select id from outbox) delete from due')).toBe('outbox')
    expect(tableOf('select extract(epoch from at) from audit where a is distinct from b')).toBe('audit')
    expect(tableOf('begin')).toBe('none')
  })
})

describe('dashboards and alerts', () => {
  it('each metric that they name is served', async () => {
    const { body } = await lab.call('GET', '/metrics', { headers: { authorization: `Bearer ${token}` } })
    const served = [...body.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    )
    const files = globSync('deploy/{grafana/*.json,prometheus/alerts*.yml}')
    expect(files).toHaveLength(4)
    for (const file of files) {
      const text = readFileSync(file, 'utf8')
      if (file.endsWith('.json')) expect(JSON.parse(text).panels.length, file).toBeGreaterThan(10)
      const named = new Set(text.match(/\b(phial|nodejs|process)_\w+/g))
      expect(
        [...named].filter((name) => !served.includes(name)),
        file,
      ).toEqual([])
      expect(named.size, file).toBeGreaterThan(4)
    }
  })
})

describe('jobs', () => {
  it('metrics name a job that fails or no longer runs', async () => {
    const results = [
      () => Promise.resolve(),
      () => Promise.reject(Object.assign(new Error('Key (email)=(ama@example.com)'), { code: '23505' })),
    ]
    const [job] = await noteRuns(lab.context, [
      { name: 'deliver-outbox', every: '*/5 * * * *', run: () => results.shift()?.() ?? Promise.resolve() },
    ])
    await job?.run()
    const lag = async () => (await scrape()).get('phial_job_lag_seconds{task="deliver-outbox"}')
    expect(await lag()).toBe(0)
    lab.clock.advance(minutes(7))
    expect(await lag()).toBe(120)
    await expect(job?.run()).rejects.toThrow('Key')
    const read = await scrape()
    expect(read.get('phial_job_failing{task="deliver-outbox"}')).toBe(1)
    const { rows } = await lab.pool.query('select failure from job_run')
    expect(rows).toEqual([{ failure: 'Error 23505' }])
    await job?.run()
    expect((await scrape()).get('phial_job_failing{task="deliver-outbox"}')).toBe(0)
  })
})

describe('a scrape', () => {
  it('leaves out what cannot be read, says so, and still tells the rest', async () => {
    await lab.superuser.query('alter table ticket rename to moved')
    const read = await scrape()
    expect(read.get('phial_metrics_unread{group="queue"}')).toBe(1)
    expect(read.has('phial_queue_longest_wait_seconds')).toBe(false)
    expect(read.get('phial_outbox_due{channel="sms"}')).toBe(0)
    await lab.superuser.query('alter table moved rename to ticket')
    expect((await scrape()).get('phial_queue_longest_wait_seconds')).toBe(0)
  })

  it('reads large tables by an index', async () => {
    const rows = 20_000
    const client = await lab.superuser.connect()
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into outbox (id, kind, recipient, payload, state, created_at, due_at, channel)
       select uuidv7(i * interval '-1 minute'), 'password_changed', '', '{}', 'sent', now(), now(), 'email'
       from generate_series(1, ${rows}) i`,
    )
    await client.query(
      `insert into ticket (site_id, id, visit_id, day, number, code, class, urgent, tests, room, status, arrived_at, queued_at,
         skips, recalls, ended_at, end_seen, last_event)
       select (select id from site limit 1), gen_random_uuid(), gen_random_uuid(), '2025-01-01', i, i::text, 'walk-in', false, '{}',
         'collection', 'left', now(), now(), 0, 0, now(), true, 1 from generate_series(1, ${rows}) i`,
    )
    await client.query(
      `insert into wait_told (site_id, ticket_id, told_at, class, ahead)
       select site_id, id, timestamptz '2025-01-01' + number * interval '1 minute', 'walk-in', 0 from ticket`,
    )
    await client.query(
      `insert into stock_lot (id, site_id, item_id, number, expires_on, remaining)
       select gen_random_uuid(), (select id from site limit 1), gen_random_uuid(), i::text, '2026-01-01', 0
       from generate_series(1, ${rows}) i`,
    )
    await client.query('analyze outbox, ticket, wait_told, stock_lot')
    client.release()

    const asked: { sql: string; parameters: readonly unknown[] }[] = []
    const db = new Kysely<DB>({
      dialect: new PostgresDialect({ pool: lab.pool }),
      plugins: [camelCase],
      log: ({ query: { sql, parameters } }) => void asked.push({ sql, parameters }),
    })
    for (const { read } of measuresOf({ ...lab.context, db }, createCertificates(lab.config))) await read()
    expect(asked.length).toBeGreaterThan(10)
    const plans: string[] = []
    for (const { sql, parameters } of asked) {
      const explained = await lab.pool.query(`explain ${sql}`, [...parameters])
      plans.push(explained.rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    const scanned = plans.flatMap((plan) =>
      [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table),
    )
    expect(scanned.filter((table) => /outbox|ticket|wait_told|stock_lot/.test(table ?? ''))).toEqual([])
    expect(plans.join('\n')).toMatch(/ticket_live/)
  })
})
