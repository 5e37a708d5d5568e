import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { withSomebody } from './somebody.ts'

/** More visits than lists count: each list is compared with a plain statement over the rows. */

let lab: TestApp
let manager: Person
const visits = 20_000
const zone = `at time zone 'UTC'`

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin')
  // Every quarter of an hour; each with a test, every third with a second and every fiftieth with a third; every twentieth is a
  // no-show and every four-hundredth a walk-in.
  await lab.pool.query(
    `with added as (
       insert into person (id, full_name, sex, birth_date, birth_precision, created_at)
       select gen_random_uuid(), 'Visitor ' || i || ' Mensah', 'male', '1995-01-01', 'estimated', '2025-01-01'
       from generate_series(1, ${visits}) i returning id, full_name)
     insert into visit (site_id, id, status, starts_at, ends_at, during, reference, full_name, age, gender, contact,
       email, priority, created_at, walk_in, person_id)
     select s.id, uuidv7(t - now()), case when i % 20 = 0 then 'no_show' else 'completed' end, t, t + '15 min',
       tstzrange(t, t + '15 min'), 'M' || i, 'Visitor ' || i || ' Mensah', 30, 'male', '0241' || lpad(i::text, 6, '0'), '',
       'low', t, i % 400 = 0, added.id
     from (select id from site order by created_at limit 1) s, generate_series(1, ${visits}) i
       join added on added.full_name = 'Visitor ' || i || ' Mensah',
       lateral (select timestamptz '2025-01-01' + i * interval '15 min' as t) at`,
  )
  await lab.pool.query(
    `insert into visit_test (site_id, visit_id, starts_at, test_code)
     select v.site_id, v.id, v.starts_at, code from visit v, lateral (values ('MPS', 1), ('FBC', 3), ('URE', 50)) t (code, every)
     where substr(v.reference, 2)::int % every = 0`,
  )
  await lab.superuser.query('vacuum analyze person, visit, visit_test')
}, 60_000)
afterAll(() => lab.close())

type Page = {
  appointments: { id: string }[]
  total: { count: number; exact: boolean }
  nextCursor: string | null
}
const list = async (query: Record<string, string>): Promise<Page> => {
  const answer = await lab.call(
    'GET',
    `/api/Labtask/appointments-tasks?${new URLSearchParams({ limit: '50', pages: 'around', ...query })}`,
    { by: manager },
  )
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const plain = async (where: string): Promise<string[]> => {
  const { rows } = await lab.pool.query<{ id: string }>(
    `select v.id from visit v where ${where} order by v.starts_at desc, v.id desc`,
  )
  return rows.map(({ id }) => id)
}
const hasTest = (code: string) =>
  `exists (select from visit_test t where t.visit_id = v.id and t.test_code = '${code}')`

const asked: [string, Record<string, string>, string, { count: number; exact: boolean }][] = [
  ['everything', {}, 'true', { count: 10_000, exact: false }],
  ['a name that all have', { search: 'mensah' }, 'true', { count: 10_000, exact: false }],
  [
    'a name that all have, and a state that few are in',
    { search: 'mensah', status: 'no_show' },
    `v.status = 'no_show'`,
    { count: 1000, exact: true },
  ],
  [
    'a name that all have, and a state that many are in',
    { search: 'mensah', status: 'completed' },
    `v.status = 'completed'`,
    { count: 1000, exact: false },
  ],
  [
    'a name that all have, in a week',
    { search: 'mensah', from: '2025-03-03', to: '2025-03-09' },
    `(v.starts_at ${zone})::date between '2025-03-03' and '2025-03-09'`,
    { count: 672, exact: true },
  ],
  ['those who came', { status: 'came' }, `v.status = 'completed'`, { count: 10_000, exact: false }],
  ['those who walked in', { kind: 'walk_in' }, 'v.walk_in', { count: 50, exact: true }],
  [
    'those who were booked ahead and did not come',
    { kind: 'appointment', status: 'no_show' },
    `v.status = 'no_show' and not v.walk_in`,
    { count: 950, exact: true },
  ],
  ['a name and a test', { search: 'mensah', test: 'Urine R/E' }, hasTest('URE'), { count: 400, exact: true }],
  ['a test', { test: 'Full Blood Count' }, hasTest('FBC'), { count: 6666, exact: true }],
  [
    'a test in a month',
    { test: 'Full Blood Count', from: '2025-02-01', to: '2025-03-31' },
    `${hasTest('FBC')} and (v.starts_at ${zone})::date between '2025-02-01' and '2025-03-31'`,
    { count: 1888, exact: true },
  ],
  [
    'a test and a state that many are in',
    { test: 'Full Blood Count', status: 'completed' },
    `${hasTest('FBC')} and v.status = 'completed'`,
    { count: 1000, exact: false },
  ],
  [
    'a test and a state that few are in',
    { test: 'Urine R/E', status: 'no_show' },
    `${hasTest('URE')} and v.status = 'no_show'`,
    { count: 200, exact: true },
  ],
]

describe('the list of visits beyond the counting limit', () => {
  it.each(asked)(
    'beyond the counting limit the list shows %s, with an exact count or a lower bound',
    async (_, query, where, total) => {
      const all = await plain(where)
      expect(all.length >= total.count && (!total.exact || all.length === total.count)).toBe(true)
      const shown: string[] = []
      let cursor: string | null = ''
      while (cursor !== null && shown.length < 200) {
        const one: Page = await list({ ...query, ...(cursor !== '' && { cursor }) })
        expect(one.total).toEqual(total)
        shown.push(...one.appointments.map(({ id }) => id))
        cursor = one.nextCursor
      }
      expect(shown).toEqual(all.slice(0, 200))
      const soonest = await list({ ...query, order: 'soonest' })
      expect(soonest.appointments.map(({ id }) => id)).toEqual(all.reverse().slice(0, 50))
    },
  )

  it('a search finds one person among many visits, and marks the count of a common word as a lower bound', async () => {
    const patients = async (search: string) =>
      (await lab.call('GET', `/api/patients?${new URLSearchParams({ search })}`, { by: manager })).json() as {
        rows: { fullName: string }[]
        total: object
        nextCursor: string | null
      }
    expect(await patients('19999 mensah')).toMatchObject({
      rows: [{ fullName: 'Visitor 19999 Mensah' }],
      total: { count: 1, exact: true },
    })
    const many = await patients('mensah')
    expect(many.total).toEqual({ count: 20, exact: false })
    expect(many.rows.every(({ fullName }) => fullName.endsWith('Mensah'))).toBe(true)
  })
})

describe('the start of a test', () => {
  it('the start of a test cannot be set to another time than that of its visit', async () => {
    const [one] = (await lab.pool.query('select * from visit_test limit 1')).rows
    await expect(
      lab.superuser.query(
        `update visit_test set starts_at = starts_at + interval '1 min' where site_id = $1 and visit_id = $2`,
        [one.site_id, one.visit_id],
      ),
    ).rejects.toThrow('visit_test_of_visit')
  })

  it('the start of a test changes with that of its visit', async () => {
    const [{ site_id, visit_id }] = (
      await lab.pool.query(`select * from visit_test where test_code = 'URE' order by starts_at limit 1`)
    ).rows
    await lab.pool.query(
      `update visit set starts_at = starts_at - interval '1 year', ends_at = ends_at - interval '1 year',
         during = tstzrange(starts_at - interval '1 year', ends_at - interval '1 year')
       where site_id = $1 and id = $2`,
      [site_id, visit_id],
    )
    const found = await list({ test: 'Urine R/E', to: '2024-12-31' })
    expect(found.appointments.map(({ id }) => id)).toEqual([visit_id])
    expect(found.total).toEqual({ count: 1, exact: true })
  })
})

describe('sites whose days begin at other hours', () => {
  const zoned = `(v.starts_at at time zone (select time_zone from site s where s.id = v.site_id))::date`

  it('sites in different time zones list the visits of their own days, as many as the figures count', async () => {
    const ids: string[] = []
    for (const [name, timeZone] of [
      ['Auckland', 'Pacific/Auckland'],
      ['Los Angeles', 'America/Los_Angeles'],
    ]) {
      const added = await lab.call('POST', '/api/settings/sites', {
        by: manager,
        body: { name, timeZone, chairs: 1 },
      })
      expect(added.statusCode, added.body).toBeLessThan(300)
      ids.push(added.json().id)
    }
    // Every hour, for four days at each site.
    await lab.pool.query(
      `${withSomebody}
      insert into visit (site_id, id, status, starts_at, ends_at, during, reference, full_name, age, gender, contact,
         email, priority, created_at, walk_in, person_id)
       select s, uuidv7(t - now()), case when i % 3 = 0 then 'no_show' else 'completed' end, t, t + '15 min',
         tstzrange(t, t + '15 min'), 'Z' || i, 'Zoned ' || i || ' Boateng', 30, 'male', '0241000000', '',
         'low', t, false, (select person_id from somebody)
       from unnest($1::uuid[]) s, generate_series(0, 95) i,
         lateral (select timestamptz '2025-03-03 00:30Z' + i * interval '1 hour' as t) at`,
      [ids],
    )
    await lab.pool.query(
      `insert into visit_test (site_id, visit_id, starts_at, test_code)
       select site_id, id, starts_at, 'URE' from visit where full_name like 'Zoned %'`,
    )
    const day = `${zoned} = '2025-03-04'`
    const from = '2025-03-04'
    for (const [query, where] of [
      [{ from, to: from }, day],
      [{ from, to: from, status: 'no_show' }, `${day} and v.status = 'no_show'`],
      [{ from, to: from, test: 'Urine R/E' }, `${day} and ${hasTest('URE')}`],
      [{ from, to: from, search: 'boateng' }, `${day} and v.full_name like '%Boateng'`],
      [{ from, search: 'boateng' }, `${zoned} >= '2025-03-04' and v.full_name like '%Boateng'`],
      [{ to: from, search: 'boateng' }, `${zoned} <= '2025-03-04' and v.full_name like '%Boateng'`],
      [{ from, to: from, siteId: ids[0] ?? '' }, `${day} and v.site_id = '${ids[0]}'`],
    ] as const) {
      const all = await plain(where)
      expect(all.length).toBeGreaterThan(15)
      const shown = await list({ ...query, limit: '200' })
      expect(
        shown.appointments.map(({ id }) => id),
        JSON.stringify(query),
      ).toEqual(all)
      expect(shown.total).toEqual({ count: all.length, exact: true })
    }
    const told = await lab.call('GET', `/api/insights?from=${from}&to=${from}`, { by: manager })
    expect(told.json().current.visits.all).toBe((await list({ from, to: from })).total.count)
  })

  it('the list has only the sites that the caller may see', async () => {
    const own = await lab.makeStaff('admin')
    const { rows } = await lab.pool.query(`select id from site where name in ('Auckland', 'Los Angeles')`)
    await lab.pool.query('insert into account_site select $1, unnest($2::uuid[])', [
      own.accountId,
      rows.map(({ id }) => id),
    ])
    const answer = await lab.call(
      'GET',
      '/api/Labtask/appointments-tasks?from=2025-03-04&to=2025-03-04&limit=200',
      {
        by: own,
      },
    )
    const ids = answer.json().appointments.map(({ id }: { id: string }) => id)
    expect(ids).toHaveLength(48)
    expect(ids).toEqual(await plain(`${zoned} = '2025-03-04' and v.full_name like 'Zoned %'`))
  })

  it('a closed site keeps its days, also for a caller who sees no other site', async () => {
    const closing = `update site set closed_at = $1 where name in ('Auckland', 'Los Angeles') returning id`
    const { rows } = await lab.pool.query(closing, [lab.clock.now()])
    const own = await lab.makeStaff('admin')
    await lab.pool.query('insert into account_site select $1, unnest($2::uuid[])', [
      own.accountId,
      rows.map(({ id }) => id),
    ])
    const day = `${zoned} = '2025-03-04'`
    for (const [by, where] of [
      [manager, day],
      [own, `${day} and v.full_name like 'Zoned %'`],
    ] as const) {
      const path = '/api/Labtask/appointments-tasks?from=2025-03-04&to=2025-03-04&limit=200'
      const answer = await lab.call('GET', path, { by })
      expect(answer.statusCode, answer.body).toBe(200)
      const ids = answer.json().appointments.map(({ id }: { id: string }) => id)
      expect(ids).toEqual(await plain(where))
    }
  })
})
