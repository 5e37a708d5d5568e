import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { plannerDay } from '#contract/planner.ts'
import { handsOf } from '#server/modules/queue/planner/hands.ts'
import { days, minutes } from '#server/platform/clock.ts'
import { simulateDay } from '#simulation/laboratory/simulate-day.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite, queueOf } from './queue-day.ts'

type Day = ResponseOf<typeof plannerDay>

let lab: TestApp
let queue: ReturnType<typeof queueOf>
let mary: Person
let pat: Person
let quin: Person

beforeAll(async () => {
  lab = await openTestApp()
  queue = queueOf(lab)
  mary = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  pat = await lab.makeStaff('technician', { fullName: 'Pat Phlebotomist' })
})
afterAll(() => lab.close())

const ask = (day: string, by: Person | undefined = mary) =>
  lab.call('GET', `/api/queue/planner/day?day=${day}`, { by })

async function read(day: string): Promise<Day> {
  // Sessions expire when unused, and this clock jumps.
  const answer = await ask(day, await lab.makeStaff('admin'))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** Calls the next ticket to the desk and finishes its service after some minutes. */
async function serve(by: Person, desk: number, length: number) {
  const { id } = await queue.called(by, desk)
  expect((await queue.ticket(by, id, 'start')).statusCode).toBe(200)
  lab.clock.advance(minutes(length))
  expect((await queue.ticket(by, id, 'finish')).statusCode).toBe(200)
}

describe('a recorded day for planning', () => {
  it('only managers read a recorded day for planning', async () => {
    const patient = await lab.signUpPatient()
    expect((await ask('2026-03-09', patient)).statusCode).toBe(403)
    expect((await ask('2026-03-09', pat)).statusCode).toBe(403)
    expect((await lab.call('GET', '/api/queue/planner/day?day=2026-03-09')).statusCode).toBe(401)
  })

  it('planning refuses a future day and an unknown site', async () => {
    const tomorrow = await ask('2026-03-10')
    expect(tomorrow.statusCode).toBe(409)
    expect(tomorrow.json().message).toBe('This day is still to come. Choose today or a day before it.')
    const nowhere = await lab.call(
      'GET',
      '/api/queue/planner/day?day=2026-03-09&siteId=01900000-0000-7000-8000-0000000000ff',
      { by: mary },
    )
    expect(nowhere.statusCode).toBe(404)
  })

  it('planning falls back to a usual day, with the reason, if too little was recorded', async () => {
    const empty = await read('2026-03-08')
    expect(empty).toMatchObject({
      basis: 'usual',
      bench: 'usual',
      came: 0,
      why: 'Nobody was recorded in the queue on this day.',
      seen: { called: 0, meanWait: null },
      hours: { from: 420, until: 1140 },
    })
    const { summary } = simulateDay(empty.plan, 1)
    expect(summary.visits).toBeGreaterThan(60)
    expect(summary.visits).toBeLessThan(150)
  })

  it('a recorded day has every visit with its minute, class and time of service', async () => {
    for (let n = 0; n < 12; n++) {
      await queue.walkedIn(pat, n === 3 ? { urgent: true } : {})
      lab.clock.advance(minutes(1))
    }
    // At 08:42 twelve tickets wait.
    await queue.open(pat, 1)
    for (let n = 0; n < 6; n++) await serve(pat, 1, 5)
    quin = await lab.makeStaff('technician', { fullName: 'Quin Quick' })
    await queue.open(quin, 2)
    for (let n = 0; n < 4; n++) await serve(quin, 2, 5)
    await queue.desk(quin, 2, 'pause')
    const day = await read('2026-03-09')
    expect(day).toMatchObject({ basis: 'recorded', why: null, came: 12, day: '2026-03-09' })
    const [site] = day.plan.sites
    expect(site?.recorded).toHaveLength(12)
    expect(site?.recorded?.map(({ arrivedAt }) => arrivedAt)).toEqual(
      Array.from({ length: 12 }, (_, n) => 510 + n),
    )
    expect(site?.recorded?.filter((one) => one.class === 'stat')).toHaveLength(1)
    const known = site?.recorded?.flatMap(({ serviceMinutes }) => serviceMinutes ?? []) ?? []
    expect(known).toHaveLength(10)
    for (const length of known) expect(length).toBeCloseTo(5, 1)
    expect(day.seen.called).toBe(10)
    expect(site?.chairs).toBe(4)
  })

  it('a recorded day has the opening times of desks without the names of staff', async () => {
    const day = await read('2026-03-09')
    const desks = day.plan.staff.filter(({ skills }) => skills.includes('collect'))
    // 08:42 to closing time; 09:12 to the pause at 09:32.
    expect(desks.map(({ id, shifts }) => [id, shifts])).toEqual([
      ['Chair 1', [{ from: 522, until: 1140 }]],
      ['Chair 2', [{ from: 552, until: 572 }]],
    ])
    const text = JSON.stringify(day)
    for (const secret of ['Pat', 'Quin', 'Walker', pat.accountId, quin.accountId]) {
      expect(text).not.toContain(secret)
    }
  })

  it('a simulation of a recorded day gives the recorded waits', async () => {
    const day = await read('2026-03-09')
    const past = {
      ...day.plan,
      sites: day.plan.sites.map((site) => ({ ...site, booked: [], walkIns: [], stat: [] })),
    }
    const { summary } = simulateDay(past, 7)
    expect(summary.visits).toBe(12)
    expect(summary.endings.released).toBeGreaterThan(8)
    // Twelve people, first with one chair and then with two: the simulated waits match the recorded ones within minutes.
    expect(Math.abs(summary.waits.mean - (day.seen.meanWait ?? 0))).toBeLessThan(12)
  })

  it('planning learns task times from enough recorded tasks, separately for analysers and manual work', async () => {
    await lab.pool.query(
      `with numbered as (
         select visit_id, row_number() over (order by number) as n from ticket where site_id = $1 limit 12),
       made as (
         insert into sample (site_id, id, visit_id, accession, status, collection, specimen, tube, collected_at,
           collected_by, place, identified_by, prepared, received_at, received_by)
         select $1, ('01900000-0000-7000-8000-' || lpad(to_hex(8192 + 2 * n + k), 12, '0'))::uuid, visit_id,
           '26068' || lpad((2 * n + k)::text, 9, '0'), 'received', 'blood', 'blood', 'EDTA', $3::timestamptz, $2,
           'chair', '{name,date}', 'not needed', $3::timestamptz + interval '4 min', $2
         from numbered cross join generate_series(0, 1) k
         returning site_id, id, visit_id, accession)
       insert into task (site_id, id, visit_id, sample_id, test_code, panel_version, status, rank, due_at, created_at, claimed_by,
         started_at, completed_by, completed_at)
       select site_id, id, visit_id, id, case when right(accession, 1)::int % 2 = 0 then 'FBC' else 'ESR' end, 1,
         'completed', 1, $3, $3, $2, $3::timestamptz + interval '10 min', $2, $3::timestamptz + interval '34 min'
       from made`,
      [mainSite, pat.accountId, '2026-03-09T09:00:00Z'],
    )
    const day = await read('2026-03-09')
    expect(day.bench).toBe('recorded')
    const fbc = day.plan.tests.find(({ id }) => id === 'FBC')
    // Twenty-four tubes in one batch of twenty-four minutes: one minute of work each, the rest is machine time.
    expect(fbc?.hands.kind === 'empirical' && fbc.hands.values[0]).toBeCloseTo(1)
    expect(fbc?.analyser).toBe('FBC')
    expect(day.plan.analysers[0]).toMatchObject({ kind: 'FBC', run: { kind: 'constant', value: 23 } })
    expect(day.plan.staff.filter(({ skills }) => skills.includes('bench'))).toHaveLength(1)
    expect(day.plan.sites[0]?.courier).toMatchObject({ everyMinutes: 0 })
    expect(simulateDay(day.plan, 3).summary.endings.released).toBeGreaterThan(8)
  })

  it('planning expects no visits on a past day', async () => {
    const today = await read('2026-03-09')
    lab.clock.advance(days(1))
    const yesterday = await read('2026-03-09')
    expect(yesterday.expected).toBe(0)
    expect(yesterday.plan.sites[0]?.booked).toEqual([])
    expect(yesterday.came).toBe(today.came)
  })
})

describe('staff time', () => {
  it('the time of a person is divided evenly between concurrent tasks', () => {
    expect(handsOf([{ by: 'a', from: 0, until: 10 }])).toEqual([10])
    expect(
      handsOf([
        { by: 'a', from: 0, until: 10 },
        { by: 'a', from: 5, until: 15 },
        { by: 'b', from: 5, until: 8 },
      ]),
    ).toEqual([7.5, 7.5, 3])
    expect(handsOf([])).toEqual([])
  })
})
