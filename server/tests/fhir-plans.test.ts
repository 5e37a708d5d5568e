import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientCall } from '#server/modules/fhir/admit-client.ts'
import { appointments } from '#server/modules/fhir/appointments.ts'
import type { Asked, Kind, Sort } from '#server/modules/fhir/kind.ts'
import { observations } from '#server/modules/fhir/observations.ts'
import { serviceRequests } from '#server/modules/fhir/service-requests.ts'
import { camelCase } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.gen.ts'
import { openTestApp, type TestApp } from './harness.ts'

let lab: TestApp
const reports = 1_200
beforeAll(async () => {
  lab = await openTestApp()
  await addReports(reports)
})
afterAll(() => lab.close())

const client = {
  ...{ id: randomUUID(), name: 'Clinic', scopes: [], perMinute: 600, lastUsedAt: null },
  ...{ sites: null, facilityId: null, person: null, access: null },
}

const latestFirst = { by: 'date', descends: true }
const search = /select r\.\* from/

/** The plan of a statement of a search if PostgreSQL reads whole tables only where no index can serve. */
async function planOf(
  kind: Kind,
  asked: readonly Asked[],
  {
    statement = search,
    sort = null,
    ofAnyValues = false,
  }: { statement?: RegExp; sort?: Sort | null; ofAnyValues?: boolean } = {},
): Promise<string> {
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: lab.pool }),
    plugins: [camelCase],
    log: ({ query: { sql, parameters } }) => void sent.push({ sql, parameters }),
  })
  const call: ClientCall = { ...lab.context, actor: null, db, client }
  await kind.search(call, asked, { limit: 20 }, sort)
  const one = sent.find(({ sql }) => statement.test(sql))
  const connection = await lab.pool.connect()
  try {
    await connection.query(
      'begin; set local enable_seqscan = off; set local plan_cache_mode = force_custom_plan',
    )
    const { rows } = ofAnyValues
      ? await connection.query(`explain (generic_plan) ${one?.sql}`)
      : await connection.query(`explain ${one?.sql}`, [...(one?.parameters ?? [])])
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await connection.query('rollback')
    connection.release()
  }
}

/** Reports of haemoglobin 13.0, except that of every 400th visit, which has 6.5. */
async function addReports(count: number): Promise<void> {
  const connection = await lab.superuser.connect()
  try {
    // Without the triggers, which would check that each report was released.
    await connection.query('set session_replication_role = replica')
    await connection.query(
      `with made as (
         insert into visit (site_id, id, status, starts_at, ends_at, during, reference, full_name, age, gender, contact, email,
           priority, created_at, person_id, walk_in)
         select s.id, gen_random_uuid(), 'completed', at, at + interval '15 minutes', tstzrange(at, at + interval '15 minutes'),
           upper(substr(md5(n::text), 1, 12)), 'Ama', 40, 'female', '', 'ama@example.com', 'low', at, gen_random_uuid(), true
         from generate_series(1, $1::int) n cross join (select id from site limit 1) s
           cross join lateral (select timestamptz '2026-01-01' + interval '1 minute' * n as at) times
         returning site_id, id, starts_at)
       insert into report (site_id, visit_id, version, code, content, pdf, released_by, released_at)
       select site_id, id, 1, id::text, jsonb_build_object('status', 'final', 'tests', jsonb_build_array(jsonb_build_object(
           'code', 'FBC', 'name', 'FBC', 'accession', '', 'results', jsonb_build_array(jsonb_build_object('code', 'HGB', 'name', 'HGB',
             'value', value, 'number', value::float, 'unit', 'g/dL', 'range', '', 'flag', ''))))), '', id, starts_at
       from made cross join lateral (
         select case when extract(epoch from starts_at)::bigint / 60 % 400 = 0 then '6.5' else '13.0' end as value) x`,
      [count],
    )
    await connection.query('analyze visit, report')
  } finally {
    await connection.query('reset session_replication_role')
    connection.release()
  }
}

describe('plans of searches by programs', () => {
  it('several ordered tests are found by the index of their visits, as one is', async () => {
    const ids = Array.from({ length: 10 }, () => `${randomUUID()}.FBC`)
    for (const some of [ids.slice(0, 1), ids]) {
      const plan = await planOf(serviceRequests(lab.config), [{ name: '_id', all: [some] }])
      expect(plan).toMatch(/Index Cond: \(.*visit_id = ANY/)
    }
  })

  it('a rare value is found by the index of steps, and a common one in the order of release', async () => {
    const kind = observations(lab.config)
    const code = { name: 'code', all: [['HGB']] }
    const value = (text: string) => ({ name: 'value-quantity', all: [[text]] })
    const steps = { statement: /reported_steps/ }
    for (const asked of [[code, value('lt8')], [value('lt8')], [value('lt8||g/dL')]]) {
      expect(await planOf(kind, asked, steps)).toContain('Bitmap Index Scan on report_by_step')
      const plan = await planOf(kind, asked)
      expect(plan).toMatch(/Index Cond: \(.*visit_id = ANY/)
      expect(plan).not.toMatch(/reported_steps|report_by_time/)
    }
    const common = [code, value('gt8')]
    const walked = await planOf(kind, common)
    expect(walked).toContain('Index Scan using report_by_time on report l')
    expect(walked).not.toMatch(/reported_steps|ANY/)
    const sorted = await planOf(kind, common, { sort: { by: 'date', descends: false } })
    expect(sorted).toMatch(/CTE found\n.*\n.*Recheck Cond: \(reported_steps/)
    // The latest values are searched among the latest reports; values since a day, among the reports since that day.
    const latest = await planOf(kind, common, { sort: latestFirst })
    const since = { name: 'date', all: [['ge2026-03-08']] }
    for (const plan of [latest, await planOf(kind, [...common, since])])
      expect(plan).toMatch(/Index Cond: \(released_at >= '2026-03-08/)
    // The index of patients finds few reports.
    const ofPatient = { name: 'patient', all: [[randomUUID()]] }
    for (const asked of [[ofPatient], [code, value('lt8'), ofPatient]]) {
      const plan = await planOf(kind, asked)
      expect(plan).toMatch(/Index Cond: \(.*person_id = ANY/)
      expect(plan).not.toMatch(/reported_steps|report_by_time/)
    }
  })

  it('the latest values are found page by page, however many days ago they were released', async () => {
    const call: ClientCall = { ...lab.context, actor: null, client }
    const asked = [{ name: 'value-quantity', all: [['gt8']] }]
    const times: unknown[] = []
    for (let [cursor, pages]: [string | undefined, number] = [undefined, 0]; pages < 3; pages++) {
      const page = await observations(lab.config).search(call, asked, { limit: 50, cursor }, latestFirst)
      times.push(...page.rows.map(({ effectiveDateTime }) => effectiveDateTime))
      cursor = page.nextCursor ?? undefined
    }
    const minutes = Array.from({ length: reports }, (_, at) => Date.UTC(2026, 0, 1) / 60_000 + reports - at)
    const common = minutes.filter((minute) => minute % 400 !== 0)
    expect(times).toEqual(common.slice(0, 150).map((minute) => new Date(minute * 60_000).toISOString()))
  })

  it('the appointments of a day are found by their start, with a generic plan', async () => {
    const kind = appointments(lab.context.config)
    const date = { name: 'date', all: [['2026-01-01']] }
    for (const asked of [[date], [date, { name: 'status', all: [['booked']] }]]) {
      const plan = await planOf(kind, asked, { ofAnyValues: true })
      expect(plan).toMatch(/visit_by_start.*\n.*starts_at >= \$1/)
    }
  })
})
