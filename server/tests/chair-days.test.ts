import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { checkChairDays, sayChairDays } from '#server/modules/booking/index.ts'
import { createLog } from '#server/platform/log.ts'
import { chairDaysAstray } from './chair-days.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

let lab: TestApp
let patients: Person[]
const metricsToken = 'a token for metrics'

beforeAll(async () => {
  lab = await openTestApp({ poolSize: 40, settings: { METRICS_TOKEN: metricsToken } })
  patients = await Promise.all(Array.from({ length: 12 }, () => lab.signUpPatient()))
  await lab.pool.query('update chair set active = false where number > 1')
})
afterAll(() => lab.close())

/** The time of the nth quarter of an hour from 07:00 on. */
const quarter = (n: number) =>
  `${String(7 + Math.floor(n / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][n % 4]}`
const at = (day: string, n: number) => ({
  ...bookingBody,
  testType: ['Full Blood Count'],
  scheduledDate: day,
  scheduleTime: quarter(n),
})
const book = (day: string, n: number) =>
  lab.call('POST', '/api/labtest/book', { by: patients[n % patients.length], body: at(day, n) })

/** One chair with every other quarter of the morning booked; returns the visits' ids. */
async function bookMorning(day: string): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => book(day, 2 * index)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(201))
  return answers.map((answer) => answer.json().appointment.id)
}

/** Waits until at least as many statements wait for a lock, and no further one has come for 300 ms. */
async function allWait(least: number): Promise<void> {
  let [waiting, looks] = [0, 0]
  while (looks < 15) {
    await sleep(20)
    const now = await waitingForLocks(lab)
    looks = now === waiting && now >= least ? looks + 1 : 0
    waiting = now
  }
}

/** Sends concurrent changes of one chair's day while another session locks its summary, until all of them wait. */
async function writeBehindLock(day: string, ids: string[]): Promise<void> {
  const holder = await lab.pool.connect()
  await holder.query('begin')
  await holder.query('select from chair_day where day = $1 for update', [day])
  // Concurrent bookings are batched into one statement; statements for the same time wait for each other.
  const bookings = [24, 26, 28, 30, 1, 1, 3].map((n) => book(day, n))
  const changes = [
    ...ids.slice(0, 4).map((id, n) =>
      lab.call('PUT', `/api/labtest/update-appointments/${id}`, {
        by: patients[(2 * n) % patients.length],
        body: at(day, 32 + n),
      }),
    ),
    ...ids.slice(4, 8).map((id, n) =>
      lab.call('DELETE', `/api/labtest/appointment/${id}/cancel`, {
        by: patients[(2 * (n + 4)) % patients.length],
      }),
    ),
  ]
  await allWait(changes.length + 1)
  await holder.query('commit')
  holder.release()
  const codes = (await Promise.all([...bookings, ...changes])).map(({ statusCode }) => statusCode)
  expect(codes.toSorted()).toEqual([...Array(8).fill(200), ...Array(6).fill(201), 409])
}

describe('the summary of a chair’s day', () => {
  it.for([
    ['agrees with its visits', '2026-03-16', 'select $1::date'],
    ['lacks minutes of its visits', '2026-03-17', "update chair_day set taken = '{}' where day = $1"],
    ['has excess minutes', '2026-03-18', "update chair_day set taken = '{[0,1440)}' where day = $1"],
  ] as const)('that %s agrees after concurrent changes of the day', async ([, day, plant]) => {
    const ids = await bookMorning(day)
    await lab.pool.query(plant, [day])
    await writeBehindLock(day, ids)
    expect(await chairDaysAstray(lab.pool)).toEqual([])
  })

  it('a missing summary of a chair’s day is re-created', async () => {
    const [first = ''] = await bookMorning('2026-03-19')
    await lab.superuser.query("delete from chair_day where day = '2026-03-19'")
    await lab.call('DELETE', `/api/labtest/appointment/${first}/cancel`, { by: patients[0] })
    expect(await chairDaysAstray(lab.pool)).toEqual([])
  })
})

describe('the comparison of all chairs’ days with the visits', () => {
  const planted = "update chair_day set taken = taken - '{[500,520)}' where day = '2026-03-20'"
  beforeAll(() => bookMorning('2026-03-20'))
  beforeEach(() => lab.pool.query(planted))

  function verify(...args: string[]): Promise<{ code: number; output: string }> {
    const { host, port, user } = inject('postgres')
    const url = `postgresql://${user}@localhost:${port}/${lab.database}?host=${encodeURIComponent(host)}`
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        ['server/src/verify-chairs.ts', ...args],
        {
          cwd: fileURLToPath(new URL('../..', import.meta.url)),
          env: { PATH: process.env.PATH, DATABASE_URL: url },
        },
        (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
      )
    })
  }
  const astrayMetric = async () => {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const { body } = await lab.call('GET', '/metrics', { headers })
    return /^phial_chair_days_astray (\d+)$/m.exec(body)?.[1]
  }

  it('the nightly check reports wrong chair days in the log and in the metrics', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line: string) => void lines.push(line) })
    await checkChairDays({ ...lab.context, log })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, astray: 1, first: [{ day: '2026-03-20', chair: 1 }] },
    ])
    expect(await astrayMetric()).toBe('1')
  })

  it('chairs:verify reports wrong chair days, exits with 1 and changes nothing', async () => {
    const before = await chairDaysAstray(lab.pool)
    const { code, output } = await verify()
    expect(output).toContain('2026-03-20, chair 1')
    expect(code).toBe(1)
    expect(await chairDaysAstray(lab.pool)).toEqual(before)
    expect(before).toHaveLength(1)
  })

  it('chairs:verify --repair recomputes wrong chair days and exits with 0', async () => {
    const { code, output } = await verify('--repair')
    expect(output).toContain('They were counted anew, and all days agree now.')
    expect(code).toBe(0)
    expect(await chairDaysAstray(lab.pool)).toEqual([])
    await checkChairDays(lab.context)
    expect(await astrayMetric()).toBe('0')
  })

  it('the check finds summaries without visits and visits without a summary, at any site and day', async () => {
    await lab.pool.query(
      `insert into chair_day (site_id, day, chair, taken) select id, '2031-01-01', 2, '{[60,75)}' from site`,
    )
    await lab.superuser.query("delete from chair_day where day = '2026-03-20'")
    const { lines } = await sayChairDays(lab.db, { repair: true })
    expect(lines.join('\n')).toContain('2031-01-01, chair 2: noted {[60,75)}, by its visits nothing')
    expect(lines.join('\n')).toContain('2026-03-20, chair 1: noted nothing')
    expect(await chairDaysAstray(lab.pool)).toEqual([])
    expect((await sayChairDays(lab.db, { repair: false })).holds).toBe(true)
  })
})
