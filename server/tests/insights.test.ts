import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Step, Turnaround } from '#contract/insights.ts'
import { readFigures, rollUp } from '#server/modules/insights/index.ts'
import { stream } from '#simulation/random.ts'
import type { Person, TestApp } from './harness.ts'
import { asPlain, percentile, readPlainly, withoutTimes } from './insights-plain.ts'
import { openSeededApp } from './seeded.ts'

let lab: TestApp
let manager: Person
let sites: string[]
const periods = [
  { from: '2026-01-20', to: '2026-03-09' },
  { from: '2026-02-01', to: '2026-02-28' },
  { from: '2026-02-11', to: '2026-03-20' },
  { from: '2026-03-05', to: '2026-03-08' },
]

beforeAll(async () => {
  ;({ lab, manager } = await openSeededApp({ visits: 700, days: 40, seed: 11 }))
  sites = (await lab.pool.query('select id from site order by created_at, id')).rows.map(({ id }) => id)
}, 120_000)
afterAll(() => lab.close())

const marks = async () => (await lab.pool.query('select count(*) as n from roll_up_mark')).rows[0].n as number

/** Waits until all marks are gone: other databases of the server may hold the fence for a moment. */
async function summed(): Promise<void> {
  for (let i = 0; i < 20; i++) {
    await rollUp(lab.context)
    if ((await marks()) === 0) return
  }
  throw new Error('Marks are left')
}

const ranks = { high: 0, normal: 1, low: 2 } as const

function expectTimes(
  { total, steps }: Pick<Turnaround, 'total' | 'steps'>,
  exact: Record<Step | 'total', number[]>,
): void {
  for (const [step, time] of Object.entries({ total, ...steps })) {
    const lasted = exact[step as Step | 'total']
    expect(time.count, step).toBe(lasted.length)
    for (const [value, share] of [
      [time.median, 0.5],
      [time.p90, 0.9],
    ] as const) {
      const right = percentile(lasted, share)
      if (right === null) expect(value).toBeNull()
      else if (right < 1) expect(value).toBe(0.5)
      else expect(Math.abs((value ?? 0) / right - 1), `${step} ${share}`).toBeLessThan(0.03)
    }
  }
}

async function expectPlain(siteIds = sites): Promise<void> {
  const plainly = await readPlainly(lab, siteIds)
  for (const period of periods) {
    const plain = plainly(period)
    const served = await readFigures(lab.db, siteIds, period)
    expect(asPlain(served)).toEqual(withoutTimes(plain))
    expectTimes(served.turnaround, plain.lasted)
    expect(served.turnaround.cells).toHaveLength(plain.cells.size)
    for (const cell of served.turnaround.cells) {
      const own = plain.cells.get(`${cell.test.code} ${ranks[cell.priority]}`)
      expect(cell).toMatchObject({ released: own?.released, inTime: own?.inTime })
      if (own) expectTimes(cell, own.lasted)
      expect(cell.targetMinutes).toBeLessThanOrEqual(cell.priority === 'high' ? 60 : 7 * 24 * 60)
    }
    const desks = served.staff.reduce((sum, one) => sum + one.deskMinutes, 0)
    expect(Math.abs(desks - plain.deskMinutes)).toBeLessThan(served.staff.length * 0.5 + 5)
    expect(Math.abs(served.chairs.booked - plain.chairMinutes)).toBeLessThan(2)
    if (plain.waits.shown > 0) {
      expect(served.waits.meanError).toBeCloseTo(plain.waits.error / 60 / plain.waits.shown, 1)
      expect(served.waits.bias).toBeCloseTo(plain.waits.bias / 60 / plain.waits.shown, 1)
    }
  }
}

/** Late changes of past days, as calls could make them, on random rows. */
const changes = [
  `update visit set status = 'no_show' where (site_id, id) in (select site_id, id from visit
     where status in ('completed', 'booked') and starts_at < $2 order by md5(id::text || $1) limit 3)`,
  `update visit set status = 'cancelled', priority = 'normal' where (site_id, id) in (select site_id, id from visit
     where status = 'no_show' order by md5(id::text || $1) limit 2)`,
  `update visit set starts_at = starts_at - interval '3 days', ends_at = ends_at - interval '3 days', chair = null,
     during = tstzrange(lower(during) - interval '3 days', upper(during) - interval '3 days')
   where (site_id, id) in (select site_id, id from visit where status = 'completed' order by md5(id::text || $1) limit 2)`,
  `update sample set status = 'rejected', rejected_at = collected_at + interval '20 minutes', rejected_by = collected_by,
     rejection_reason = 'Clotted' where (site_id, id) in (select site_id, id from sample where status = 'received'
     order by md5(id::text || $1) limit 2)`,
  `update sample set received_at = received_at + interval '9 minutes' where (site_id, id) in (select site_id, id
     from sample where received_at is not null order by md5(id::text || $1) limit 3)`,
  `update task set released_at = null, released_by = null, correction_reason = 'Typed wrongly' where (site_id, id) in
     (select site_id, id from task where released_at is not null order by md5(id::text || $1) limit 3)`,
  `update task set released_at = $2, released_by = completed_by, correction_reason = null where (site_id, id) in
     (select site_id, id from task where correction_reason is not null order by md5(id::text || $1) limit 2)`,
  `update result set flag = 'A' where (site_id, task_id) in (select k.site_id, k.id from task k
     where k.first_released_at is not null order by md5(k.id::text || $1) limit 4)`,
  `delete from result where (site_id, task_id) in (select k.site_id, k.id from task k
     where k.first_released_at is not null order by md5(k.id::text || $1) limit 2)`,
  `update ticket set called_at = called_at + interval '4 minutes' where (site_id, id) in (select site_id, id from ticket
     where called_at + interval '4 minutes' < ended_at order by md5(id::text || $1) limit 3)`,
  `insert into wait_told (site_id, ticket_id, told_at, class, ahead, median, shown_low, shown_high)
     select site_id, id, arrived_at, class, 1, 7, 5, 15 from ticket t where called_at is not null
       and not exists (select from wait_told w where w.site_id = t.site_id and w.ticket_id = t.id)
     order by md5(id::text || $1) limit 5`,
]

describe('the figures of a period', () => {
  it('figures are the same from rows, from sums, and after the time zone of a site has changed', async () => {
    await lab.pool.query('update roll_up_site set through = null, fence = null; delete from roll_up_mark')
    await expectPlain()
    await summed()
    const { rows } = await lab.pool.query("select count(*) as n from insight_sum where span = 'month'")
    expect(rows[0].n).toBeGreaterThan(50)
    await expectPlain()
    await expectPlain(sites.slice(1))
    await lab.pool.query("update site set time_zone = 'America/New_York' where id = $1", [sites[1]])
    await expectPlain()
    await summed()
    await expectPlain()
  }, 120_000)

  it('figures include late changes at once, and after two concurrent jobs have summed them', async () => {
    const random = stream(5, 'late changes')
    for (let round = 0; round < 4; round++) {
      for (const change of [...changes].sort(() => random() - 0.5)) {
        const late = change.includes('$2') ? [lab.clock.now()] : []
        await lab.superuser.query(change, [`round ${round}`, ...late])
      }
      expect(await marks()).toBeGreaterThan(0)
      await expectPlain()
      await Promise.all([rollUp(lab.context), rollUp(lab.context)])
      await summed()
      await expectPlain()
    }
  }, 120_000)

  it('figures include changes of a transaction that was open while the days were summed', async () => {
    lab.clock.set('2026-03-10T08:30:00Z')
    manager = await lab.makeStaff('admin')
    const client = await lab.pool.connect()
    try {
      await client.query('begin')
      await client.query(
        `update visit set status = 'no_show' where (site_id, id) in (select site_id, id from visit
         where status = 'booked' and starts_at < '2026-03-10' and starts_at >= '2026-03-09' limit 5)`,
      )
      await rollUp(lab.context)
      await client.query('commit')
    } finally {
      client.release()
    }
    await expectPlain()
    await summed()
    await expectPlain()
  }, 60_000)

  it('figures count a booking for a future day that was not marked as changed', async () => {
    const before = await marks()
    const patient = await lab.signUpPatient()
    const { bookingBody } = await import('./visits.ts')
    const answer = await lab.call('POST', '/api/labtest/book', {
      by: patient,
      body: { ...bookingBody, scheduledDate: '2026-03-19', scheduleTime: '07:15' },
    })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(await marks()).toBe(before)
    await expectPlain()
  })
})

describe('a query of figures', () => {
  const ask = (path: string, by: Person = manager) => lab.call('GET', `/api/insights${path}`, { by })
  const month = 'from=2026-02-01&to=2026-02-28'

  it('a query of figures returns the period before and the figures of each day', async () => {
    const { statusCode, body } = await ask(`?${month}`)
    expect(statusCode, body).toBe(200)
    const { current, previous, series } = JSON.parse(body)
    expect(previous).toMatchObject({ from: '2026-01-04', to: '2026-01-31', days: 28 })
    expect(series.unit).toBe('day')
    const sum = (of: string) => series.moments.reduce((total: number, one: never) => total + one[of], 0)
    expect(sum('visits')).toBe(current.visits.all)
    expect(sum('released')).toBe(current.turnaround.released)
    expect(sum('inTime')).toBe(current.turnaround.inTime)
    expect(sum('rejected')).toBe(current.rejections.rejected)
    const positives = series.positives.reduce(
      (total: number, one: { positive: number }) => total + one.positive,
      0,
    )
    expect(positives).toBe(current.findings.positive)
    expect(
      current.findings.byTest.filter((one: { tested: number }) => one.tested > 0).length,
    ).toBeGreaterThan(3)
    expect((await ask('?from=2025-11-01&to=2026-03-08')).json().series.unit).toBe('week')
  })

  it('a query of figures compares with the same days of the month, quarter or year before', async () => {
    for (const [query, compareWith, before] of [
      ['from=2026-03-01&to=2026-03-31', 'month', 'from=2026-02-01&to=2026-02-28'],
      ['from=2026-03-01&to=2026-03-08', 'month', 'from=2026-02-01&to=2026-02-08'],
      ['from=2026-04-01&to=2026-06-30', 'quarter', 'from=2026-01-01&to=2026-03-31'],
      ['from=2027-02-01&to=2027-03-09', 'year', 'from=2026-02-01&to=2026-03-09'],
    ]) {
      const served = (await ask(`?${query}&compareWith=${compareWith}`)).json()
      const plain = (await ask(`?${before}`)).json()
      expect(served.compareWith).toBe(compareWith)
      expect(served.previous).toEqual(plain.current)
      expect(served.previous.visits.all, query).toBeGreaterThan(0)
      expect(served.seriesBefore).toEqual(plain.series)
    }
  })

  it('a query of figures returns the days of the period before', async () => {
    const byWeek = 'from=2026-03-09&to=2026-08-31'
    for (const query of [month, `${month}&test=FBC`, byWeek]) {
      const { previous, seriesBefore } = (await ask(`?${query}`)).json()
      expect(previous.visits.all, query).toBeGreaterThan(0)
      const test = query.includes('test=') ? '&test=FBC' : ''
      const asked = (await ask(`?from=${previous.from}&to=${previous.to}${test}`)).json()
      expect(seriesBefore, query).toEqual(asked.series)
    }
    expect((await ask('?from=2020-02-01&to=2020-02-28')).json().seriesBefore).toBeNull()
  })

  it('figures match the lengths of the lists behind them', async () => {
    const { current } = (await ask(`?${month}`)).json()
    const all = async (path: string) => {
      const rows: { id: string }[] = []
      for (let cursor = ''; ; ) {
        const answer = await ask(`${path}&limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
        expect(answer.statusCode, answer.body).toBe(200)
        rows.push(...answer.json().rows)
        cursor = answer.json().nextCursor
        if (!cursor) return rows
      }
    }
    const tasks = await all(`/tasks?${month}`)
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(current.turnaround.released)
    expect(await all(`/tasks?${month}&late=true`)).toHaveLength(
      current.turnaround.released - current.turnaround.inTime,
    )
    expect(await all(`/tasks?${month}&found=positive`)).toHaveLength(current.findings.positive)
    const [first] = current.turnaround.cells
    const cell = `test=${encodeURIComponent(first.test.name)}&priority=${first.priority}`
    expect(await all(`/tasks?${month}&${cell}`)).toHaveLength(first.released)
    expect((await ask(`?${month}&${cell}`)).json().current.turnaround.released).toBe(first.released)
    expect(await all(`/rejections?${month}`)).toHaveLength(current.rejections.rejected)
    const [reason] = current.rejections.byReason
    expect(await all(`/rejections?${month}&reason=${encodeURIComponent(reason.reason)}`)).toHaveLength(
      reason.count,
    )
    expect(await all(`/waits?${month}`)).toHaveLength(current.waits.called)
    const who = current.staff[0].person.id
    expect((await all(`/tasks?${month}&person=${who}`)).length).toBeGreaterThan(0)
  })

  it('a query of figures for today returns the present state', async () => {
    const { statusCode, body } = await ask('/today')
    expect(statusCode, body).toBe(200)
    const today = JSON.parse(body)
    const { rows } = await lab.pool.query(
      `select (select count(*) from visit v join site s on s.id = v.site_id where v.status <> 'held'
           and (v.starts_at at time zone s.time_zone)::date = ($1 at time zone s.time_zone)::date) as visits,
         (select count(*) from task where withdrawn_at is null and released_at is null) as open`,
      [lab.clock.now()],
    )
    expect(today.visits.all).toBe(rows[0].visits)
    expect(today.visits.byState.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(
      rows[0].visits,
    )
    expect(today.tasks.open).toBe(rows[0].open)
  })

  it('an invalid query of figures is refused at its fields', async () => {
    const fields = async (query: string) => {
      const { statusCode, body } = await ask(`?${query}`)
      expect(statusCode, body).toBe(400)
      return JSON.parse(body).fields
    }
    expect(await fields('from=2026-02-02&to=2026-02-01')).toEqual({
      to: ['The last day is before the first'],
    })
    expect(await fields('from=2020-02-02&to=2026-02-01')).toEqual({
      to: ['A period is at most five years long'],
    })
    expect(await fields('from=2026-01-20&to=2026-03-01&compareWith=month')).toEqual({
      compareWith: ['The period is longer than what it is compared with'],
    })
    expect(await fields(`${month}&test=Astrology`)).toEqual({ test: ['There is no test “Astrology”'] })
    expect(await fields(`${month}&siteId=01900000-0000-7000-8000-0000000000ff`)).toEqual({
      siteId: ['There is no such site'],
    })
  })
})

describe('access to figures', () => {
  const month = 'from=2026-02-01&to=2026-02-28'
  const lists = ['tasks', 'rejections', 'waits', 'samples', 'served', 'booked']
  const paths = [`?${month}`, '/today', '/open', ...lists.map((list) => `/${list}?${month}`)]
  const status = async (path: string, by: Person) =>
    (await lab.call('GET', `/api/insights${path}`, { by })).statusCode

  it('figures are refused to patients and to technicians without the permission', async () => {
    const [patient, technician] = [await lab.signUpPatient(), await lab.makeStaff('technician')]
    for (const path of paths) {
      expect(await status(path, patient)).toBe(403)
      expect(await status(path, technician)).toBe(403)
    }
    await lab.pool.query("update account set permissions = '{insights}' where id = $1", [
      technician.accountId,
    ])
    for (const path of paths) expect(await status(path, technician)).toBe(200)
  })

  it('figures and lists are limited to the sites of a manager', async () => {
    const [here, there] = sites as [string, string]
    const own = await lab.makeStaff('admin')
    await lab.pool.query('insert into account_site (account_id, site_id) values ($1, $2)', [
      own.accountId,
      here,
    ])
    const get = async (path: string, by = own) =>
      (await lab.call('GET', `/api/insights${path}`, { by })).json()
    const served = await get(`?${month}`)
    expect(served.availableSites.map(({ id }: { id: string }) => id)).toEqual([here])
    const asked = await get(`?${month}&siteId=${here}`, manager)
    expect(served.current).toEqual(asked.current)
    expect((await get(`?${month}&siteId=${there}`, manager)).current.visits.all).toBeGreaterThan(0)
    expect((await get('/today')).sites).toHaveLength(1)
    const names = (await get(`/tasks?${month}&limit=200`)).rows.map(({ site }: { site: string }) => site)
    expect(new Set(names).size).toBe(1)
    for (const path of paths) {
      const asking = `${path}${path.includes('?') ? '&' : '?'}siteId=${there}`
      expect(await status(asking, own), asking).toBe(400)
    }
  })
})
