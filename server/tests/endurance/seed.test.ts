import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDatabase } from '#server/demo/seed-database.ts'
import { seedOfDay, seedPlan } from '#server/demo/seed-plan.ts'
import { openSession } from '#server/modules/access/index.ts'
import { isAccessionNumber } from '#server/modules/laboratory/samples/accession.ts'
import { simulateDay } from '#simulation/laboratory/simulate-day.ts'
import { openTestApp, type Person, type TestApp } from '../harness.ts'
import { mainSite, queueOf } from '../queue-day.ts'

const ask = { visits: 2000, days: 30, seed: 7, sites: 1, reports: 12, add: false }

let lab: TestApp
let manager: Person
const one = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row> => {
  const { rows } = await lab.pool.query<Row>(text, values)
  if (!rows[0]) throw new Error(`Nothing for ${text}`)
  return rows[0]
}
const counted = async (text: string) => (await one<{ n: number }>(`select count(*) as n from ${text}`)).n

/** The written days in the simulation. */
const plan = seedPlan({ visits: ask.visits / ask.days / 1.16, sites: 1, step: 15 })
const days = Array.from({ length: ask.days }, (_, index) => simulateDay(plan, seedOfDay(ask.seed, index)))
const simulated = days.flatMap(({ visits }) => visits)
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin')
  await seedDatabase(lab.context, lab.superuser, ask, () => {})
}, 120_000)
afterAll(() => lab.close())

describe('a seeded history', () => {
  it('a seeded history has every visit of the simulated days, about as many as requested', async () => {
    const past = "visit where starts_at < '2026-03-09'"
    expect(
      await counted(
        `${past} and status <> 'booked' and (status <> 'cancelled' or id in (select visit_id from ticket))`,
      ),
    ).toBe(simulated.length)
    expect(Math.abs((await counted(past)) / ask.visits - 1)).toBeLessThan(0.06)
    expect(
      await counted("visit where created_at >= '2026-03-09' or created_at > starts_at + interval '1 minute'"),
    ).toBe(0)
    expect(await counted("visit where status = 'booked' and starts_at < '2026-03-09'")).toBe(0)
  })

  it('a seeded history has the no-shows, classes and waits of the simulation', async () => {
    expect(await counted("visit where status = 'no_show'")).toBe(
      simulated.filter(({ ending }) => ending === 'no-show').length,
    )
    const came = simulated.filter(({ arrivedAt }) => arrivedAt !== null)
    const { rows } = await lab.pool.query<{ class: string; n: number; median: number }>(
      `select case when urgent then 'stat' else class end as class, count(distinct visit_id) as n,
         percentile_disc(0.5) within group (order by extract(epoch from called_at - arrived_at) / 60)
           filter (where first)::float8 as median
       from (select *, row_number() over (partition by visit_id order by id) = 1 as first from ticket) t group by 1`,
    )
    for (const kind of ['stat', 'appointment', 'walk-in'] as const) {
      const mine = came.filter((visit) => visit.class === kind)
      const written = rows.find((row) => row.class === kind)
      expect(written?.n).toBe(mine.length)
      const waits = mine.flatMap(({ arrivedAt, calledAt }) =>
        arrivedAt === null || calledAt === null ? [] : [calledAt - arrivedAt],
      )
      expect(written?.median).toBeCloseTo(median(waits), 2)
    }
  })

  it('a seeded history gives every sample a valid accession number in the sequence of its day', async () => {
    const { rows } = await lab.pool.query<{ accession: string }>('select accession from sample')
    expect(rows.length).toBeGreaterThan(1000)
    expect(rows.filter(({ accession }) => !isAccessionNumber(accession))).toEqual([])
    expect(
      await counted(`sample s join accession_day a on a.site_id = s.site_id
        and to_char(a.day, 'YYMMDD') = substr(s.accession, 3, 6) where substr(s.accession, 9, 5)::int > a.last`),
    ).toBe(0)
  })

  it('a seeded history has complete visits: tests, tasks, results, chairs and chair days', async () => {
    expect(await counted('visit v where not exists (select from visit_test t where t.visit_id = v.id)')).toBe(
      0,
    )
    expect(
      await counted(
        `task k where status = 'completed' and not exists (select from result r where r.task_id = k.id)`,
      ),
    ).toBe(0)
    expect(await counted('result r join task k on k.id = r.task_id where k.released_by = r.entered_by')).toBe(
      0,
    )
    expect(await counted('callback where told_at is null')).toBe(0)
    const chairs = await one<{ same: boolean }>(
      `select not exists (select from chair_day c full join (
         select site_id, (starts_at at time zone 'UTC')::date as day, chair,
           range_agg(minutes_of_day(during, (starts_at at time zone 'UTC')::date)) as taken
         from visit where takes_chair(status) and chair is not null group by 1, 2, 3) v using (site_id, day, chair)
         where c.taken is distinct from v.taken) as same`,
    )
    expect(chairs.same).toBe(true)
  })

  it('a seeded history tells each state of every visit in the audit trail, and each step after the one before it', async () => {
    const told = `select coalesce(a.after ->> 'status', case a.action when 'visit.booked' then 'booked'
        when 'visit.walked_in' then 'arrived' when 'visit.cancelled' then 'cancelled' end)
      from audit a where a.subject_kind = 'visit' and a.subject_id = v.id::text and a.action like 'visit.%'
      order by a.at desc, a.id desc limit 1`
    expect(await counted(`visit v where v.status is distinct from (${told})`)).toBe(0)
    expect(await counted("audit where action in ('visit.arrived', 'visit.completed')")).toBeGreaterThan(2000)
    expect(
      await counted(`task k join sample s on s.site_id = k.site_id and s.id = k.sample_id
        where k.started_at < s.received_at or s.received_at < s.collected_at or k.completed_at < k.started_at
          or k.released_at < k.completed_at`),
    ).toBe(0)
    expect(
      await counted(`report r join sample s on s.site_id = r.site_id and s.visit_id = r.visit_id
        where r.released_at <= s.collected_at`),
    ).toBe(0)
  })

  it('a seeded history flags a plausible share of values, and few as critical', async () => {
    const { flagged, critical } = await one<{ flagged: number; critical: number }>(
      `select avg((flag <> '')::int)::float8 as flagged, avg((length(flag) = 2)::int)::float8 as critical from result`,
    )
    expect(flagged).toBeGreaterThan(0.02)
    expect(flagged).toBeLessThan(0.2)
    expect(critical).toBeGreaterThan(0)
    expect(critical).toBeLessThan(0.01)
  })

  it('a seeded history has five to eight results for each visit', async () => {
    const perVisit = (await counted('result')) / (await counted("visit where starts_at < '2026-03-09'"))
    expect(perVisit).toBeGreaterThan(5)
    expect(perVisit).toBeLessThan(8)
  })

  it('a seeded history has shown waits with a plausible accuracy', async () => {
    const waited = "ticket where called_at - arrived_at >= interval '6 seconds'"
    expect(await counted('wait_told')).toBe(await counted(waited))
    // Tickets of the first day were shown no range, since no service times were learned yet.
    expect(
      await counted(`wait_told w join ticket t on t.site_id = w.site_id and t.id = w.ticket_id
        where (w.shown_low is null) <> (t.day = (select min(day) from ticket))`),
    ).toBe(0)
    const answer = await lab.call('GET', '/api/queue/accuracy?days=30', { by: manager })
    const { overall, days: told } = answer.json()
    expect(told.length).toBeGreaterThan(20)
    expect(overall.shown).toBeGreaterThan(500)
    expect(overall.within).toBeGreaterThan(0.6)
    expect(overall.within).toBeLessThan(0.95)
  })

  it('the queue events of a seeded history replay to its tickets and desks', async () => {
    const events = await queueOf(lab).expectReplayed(mainSite)
    expect(events.length).toBeGreaterThan(5000)
  })

  it('seeding re-creates the constraints and triggers of the database', async () => {
    await expect(
      lab.pool.query(`insert into visit (site_id, id, status, chair, starts_at, ends_at, during, reference, full_name, age,
          gender, contact, email, priority, created_at, person_id)
        select site_id, gen_random_uuid(), status, chair, starts_at, ends_at, during, 'AGAIN', full_name, age, gender,
          contact, email, priority, created_at, person_id from visit where status = 'completed' and chair is not null limit 1`),
    ).rejects.toThrow('visit_chair_is_free')
    await expect(lab.superuser.query("update queue_event set kind = 'left'")).rejects.toThrow()
    const { constraints } = await one<{ constraints: number }>(
      `select count(*) as constraints from pg_constraint where conrelid = 'result'::regclass and contype in ('f', 'p')`,
    )
    expect(constraints).toBe(6)
  })

  it('the calls of the product are answered from a seeded history', async () => {
    const get = async (path: string, by: Person = manager) => {
      const answer = await lab.call('GET', path, { by })
      expect(answer.statusCode, `${path}: ${answer.body}`).toBe(200)
      return answer.json()
    }
    expect((await get('/api/Labtask/appointments-tasks?limit=100')).appointments.length).toBe(100)
    await get('/api/Labtask/tasks')
    await get('/api/queue/floor')
    await get('/api/Labtask/quality')
    const { code } = await one<{ code: string }>('select code from report order by released_at desc limit 1')
    expect(await get(`/api/verify/${code}`)).toMatchObject({ status: expect.any(String) })
    const { visit, account } = await one<{ visit: string; account: string }>(
      `select visit_id as visit, account_id as account from report r join visit v on v.id = r.visit_id
       where account_id is not null order by released_at desc limit 1`,
    )
    const { token } = await openSession(lab.context, { id: account, role: 'user' })
    const patient = { ...manager, token, headers: { authorization: `Bearer ${token}` } }
    const own = await get('/api/labtest/appointments', patient)
    expect(own.map(({ id }: { id: string }) => id)).toContain(visit)
    expect(
      (await get(`/api/labtest/appointment/${visit}/report`, patient)).report.tests.length,
    ).toBeGreaterThan(0)
    expect(await counted('report')).toBe(ask.reports)
  })

  it('seeding a database with visits is refused, unless older visits are added', async () => {
    await expect(seedDatabase(lab.context, lab.superuser, ask, () => {})).rejects.toThrow('--add')
    const before = await one<{ n: number; first: Date }>(
      'select count(*) as n, min(starts_at) as first from visit',
    )
    await seedDatabase(
      lab.context,
      lab.superuser,
      { ...ask, visits: 100, days: 3, seed: 8, reports: 0, add: true },
      () => {},
    )
    const after = await one<{ n: number; first: Date }>(
      'select count(*) as n, min(starts_at) as first from visit',
    )
    expect(after.n).toBeGreaterThan(before.n + 50)
    expect(after.first.getTime()).toBeLessThan(before.first.getTime())
    await expect(
      seedDatabase(
        lab.context,
        lab.superuser,
        { ...ask, visits: 100, days: 3, seed: 8, reports: 0, add: true },
        () => {},
      ),
    ).rejects.toThrow('another --seed')
  })
})

it('the same seed writes the same history', async () => {
  const [a, b] = [await openTestApp(), await openTestApp()]
  const small = { ...ask, visits: 120, days: 4, reports: 0 }
  const told = async (app: TestApp) => {
    await seedDatabase(app.context, app.superuser, small, () => {})
    const { rows } = await app.pool.query<{ all: string }>(
      `select md5(string_agg(v::text, '' order by id)) || (select md5(string_agg(r::text, '' order by task_id, analyte_code)) from result r)
         || (select md5(string_agg(e::text, '' order by seq)) from queue_event e) as all from visit v`,
    )
    return rows[0]?.all
  }
  expect(await told(a)).toBe(await told(b))
  await Promise.all([a.close(), b.close()])
}, 60_000)
