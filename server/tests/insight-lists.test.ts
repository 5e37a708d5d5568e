import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Figures } from '#contract/insights.ts'
import type { Person, TestApp } from './harness.ts'
import { openSeededApp } from './seeded.ts'

/** Each figure has a list that is as long as the figure, or whose minutes add up to it. */

let lab: TestApp
let manager: Person
let now: Figures
const period = 'from=2026-02-20&to=2026-03-09'

beforeAll(async () => {
  ;({ lab, manager } = await openSeededApp({ visits: 500, days: 20, seed: 7 }))
  // The second site has other local days than the first.
  await lab.pool.query(
    `update site set time_zone = 'Asia/Kolkata' where id = (select id from site order by created_at desc, id desc limit 1)`,
  )
  const answer = await lab.call('GET', `/api/insights?${period}`, { by: manager })
  expect(answer.statusCode, answer.body).toBe(200)
  now = answer.json().current
}, 120_000)
afterAll(() => lab.close())

// biome-ignore lint/suspicious/noExplicitAny: rows of any list
type Row = any

async function all(list: string, query: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor = ''; ; ) {
    const path = `/api/insights/${list}?${query}&limit=50${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const answer = await lab.call('GET', path, { by: manager })
    expect(answer.statusCode, answer.body).toBe(200)
    const { rows: page, nextCursor } = answer.json()
    rows.push(...page)
    if (!nextCursor) return rows
    cursor = nextCursor
  }
}

const minutesOf = (rows: readonly Row[]) => rows.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0)

describe('the lists behind the figures', () => {
  it('the list behind a figure of a member of staff contains exactly the counted samples, tests and people', async () => {
    expect(now.staff.filter(({ collected }) => collected > 0).length).toBeGreaterThan(1)
    expect(now.staff.filter(({ served }) => served > 0).length).toBeGreaterThan(0)
    for (const { person, collected, completed, released, served } of now.staff) {
      const of = `${period}&person=${person.id}`
      expect(await all('samples', of)).toHaveLength(collected)
      const done = await all('tasks', `${of}&work=completed`)
      expect(done).toHaveLength(completed)
      for (const task of done) expect(task).toMatchObject({ completedBy: person.fullName })
      const out = await all('tasks', `${of}&work=released`)
      expect(out).toHaveLength(released)
      for (const task of out) expect(task).toMatchObject({ releasedBy: person.fullName })
      expect(await all('served', of)).toHaveLength(served)
    }
  }, 60_000)

  it('the list of collected samples has as many as are counted, also for one test', async () => {
    expect(await all('samples', period)).toHaveLength(now.rejections.collected)
    const [most] = now.rejections.byTest.toSorted((a, b) => b.collected - a.collected)
    expect(most?.collected).toBeGreaterThan(10)
    expect(await all('samples', `${period}&test=${most?.test.code}`)).toHaveLength(most?.collected ?? -1)
  })

  it('the minutes of the listed visits and tickets add up to the use of the chairs, also for one hour', async () => {
    expect(now.chairs.booked).toBeGreaterThan(500)
    expect(minutesOf(await all('booked', period))).toBeCloseTo(now.chairs.booked, 0)
    const served = minutesOf(await all('served', `${period}&chairs=true`))
    expect(Math.abs(served - now.chairs.served)).toBeLessThan(now.visits.all * 0.1)
    const hours = now.chairs.hours.toSorted((a, b) => b.booked - a.booked).slice(0, 4)
    for (const { weekday, hour, booked, served: inUse } of hours) {
      const of = `${period}&weekday=${weekday}&hour=${hour}`
      const rows = await all('booked', of)
      expect(rows.length).toBeGreaterThan(0)
      expect(minutesOf(rows)).toBeCloseTo(booked, 0)
      const there = await all('served', `${of}&chairs=true`)
      expect(Math.abs(minutesOf(there) - inUse)).toBeLessThan(0.5 + there.length * 0.1)
    }
  })

  it('the list of tests released in time contains every counted test', async () => {
    const { released, inTime } = now.turnaround
    expect(released - inTime).toBeGreaterThan(0)
    expect(await all('tasks', `${period}&late=false`)).toHaveLength(inTime)
    expect(await all('tasks', `${period}&late=true`)).toHaveLength(released - inTime)
  })

  it('the list of waits contains the waits of one class', async () => {
    await lab.pool.query(
      `insert into wait_told (site_id, ticket_id, told_at, class, ahead, median, shown_low, shown_high)
       select site_id, id, arrived_at, case when number % 3 = 0 then 'appointment' else 'walk-in' end, 1, 7, 5, 15
       from ticket t where called_at is not null
         and not exists (select from wait_told w where w.site_id = t.site_id and w.ticket_id = t.id)
       order by id limit 60`,
    )
    const { current } = (await lab.call('GET', `/api/insights?${period}`, { by: manager })).json() as {
      current: Figures
    }
    expect(current.waits.byClass.length).toBeGreaterThan(1)
    for (const one of current.waits.byClass) {
      expect(await all('waits', `${period}&class=${one.class}`)).toHaveLength(one.called)
    }
  })

  it('the list of open tests filters by site and by late tests', async () => {
    const count = async (where: string) =>
      (
        await lab.pool.query(
          `select count(*)::int as n from (
            select distinct on (k.site_id, k.visit_id, k.test_code) k.* from task k
              join visit v on v.site_id = k.site_id and v.id = k.visit_id
            where k.withdrawn_at is null or v.status in ('collected', 'in_progress')
            order by k.site_id, k.visit_id, k.test_code, k.withdrawn_at desc nulls first) latest
           where released_at is null ${where}`,
        )
      ).rows[0].n as number
    // As if some completed tests had just been collected.
    await lab.pool.query(
      `update task set status = 'pending', claimed_by = null, completed_at = null, completed_by = null,
         started_at = null, released_at = null, released_by = null, released_rule = null, first_released_at = null, due_at = $1::timestamptz + (rank - 1) * interval '1 hour'
       where (site_id, id) in (select site_id, id from task order by md5(id::text) limit 70)`,
      [lab.clock.now()],
    )
    const rows = await all('open', '')
    expect(rows.length).toBeGreaterThan(50)
    expect(rows).toHaveLength(await count(''))
    expect(rows.map(({ dueAt }) => dueAt)).toEqual(rows.map(({ dueAt }) => dueAt).sort())
    const sites = (await lab.pool.query('select id from site')).rows.map(({ id }) => id)
    for (const id of sites)
      expect(await all('open', `siteId=${id}`)).toHaveLength(await count(`and site_id = '${id}'`))
    const { tasks } = (await lab.call('GET', '/api/insights/today', { by: manager })).json()
    expect(await all('open', 'late=true')).toHaveLength(tasks.overdue)
    expect(await all('open', 'priority=high')).toHaveLength(tasks.urgentOpen)
  })
})
