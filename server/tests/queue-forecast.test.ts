import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Accuracy, Calibration } from '#contract/queue-accuracy.ts'
import { createSiteForecast } from '#server/modules/queue/forecast/forecast-waits.ts'
import { createForecastWorker } from '#server/modules/queue/forecast/forecast-worker.ts'
import { days, minutes } from '#server/platform/clock.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite, queueOf } from './queue-day.ts'
import { withSomebody } from './somebody.ts'

let lab: TestApp
let queue: ReturnType<typeof queueOf>
let pat: Person
let forecast: ReturnType<typeof createSiteForecast>
const worker = createForecastWorker()
const site = { id: mainSite, timeZone: 'Africa/Accra' }

beforeAll(async () => {
  lab = await openTestApp()
  queue = queueOf(lab)
  pat = await lab.makeStaff('technician', { fullName: 'Pat Phlebotomist' })
  forecast = createSiteForecast(lab.context, site, worker)
})
afterAll(async () => {
  await worker.close()
  await lab.close()
})

const waits = async () => (await queue.state(pat)).waiting.map(({ wait }) => wait)
const told = async () => (await lab.pool.query('select * from wait_told order by told_at, ticket_id')).rows
const accuracy = async () =>
  (await lab.call('GET', '/api/queue/accuracy')).json() as {
    overall: Accuracy
    days: (Accuracy & { day: string })[]
    enough: number
    calibration: Calibration[]
  }

async function callAndStart() {
  const { id } = await queue.called(pat, 1)
  expect((await queue.ticket(pat, id, 'start')).statusCode).toBe(200)
}

/** Calls the next ticket, starts its service and finishes it after some minutes. */
async function serve(length: number) {
  await callAndStart()
  lab.clock.advance(minutes(length))
  const ticket = (await queue.state(pat)).desks[0]?.ticket
  expect((await queue.ticket(pat, ticket?.id ?? '', 'finish')).statusCode).toBe(200)
}

describe('the wait', () => {
  it('the wait is unknown while no desk calls and nothing is learned', async () => {
    await queue.walkedIn(pat)
    await forecast.update()
    expect(await waits()).toEqual([{ kind: 'unknown' }])
    expect(await told()).toMatchObject([{ ahead: 0, shown_low: null, shown_high: null }])
  })

  it('once a desk calls and nothing is learned, a ticket is shown how long the head of the line has waited, and no forecast', async () => {
    await queue.open(pat, 1)
    lab.clock.advance(minutes(7))
    await forecast.update()
    expect(await waits()).toEqual([{ kind: 'head', minutes: 7 }])
  })

  it('the wait is a range in steps of five minutes once services are learned, longer further back', async () => {
    for (let served = 0; served < 40; served++) {
      await queue.walkedIn(pat)
      await serve(4 + (served % 5))
    }
    await callAndStart()
    for (let n = 0; n < 5; n++) await queue.walkedIn(pat)
    await forecast.update()
    const ranges = await waits()
    expect(ranges).toHaveLength(5)
    const edges = ranges.map((wait) => (wait.kind === 'range' ? [wait.low, wait.high] : []))
    for (const [low = -1, high = -1] of edges) {
      expect([low % 5, high % 5, high > low]).toEqual([0, 0, true])
    }
    expect(edges[4]?.[0]).toBeGreaterThan(edges[0]?.[0] ?? 99)
    // Five people at six minutes each, and the person being served.
    expect(edges[4]?.[0]).toBeLessThanOrEqual(30)
    expect(edges[4]?.[1]).toBeGreaterThanOrEqual(30)
  })

  it('the time to be back is before the earliest likely call', async () => {
    const last = (await waits())[4]
    if (last?.kind !== 'range') throw new Error('A range was expected')
    const away = (Date.parse(last.comeBackBy) - lab.clock.now().getTime()) / minutes(1)
    expect(away).toBe(last.low - 5)
  })

  it('only the first forecast of a ticket is stored, whatever the number of processes', async () => {
    const before = await told()
    lab.clock.advance(minutes(3))
    await forecast.update()
    await createSiteForecast(lab.context, site, worker).update()
    expect(await told()).toEqual(before)
  })

  it('the public answer with expected waits contains no person and no test', async () => {
    const answer = await lab.call('GET', '/api/queue/expected?day=2026-03-09')
    expect(answer.statusCode).toBe(200)
    expect(Object.keys(answer.json())).toEqual(['basis', 'times'])
    // This app has no forecaster, and the previous weeks are empty.
    expect(answer.json()).toEqual({ basis: 'unknown', times: [] })
    expect(forecast.expected().some(({ wait }) => wait.kind === 'range')).toBe(true)
  })
})

describe('the accuracy of forecasts', () => {
  it('the accuracy of forecasts compares shown ranges with actual waits by day', async () => {
    const five = (await queue.state(pat)).waiting
    for (const [index] of five.entries()) {
      lab.clock.advance(minutes(index === 4 ? 28 : 6))
      await callAndStart()
    }
    const rows = await told()
    const { overall, days: byDay, enough, calibration } = await accuracy()
    expect(overall.shown).toBe(5)
    expect(overall.called).toBe(rows.length)
    expect(overall.longer).toBeCloseTo(1 / 5)
    expect((overall.within ?? 0) + (overall.longer ?? 0)).toBeLessThanOrEqual(1)
    expect(overall.meanWidth).toBeGreaterThan(0)
    expect(byDay).toMatchObject([{ day: '2026-03-09', shown: 5 }])
    expect(enough).toBeGreaterThan(5)
    expect(calibration.map(({ promise, nominal }) => [promise, nominal])).toEqual([
      ['low', 0.1],
      ['middle', 0.5],
      ['range', 0.8],
      ['high', 0.9],
    ])
    const [low, middle, range, high] = calibration
    expect(range).toMatchObject({
      count: 5,
      held: Math.round((overall.within ?? 0) * 5),
      share: overall.within,
    })
    // Computed from the rows themselves.
    const { rows: waits } = await lab.pool.query(
      `select low, median, high, extract(epoch from called_at - told_at)::float8 / 60 as waited
       from wait_told w join ticket t on t.site_id = w.site_id and t.id = w.ticket_id where called_at is not null`,
    )
    for (const [point, column] of [
      [low, 'low'],
      [middle, 'median'],
      [high, 'high'],
    ] as const) {
      const promised = waits.filter((row) => row[column] > 0)
      expect(point?.count, column).toBe(promised.length)
      expect(point?.held, column).toBe(promised.filter((row) => row.waited <= row[column]).length)
    }
    expect(high?.held).toBeGreaterThan(0)
    expect(high?.held).toBeLessThan(high?.count ?? 0)
    expect(high?.least).toBeLessThan(high?.share ?? 0)
  })

  it('the accuracy of forecasts excludes skipped tickets', async () => {
    const one = await queue.walkedIn(pat)
    await forecast.update()
    const [{ called }] = [(await accuracy()).overall]
    await queue.called(pat, 1)
    await queue.ticket(pat, one.id, 'skip')
    lab.clock.advance(minutes(4))
    await callAndStart()
    expect((await accuracy()).overall.called).toBe(called)
  })

  it('the expected waits of another day are those of the same weekday, for hours with enough waits', async () => {
    await lab.pool.query(
      `${withSomebody}
      insert into visit (site_id, id, status, starts_at, ends_at, during, reference, full_name, age, gender, contact, email,
         priority, created_at, person_id)
       select $1, ('01900000-0000-7000-8000-' || lpad(to_hex(4096 + n), 12, '0'))::uuid, 'completed', at, at + interval '15 min',
         tstzrange(at, at + interval '15 min'), 'PAST' || n, 'Past', 40, 'female', '+233 20 000 0000', '', 'low', at,
         (select person_id from somebody)
       from (select n, timestamptz '2026-03-02 09:00Z' + n * interval '1 min' as at from generate_series(0, 24) n) past`,
      [mainSite],
    )
    await lab.pool.query(
      `insert into ticket (site_id, id, visit_id, day, number, code, class, urgent, appointment_at, tests, room, status,
         arrived_at, queued_at, skips, recalls, desk, staff_id, called_at, ended_at, end_seen, last_event)
       select site_id, id, id, '2026-03-02', 500 + row_number() over (), 'A-' || row_number() over (), 'appointment', false,
         starts_at, '{FBC}', 'collection', 'finished', starts_at, starts_at, 0, 0, 1, $1, starts_at + interval '12 min',
         starts_at + interval '18 min', true, 1
       from visit where reference like 'PAST%'`,
      [pat.accountId],
    )
    const monday = await lab.call('GET', '/api/queue/expected?day=2026-03-16')
    expect(monday.json()).toEqual({ basis: 'history', times: [{ from: '09:00', low: 10, high: 15 }] })
    const tuesday = await lab.call('GET', '/api/queue/expected?day=2026-03-17')
    expect(tuesday.json()).toEqual({ basis: 'unknown', times: [] })
  })

  it('the accuracy of forecasts on past days is cached for ten minutes', async () => {
    const before = await accuracy()
    lab.clock.advance(days(1))
    const after = await accuracy()
    expect(after.days).toEqual(before.days)
    expect(after.overall).toEqual(before.overall)
    // As if nobody had been told a wait. The trigger that keeps these rows for their legal time is off for this statement.
    await lab.superuser.query(`alter table wait_told disable trigger user`)
    const { rowCount } = await lab.superuser.query('delete from wait_told where shown_low is not null')
    await lab.superuser.query(`alter table wait_told enable trigger user`)
    expect(rowCount).toBeGreaterThan(0)
    expect((await accuracy()).overall).toEqual(before.overall)
    lab.clock.advance(minutes(10))
    expect((await accuracy()).overall.shown).toBe(0)
  })
})
