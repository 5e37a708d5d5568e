import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverOutbox } from '#server/modules/notifications/index.ts'
import { type Bench, benchOf, normalCount } from './bench-tasks.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'

let lab: TestApp
let bench: Bench
let manager: Person
let mother: Person
let entering: Person
beforeAll(async () => {
  lab = await openTestApp()
  bench = benchOf(lab)
  manager = await lab.makeStaff('admin')
  mother = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  entering = await bench.skilled('Kwame Enters')
  // White cells as they change in the first weeks; the limits are made up.
  await lab.superuser.query(
    `insert into interval_version (analyte_code, version, valid_from, ranges, source, verified)
     select 'WBC', max(version) + 1, '2026-03-01', $1, 'Made up for a test', false from interval_version
     where analyte_code = 'WBC'`,
    [
      JSON.stringify([
        { sex: 'any', ageMaxDays: 7, low: 9, high: 30, criticalHigh: 40 },
        { sex: 'any', ageMinDays: 7, ageMaxYears: 1, low: 6, high: 18, criticalHigh: 20 },
        { sex: 'any', ageMinYears: 1, low: 4, high: 10, criticalHigh: 30 },
      ]),
    ],
  )
})
afterAll(() => lab.close())

let babies = 0
/** A visit of a new person, with its tasks started. */
async function started(age: number, gender: 'female' | 'male' = 'female') {
  const fullName = `Baby ${++babies}`
  const work = await bench.started(mother, entering, ['Full Blood Count'], { fullName, age, gender })
  const history = await lab.call('GET', `/api/labtest/appointment/${work.visitId}/history`, { by: manager })
  return { ...work, personId: history.json().personId as string, fullName }
}
async function correct(id: string, changes: object) {
  const { fullName, sex, birth, version } = (
    await lab.call('GET', `/api/people/${id}`, { by: manager })
  ).json()
  const body = { fullName, sex, birth, version, confirmed: true, ...changes }
  const answer = await lab.call('PATCH', `/api/people/${id}`, { by: manager, body })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const born = (date: string, precision = 'day') => ({ birth: { date, precision } })
const enterWhiteCells = async (task: string, WBC: number, revision = 0) => {
  const answer = await bench.enter(task, { ...normalCount, WBC }, revision, entering)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
}
type FormRow = {
  code: string
  range: { text: string } | null
  entered: { flag: string; value: number } | null
}
async function whiteCells(task: string) {
  const form = await bench.form(task, entering)
  const row: FormRow = form.analytes.find(({ code }: FormRow) => code === 'WBC')
  return { text: row.range?.text, flag: row.entered?.flag, calls: form.callbacks.length, form }
}

describe('the interval of a newborn', () => {
  it('a newborn’s interval is not chosen while only the age in years is known, and the report says what is needed', async () => {
    const { task, visitId } = await started(0)
    expect((await whiteCells(task)).text).toBe('Interval not chosen: date of birth needed')
    await enterWhiteCells(task, 25)
    expect(await whiteCells(task)).toMatchObject({ flag: '', calls: 0 })
    await bench.complete(task, entering)
    const waiting = (await lab.call('GET', '/api/Labtask/release', { by: manager })).json()
    const toRelease = waiting.rows.find(({ id }: { id: string }) => id === task)
    expect(toRelease.results.find(({ name }: { name: string }) => name === 'WBC').birthNeeded).toBe(true)
    expect((await bench.release([task], manager)).statusCode).toBe(200)
    const { report } = (await bench.report(visitId, manager)).json()
    const results = report.tests[0].results as {
      code: string
      range: string
      flag: string
      birthNeeded: boolean
    }[]
    expect(results.find(({ code }) => code === 'WBC')).toMatchObject({
      range: '',
      flag: '',
      birthNeeded: true,
    })
    // Reports without open questions about the age do not change.
    expect(results.find(({ code }) => code === 'PLT')?.birthNeeded).toBe(false)
  })

  it('a newborn’s interval goes by the age in days on the day of the sample', async () => {
    for (const [date, text] of [
      ['2026-03-09', '9.0–30.0'],
      ['2026-03-03', '9.0–30.0'],
      ['2026-03-02', '6.0–18.0'],
      ['2025-03-10', '6.0–18.0'],
    ] as const) {
      const { task, personId } = await started(0)
      await correct(personId, born(date))
      expect((await whiteCells(task)).text, date).toBe(text)
    }
    const { task, personId } = await started(1)
    await correct(personId, born('2025-03-09'))
    expect((await whiteCells(task)).text).toBe('4.0–10.0')
    await correct(personId, born('2026-02-01', 'month'))
    expect((await whiteCells(task)).text).toBe('6.0–18.0')
  })
})

describe('a correction of a person', () => {
  it('correcting a person re-evaluates unreleased results, and opens callbacks for critical values', async () => {
    const { task, personId } = await started(0)
    await enterWhiteCells(task, 25)
    const first = await correct(personId, born('2026-03-05'))
    expect(first).toEqual({ message: `Baby ${babies} is saved. 1 test was judged again.`, otherwise: [] })
    expect(await whiteCells(task)).toMatchObject({ flag: '', text: '9.0–30.0', calls: 0 })
    await correct(personId, born('2025-12-24'))
    const now = await whiteCells(task)
    expect(now).toMatchObject({ flag: 'HH', text: '6.0–18.0', calls: 1 })
    expect(now.form.enteredBy).toBe('Kwame Enters')
    // A caller who read the earlier values can neither save over them nor release them.
    const stale = await bench.enter(task, { ...normalCount, WBC: 5 }, 1, entering)
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'changed_meanwhile'])
    await correct(personId, born('2026-03-05'))
    expect(await whiteCells(task)).toMatchObject({ flag: '', calls: 0 })
    const { rows } = await lab.pool.query(
      `select count(*)::int as n from audit where action = 'result.judged_again' and subject_id = $1`,
      [task],
    )
    expect(rows).toEqual([{ n: 3 }])
  })

  it('correcting a person keeps released results, and tells staff which flags would be different', async () => {
    const { task, personId, visitId } = await started(0)
    await correct(personId, born('2026-03-05'))
    await enterWhiteCells(task, 25)
    await bench.complete(task, entering)
    await bench.release([task], manager)
    const before = (await bench.report(visitId, manager)).body
    const { otherwise } = await correct(personId, born('2025-12-24'))
    expect(otherwise).toEqual([
      expect.objectContaining({ visitId, test: 'Full Blood Count', value: 25, flag: '', flagNow: 'HH' }),
    ])
    expect((await bench.report(visitId, manager)).body).toBe(before)
    expect((await correct(personId, { fullName: 'Baby Named' })).otherwise).toEqual([])
  })

  it('a corrected sex changes intervals and calculated values', async () => {
    const { task, personId } = await started(34)
    await enterWhiteCells(task, 6)
    const haemoglobin = async () =>
      (await bench.form(task, entering)).analytes.find(({ code }: FormRow) => code === 'HGB').entered.flag
    expect(await haemoglobin()).toBe('')
    await correct(personId, { sex: 'male' })
    expect(await haemoglobin()).toBe('L')
  })

  it('correcting a person waits for a concurrent save of results, and re-evaluates them', async () => {
    for (let round = 0; round < 10; round++) {
      const { task, personId } = await started(0)
      await correct(personId, born('2026-03-05'))
      await Promise.all([enterWhiteCells(task, 25), correct(personId, born('2025-12-24'))])
      expect(await whiteCells(task)).toMatchObject({ flag: 'HH', calls: 1 })
    }
  })
})

describe('released results whose flags would be different', () => {
  it('staff who may correct a report are notified of released results whose flags would be different, once for each correction, without health data', async () => {
    const may = (fullName: string, permissions: string[]) =>
      bench.skilled(fullName).then(async (person) => {
        await lab.pool.query('update account set permissions = $2 where id = $1', [
          person.accountId,
          permissions,
        ])
        return person
      })
    const [releases, also, cannot, elsewhere] = [
      await may('Rita Releases', ['release']),
      await may('Aba Also', ['release', 'patients']),
      await may('Nobody Asked', ['patients']),
      await may('Else Where', ['release']),
    ]
    const added = await lab.call('POST', '/api/settings/sites', {
      by: manager,
      body: { name: 'Tema', timeZone: 'Africa/Accra', chairs: 1 },
    })
    await lab.pool.query('insert into account_site values ($1, $2)', [elsewhere.accountId, added.json().id])
    const { task, personId, visitId } = await started(0)
    await correct(personId, born('2026-03-05'))
    await enterWhiteCells(task, 25)
    await bench.complete(task, entering)
    await bench.release([task], manager)
    const noticesOf = async (by: Person) => {
      await deliverOutbox(lab.context)
      const { rows: notices } = (await lab.call('GET', '/api/notifications', { by })).json()
      return notices
        .filter(({ title }: { title: string }) => title.includes('A record was corrected'))
        .map(({ link, about }: { link: string; about: string }) => [link, about])
    }
    const before = (await noticesOf(manager)).length
    await correct(personId, born('2025-12-24'))
    await correct(personId, { fullName: 'Baby Noticed' })
    const { number } = (await lab.call('GET', `/api/people/${personId}`, { by: manager })).json()
    const notice = [`/manager-dashboard/people/${personId}`, number]
    expect((await noticesOf(manager)).slice(0, -before || undefined)).toEqual([notice])
    expect(await noticesOf(also)).toEqual([notice])
    expect(await noticesOf(releases)).toEqual([[`/reports/${visitId}`, number]])
    for (const by of [cannot, elsewhere]) expect(await noticesOf(by)).toEqual([])
    const { rows } = await lab.pool.query(
      `select distinct subject, body from outbox where kind = 'released_otherwise' and recipient = $1`,
      [also.email],
    )
    expect(rows).toHaveLength(1)
    for (const secret of ['Baby Noticed', number, 'Full Blood Count', 'WBC', '25 ']) {
      expect(`${rows[0].subject} ${rows[0].body}`).not.toContain(secret)
    }
  })
})

describe('a date of birth stated in a booking or a walk-in', () => {
  it.each(['/api/labtest/book', '/api/queue/walk-in'])(
    'a date of birth stated at %s re-evaluates results',
    async (path) => {
      const { task, personId, fullName } = await started(0)
      await enterWhiteCells(task, 25)
      expect(await whiteCells(task)).toMatchObject({ flag: '', calls: 0 })
      const { number } = (await lab.call('GET', `/api/people/${personId}`, { by: manager })).json()
      const answer = await lab.call('POST', path, {
        by: manager,
        body: {
          patientDetails: { fullName, age: 0, gender: 'female', contact: '+233 24 123 4567' },
          personNumber: number,
          bornOn: '2025-12-24',
          testType: ['Full Blood Count'],
          ...(path.endsWith('book') && { scheduledDate: '2026-03-19', scheduleTime: '15:00' }),
        },
      })
      expect(answer.statusCode, answer.body).toBe(201)
      expect(await whiteCells(task)).toMatchObject({ flag: 'HH', text: '6.0–18.0', calls: 1 })
      const { rows } = await lab.pool.query(
        "select before, after from audit where action = 'person.changed' and subject_id = $1",
        [personId],
      )
      expect(rows).toMatchObject([
        { before: { birth: { precision: 'estimated' } }, after: { birth: { date: '2025-12-24' } } },
      ])
    },
  )
})

describe('a join of two records', () => {
  it('joining records re-evaluates unreleased results by the date of birth of the surviving record, until it is undone', async () => {
    const { task, personId, fullName } = await started(0)
    await enterWhiteCells(task, 25)
    expect(await whiteCells(task)).toMatchObject({
      text: 'Interval not chosen: date of birth needed',
      flag: '',
    })
    const known = await lab.call('POST', '/api/people', {
      by: manager,
      body: {
        fullName,
        sex: 'female',
        birth: { date: '2026-03-05', precision: 'day' },
        different: [personId],
      },
    })
    expect(known.statusCode, known.body).toBe(201)
    const versions = { kept: 1, other: 1 }
    const joined = await lab.call('POST', `/api/people/${known.json().id}/join`, {
      by: manager,
      body: { other: personId, reason: 'The mother brought the birth card', versions },
    })
    expect(joined.statusCode, joined.body).toBe(200)
    expect(await whiteCells(task)).toMatchObject({ text: '9.0–30.0', flag: '' })
    const parted = await lab.call('POST', `/api/people/joins/${joined.json().joinId}/undo`, {
      by: manager,
      body: { reason: 'Another child' },
    })
    expect(parted.statusCode, parted.body).toBe(200)
    expect((await whiteCells(task)).text).toBe('Interval not chosen: date of birth needed')
  })
})
