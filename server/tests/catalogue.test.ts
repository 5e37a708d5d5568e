import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/catalogue.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { roles } from '#contract/options.ts'
import { addInterval } from '#server/modules/catalogue/add-interval.ts'
import { readAnalyte } from '#server/modules/catalogue/read-catalogue.ts'
import { analyteOf, type Bench, benchOf, normalCount, openBench } from './bench-tasks.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let kwame: Person
let esi: Person
let clinician: Person

beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  kwame = await lab.makeStaff('admin', { fullName: 'Kwame Director' })
  esi = await lab.makeStaff('admin', { fullName: 'Esi Manager' })
  clinician = await lab.makeClinician()
})
afterAll(() => lab.close())

const encoded = encodeURIComponent
const analyte = async (code: string, by = kwame) =>
  (await lab.call('GET', `/api/catalogue/analytes/${encoded(code)}`, { by })).json()
const test = async (code: string) =>
  (await lab.call('GET', `/api/catalogue/tests/${code}`, { by: kwame })).json()

/** The current bands of an analyte. */
async function latest(code: string) {
  const [version] = (await analyte(code)).intervals
  const { ranges, normalOptions, criticalOptions, source } = version
  return {
    follows: version.version,
    ranges,
    normalOptions,
    criticalOptions,
    source,
    reason: 'Own study of 2025',
  }
}
type Body = Awaited<ReturnType<typeof latest>> & { validFrom?: string }
const enterInterval = (code: string, body: object, by = kwame) =>
  lab.call('POST', `/api/catalogue/analytes/${encoded(code)}/intervals`, { by, body })
const confirm = (intervals: object[], by = kwame, note?: string) =>
  lab.call('POST', '/api/catalogue/confirm', { by, body: { intervals, ...(note && { note }) } })
const versionsOf = async (code: string) =>
  (await lab.pool.query('select * from interval_version where analyte_code = $1 order by version', [code]))
    .rows

/** Changes the lower limit for women only. */
async function lowerForWomen(code: string, low: number): Promise<Body> {
  const body = await latest(code)
  return {
    ...body,
    ranges: body.ranges.map((band: { sex: string }) => (band.sex === 'female' ? { ...band, low } : band)),
  }
}

async function changeTest(code: string, change: object, by = kwame) {
  const before = await test(code)
  const { version: follows } = before
  const fields = Object.fromEntries(
    [
      'name',
      'label',
      'about',
      'specimen',
      'collection',
      'preparation',
      'fasting',
      'turnaroundHours',
      'tube',
      'instructions',
      'equipment',
      'expectedMinutes',
      'stableHours',
      'stableColdHours',
      'specialty',
      'bookable',
    ].map((field) => [field, before[field]]),
  )
  return lab.call('PUT', `/api/catalogue/tests/${code}`, {
    by,
    body: { follows, reason: 'New method', ...fields, ...change },
  })
}

/** The body of a change of an analyte that changes nothing. */
async function fieldsOfAnalyte(code: string) {
  const { version: follows, name, unit, decimals, lowest, highest, options, loinc } = await analyte(code)
  const { code: loincCode = null, given: loincProperty = null } = loinc ?? {}
  return { follows, name, unit, decimals, lowest, highest, options, loinc: loincCode, loincProperty }
}

async function changeAnalyte(code: string, change: object, by = kwame) {
  return lab.call('PUT', `/api/catalogue/analytes/${encoded(code)}`, {
    by,
    body: { ...(await fieldsOfAnalyte(code)), reason: 'New analyser', ...change },
  })
}

const endpoints = Object.values(contract).filter(
  (one): one is typeof one & Endpoint => typeof one === 'object' && 'access' in one,
)

describe('access to the catalogue calls', () => {
  const cases = endpoints.flatMap((one: Endpoint) =>
    [...roles, null].map((role) => ({ one, role, path: one.path.replace(':code', 'HGB') })),
  )

  it('the access of every call of the catalogue is tested', () => {
    expect(endpoints).toHaveLength(13)
    expect(cases).toHaveLength(65)
  })

  it.each(cases)('$one.method $path by $role', async ({ one, role, path }) => {
    const person = { user: ama, technician: hana, admin: kwame, clinician }[role ?? 'user']
    const changes = one.method !== 'GET' || path.endsWith('preview')
    const mayCall = role === 'admin' || (role === 'technician' && !changes)
    const answer = await lab.call(one.method, path, {
      ...(role && { by: person }),
      ...(changes && { body: {} }),
    })
    // An admitted caller gets the refusal of an empty body.
    const expected = role === null ? [401] : mayCall ? (changes ? [400] : [200, 404]) : [403]
    expect(expected, answer.body).toContain(answer.statusCode)
  })
})

describe('the catalogue', () => {
  it('the catalogue lists all tests with their panels, and the state of each interval', async () => {
    const { tests, analytes } = (await lab.call('GET', '/api/catalogue', { by: hana })).json()
    // The published tests and the cultures.
    expect(tests).toHaveLength(26)
    expect(tests[0]).toMatchObject({ code: 'FBC', bookable: true })
    expect(tests[0].analytes).toHaveLength(18)
    const stateOf = (code: string) =>
      analytes.find((one: { code: string }) => one.code === code).interval.state
    expect([stateOf('HGB'), stateOf('TSH'), stateOf('ABO-GROUP')]).toEqual([
      'confirmed',
      'to_be_confirmed',
      'none',
    ])
  })

  it('the catalogue shows the property of an analyte’s LOINC code and its tests', async () => {
    expect(await analyte('CREATININE', hana)).toMatchObject({
      loinc: { code: '14682-9', property: 'amount of substance per volume (SCnc)' },
      tests: [{ code: 'KFT' }, { code: 'BUE' }],
      hasResults: false,
      intervals: [{ version: 1, inForce: true, enteredBy: null, state: 'confirmed' }],
    })
    expect((await analyte('NEUT%')).loinc.property).toBe('share by number (NFr)')
    expect((await lab.call('GET', '/api/catalogue/analytes/XYZ', { by: hana })).statusCode).toBe(404)
  })
})

describe('a version of an interval', () => {
  it('a new version of an interval keeps the version before', async () => {
    const before = await versionsOf('RBC')
    const answer = await enterInterval('RBC', await lowerForWomen('RBC', 3.7))
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json().analyte.intervals).toMatchObject([
      {
        version: 2,
        inForce: true,
        state: 'to_be_confirmed',
        enteredBy: 'Kwame Director',
        enteredAt: new Date(mondayMorning).toISOString(),
        validFrom: new Date(mondayMorning).toISOString(),
        reason: 'Own study of 2025',
      },
      { version: 1, inForce: false, state: 'confirmed' },
    ])
    const after = await versionsOf('RBC')
    expect(after.slice(0, 1)).toEqual(before)
    expect(after[1].ranges.map((band: { low: number }) => band.low)).toEqual([3.9, 4, 4, 4.5, 3.7])
  })

  it('a version of an interval is never changed or deleted', async () => {
    for (const statement of [
      "update interval_version set source = 'x' where analyte_code = 'RBC'",
      "delete from interval_version where analyte_code = 'RBC'",
      'truncate interval_version cascade',
    ]) {
      await expect(lab.superuser.query(statement), statement).rejects.toThrow('never changed or removed')
    }
    await expect(
      lab.pool.query(
        `insert into interval_version (analyte_code, version, valid_from, ranges, source, verified, entered_by, entered_at, reason)
         values ('RBC', 3, '2026-03-01', '[]', 'x', false, $1, '2026-03-09', 'Backdated')`,
        [kwame.accountId],
      ),
    ).rejects.toThrow('interval_version_not_backdated')
  })

  it('a version of an interval applies from midnight of its first day', async () => {
    const yesterday = await enterInterval('MCV', { ...(await latest('MCV')), validFrom: '2026-03-08' })
    expect(yesterday.json().fields).toEqual({
      validFrom: ['It cannot begin in the past: results were judged by another'],
    })
    const planned = await enterInterval('MCV', { ...(await latest('MCV')), validFrom: '2026-03-10' })
    expect(planned.json().analyte.intervals).toMatchObject([
      { version: 2, inForce: false, validFrom: '2026-03-10T00:00:00.000Z' },
      { version: 1, inForce: true },
    ])
    const inForce = async () =>
      (await readAnalyte(lab.context, 'MCV')).intervals.find((one) => one.inForce)?.version
    lab.clock.set('2026-03-09T23:59:59Z')
    expect(await inForce()).toBe(1)
    lab.clock.set('2026-03-10T00:00:00Z')
    expect(await inForce()).toBe(2)
    lab.clock.set(mondayMorning)
  })

  it('a version of an interval without a first day applies from its entry on', async () => {
    const { context } = lab
    let asked = 0
    const clock = { now: () => new Date(Date.parse(mondayMorning) + asked++) }
    const actor = {
      ...kwame,
      role: 'admin' as const,
      permissions: [],
      sites: null,
      sessionHash: Buffer.alloc(32),
    }
    await addInterval({ ...context, clock, actor }, 'MCHC', await latest('MCHC'))
    const { rows } = await lab.pool.query(
      "select valid_from = entered_at as at_once from interval_version where analyte_code = 'MCHC' and version = 2",
    )
    expect(rows).toEqual([{ at_once: true }])
  })

  it('a version of an interval that does not apply yet is replaced', async () => {
    await enterInterval('MCH', { ...(await latest('MCH')), validFrom: '2026-03-20', source: 'Planned' })
    await enterInterval('MCH', { ...(await latest('MCH')), source: 'Sooner' })
    lab.clock.set('2026-03-21T08:00:00Z')
    expect((await readAnalyte(lab.context, 'MCH')).intervals).toMatchObject([
      { version: 3, inForce: true, source: 'Sooner' },
      { version: 2, inForce: false, source: 'Planned' },
      { version: 1, inForce: false },
    ])
    lab.clock.set(mondayMorning)
  })

  it('an invalid interval is refused at its field', async () => {
    const body = await latest('HGB')
    const changed = (index: number, change: object) => ({
      ...body,
      ranges: body.ranges.map((band: object, at: number) => (at === index ? { ...band, ...change } : band)),
    })
    const refusals: [object, string, string][] = [
      [changed(3, { ageMinYears: 13 }), 'ranges.3.ageMinYears', 'No band for men from 12 to 13 years'],
      [changed(2, { ageMaxYears: 14 }), 'ranges.3.ageMinYears', 'Two bands for men from 12 to 14 years'],
      [changed(4, { low: 15 }), 'ranges.4.high', 'High must be above low'],
      [changed(4, { low: 12.05 }), 'ranges.4.low', 'reported with 1 decimal'],
      [changed(4, { criticalLow: 12.5 }), 'ranges.4.criticalLow', 'outside the normal range'],
      [changed(4, { criticalHigh: 31 }), 'ranges.4.criticalHigh', 'Only 0 to 30 is possible'],
      [changed(4, { low: '12' }), 'ranges.4.low', 'Low must be a number'],
      [changed(4, { sex: 'other' }), 'ranges.4.sex', 'any, male or female'],
      [{ ...body, normalOptions: ['Normal'] }, 'normalOptions', 'it has limits'],
      [{ ...body, reason: ' ' }, 'reason', 'Reason is required'],
      [{ ...body, source: '' }, 'source', 'Source is required'],
      [{ ...body, verified: true }, 'verified', 'not known'],
      [{ ...body, validFrom: '2026-02-30' }, 'validFrom', 'does not exist'],
      [{ ...body, validFrom: '2028-01-01' }, 'validFrom', 'within a year'],
    ]
    for (const [wrong, field, message] of refusals) {
      const answer = await enterInterval('HGB', wrong)
      expect([answer.statusCode, answer.json().code], answer.body).toEqual([400, 'invalid_input'])
      expect(answer.json().fields[field]?.join(' '), JSON.stringify(answer.json().fields)).toContain(message)
    }
    expect(await versionsOf('HGB')).toHaveLength(1)
  })

  it('normal answers must be answers of the analyte', async () => {
    const body = { ...(await latest('URE-NITRITE')), source: 'Leaflet of the strip' }
    const wrong = await enterInterval('URE-NITRITE', { ...body, normalOptions: ['Maybe'] })
    expect(Object.keys(wrong.json().fields)).toEqual(['normalOptions'])
    const right = await enterInterval('URE-NITRITE', { ...body, criticalOptions: ['Positive'] })
    expect(right.json().analyte.intervals[0]).toMatchObject({
      normalOptions: ['Negative'],
      criticalOptions: ['Positive'],
    })
  })
})

describe('two managers at once', () => {
  it('of two concurrent versions of an interval the second is refused', async () => {
    const body = await lowerForWomen('HCT', 35)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => enterInterval('HCT', body, at % 2 === 0 ? kwame : esi)),
    )
    expect(answers.map((one) => one.statusCode).sort()).toEqual([201, ...Array(7).fill(409)])
    const lost = answers.find((one) => one.statusCode === 409)
    expect(lost?.json()).toMatchObject({ code: 'changed_meanwhile' })
    expect(lost?.json().message).toContain('HCT was changed by somebody else meanwhile')
    expect(await versionsOf('HCT')).toHaveLength(2)
    const audits = await lab.db
      .selectFrom('audit')
      .select('action')
      .where('subjectKind', '=', 'interval')
      .where('subjectId', '=', 'HCT')
      .execute()
    expect(audits).toEqual([{ action: 'interval.entered' }])
  })

  it('confirming an interval that was changed meanwhile is refused', async () => {
    const seen = await latest('PLT')
    await enterInterval('PLT', { ...seen, source: 'Changed meanwhile' }, esi)
    const answer = await confirm([{ analyte: 'PLT', follows: seen.follows }])
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'changed_meanwhile'])
    expect((await analyte('PLT')).intervals[0]).toMatchObject({ state: 'to_be_confirmed' })
  })

  it('of two concurrent changes of a test the second is refused', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        changeTest('SRE', { turnaroundHours: at + 3 }, at % 2 === 0 ? kwame : esi),
      ),
    )
    expect(answers.filter((one) => one.statusCode === 200)).toHaveLength(1)
    expect(answers.filter((one) => one.json().code === 'changed_meanwhile')).toHaveLength(5)
    expect((await test('SRE')).version).toBe(2)
  })

  it('of two tests that take the same name concurrently the second is refused', async () => {
    const answers = await Promise.all([
      changeTest('TYPH', { name: 'Fever Panel' }, kwame),
      changeTest('VDRL', { name: 'Fever panel' }, esi),
    ])
    expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 400])
    expect(answers.find((one) => one.statusCode === 400)?.json().fields.name[0]).toContain(
      'Another test is booked as “Fever',
    )
  })
})

describe('confirming', () => {
  it('confirming an interval adds a version with the same limits and the name of the manager', async () => {
    const before = (await versionsOf('TSH'))[0]
    const answer = await confirm(
      [{ analyte: 'TSH', follows: 1 }],
      kwame,
      'Checked against our own 120 donors',
    )
    expect(answer.json()).toEqual({ message: 'Interval confirmed.' })
    const [now, textbook] = (await analyte('TSH')).intervals
    expect(now).toMatchObject({
      version: 2,
      state: 'confirmed',
      confirmedBy: 'Kwame Director',
      reason: 'Checked against our own 120 donors',
      inForce: true,
    })
    expect(now.ranges).toEqual(textbook.ranges)
    expect(textbook).toMatchObject({ version: 1, state: 'to_be_confirmed', confirmedBy: null })
    expect((await versionsOf('TSH'))[0]).toEqual(before)
    const again = await confirm([{ analyte: 'TSH', follows: 2 }], esi)
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'Kwame Director has confirmed the interval of TSH already.',
    ])
  })

  it('confirming several intervals is all or nothing', async () => {
    const asked = [
      { analyte: 'ALT', follows: 1 },
      { analyte: 'AST', follows: 1 },
    ]
    const none = await confirm([...asked, { analyte: 'ABO-GROUP', follows: 1 }])
    expect([none.statusCode, none.json().message]).toEqual([409, 'ABO group has no interval to confirm.'])
    expect(await versionsOf('ALT')).toHaveLength(1)
    expect((await confirm([...asked, { analyte: 'XYZ', follows: 1 }])).statusCode).toBe(404)
    expect((await confirm([...asked, { analyte: 'ALT', follows: 1 }])).statusCode).toBe(400)
    expect((await confirm(asked)).json().message).toBe('2 intervals confirmed.')
    expect((await analyte('AST')).intervals[0]).toMatchObject({ version: 2, state: 'confirmed' })
  })

  it('a coming interval is confirmed from its first day on', async () => {
    await enterInterval('GGT', { ...(await latest('GGT')), validFrom: '2026-03-15' })
    await confirm([{ analyte: 'GGT', follows: 2 }])
    expect((await analyte('GGT')).intervals).toMatchObject([
      { version: 3, state: 'confirmed', inForce: false, validFrom: '2026-03-15T00:00:00.000Z' },
      { version: 2, inForce: false },
      { version: 1, inForce: true },
    ])
  })

  it('“to be confirmed” disappears from the result form after the confirmation', async () => {
    const { task } = await bench.started(ama, hana, ['Blood Sugar'])
    const range = async () => analyteOf(await bench.form(task, hana), 'FASTING-BLOOD-GLUCOSE')
    expect(await range()).toMatchObject({ range: { verified: false } })
    await confirm([{ analyte: 'FASTING-BLOOD-GLUCOSE', follows: 1 }])
    expect(await range()).toMatchObject({ range: { verified: true } })
  })
})

describe('a report', () => {
  const count = { ...normalCount, HGB: 11.5 }
  const printed = async (visitId: string, code: string) =>
    (await bench.report(visitId, ama))
      .json()
      .report.tests[0].results.find((one: { code: string }) => one.code === code)

  it('a released report keeps its limits and names after changes of the catalogue', async () => {
    const { visitId, task } = await bench.started(ama, hana)
    await bench.enter(task, count, 0, hana)
    await bench.complete(task, hana)
    expect((await bench.release([task], rita)).statusCode).toBe(200)
    const before = (await bench.report(visitId, ama)).json()
    const pdf = (await lab.pool.query('select pdf from report where visit_id = $1', [visitId])).rows[0].pdf
    expect(await printed(visitId, 'HGB')).toMatchObject({ range: '12.0–15.0', flag: 'L', name: 'HGB' })

    await enterInterval('HGB', await lowerForWomen('HGB', 11))
    await confirm([{ analyte: 'HGB', follows: 2 }])
    await changeAnalyte('HGB', { name: 'Haemoglobin' })
    await changeTest('FBC', { name: 'Complete Blood Count' })

    expect((await bench.report(visitId, ama)).json()).toEqual(before)
    const after = (await lab.pool.query('select pdf from report where visit_id = $1', [visitId])).rows[0].pdf
    expect(after.equals(pdf)).toBe(true)

    // A correction still finds the value it corrects, although test and analyte are renamed.
    await bench.correct(task, 'Two tubes were confused', rita)
    await bench.enter(task, { ...count, HGB: 10.9 }, 1, hana)
    await bench.release([task], rita)
    expect(await printed(visitId, 'HGB')).toMatchObject({ value: '10.9', before: '11.5', range: '11.0–15.0' })

    const next = await bench.started(ama, hana, ['Full Blood Count'])
    const nextTask = next.tasks.get('Complete Blood Count') ?? ''
    await bench.enter(nextTask, count, 0, hana)
    await bench.complete(nextTask, hana)
    await bench.release([nextTask], rita)
    expect(await printed(next.visitId, 'HGB')).toMatchObject({
      range: '11.0–15.0',
      flag: '',
      name: 'Haemoglobin',
    })
  })

  it('a report prints a result with the limits of its entry, although they changed before the release', async () => {
    const { visitId, task } = await bench.started(ama, hana, ['Complete Blood Count'])
    await bench.enter(task, { ...normalCount, PLT: 145 }, 0, hana)
    await bench.complete(task, hana)
    const wider = await latest('PLT')
    await enterInterval('PLT', {
      ...wider,
      ranges: wider.ranges.map((band: { low: number }) => ({ ...band, low: 140 })),
    })
    await bench.release([task], rita)
    expect(await printed(visitId, 'PLT')).toMatchObject({ range: '150–410', low: 150, flag: 'L' })
    const { rows } = await lab.pool.query(
      `select r.interval_version, i.ranges @> jsonb_build_array(r.range) as contains from result r
       join interval_version i using (analyte_code) where r.task_id = $1 and r.analyte_code = 'PLT'
         and i.version = r.interval_version`,
      [task],
    )
    expect(rows).toEqual([{ interval_version: wider.follows, contains: true }])

    // A correction is flagged by the interval at that time.
    await bench.correct(task, 'Clot in the tube', rita)
    await bench.enter(task, { ...normalCount, PLT: 145 }, 1, hana)
    await bench.release([task], rita)
    expect(await printed(visitId, 'PLT')).toMatchObject({ range: '140–410', flag: '' })
  })

  it('a report prints the normal answers that applied at the entry of a result', async () => {
    const malaria = 'Blood Film for Malaria Parasites'
    const { visitId, task } = await bench.started(ama, hana, [malaria])
    const none = 'No malaria parasites seen'
    await bench.enter(task, { 'MALARIA-PARASITES': none }, 0, hana)
    await bench.complete(task, hana)
    const body = await latest('MALARIA-PARASITES')
    const [first] = body.criticalOptions ?? []
    await enterInterval('MALARIA-PARASITES', {
      ...body,
      normalOptions: [first],
      criticalOptions: body.criticalOptions.slice(1),
    })
    await bench.release([task], rita)
    expect(await printed(visitId, 'MALARIA-PARASITES')).toMatchObject({ value: none, range: none, flag: '' })
  })

  it('a report prints an interval as confirmed if it was confirmed between entry and release', async () => {
    const { visitId, task } = await bench.started(ama, hana, ['BUE & Cr'])
    const { follows } = await latest('UREA')
    await bench.enter(task, { UREA: 5, SODIUM: 140 }, 0, hana)
    await bench.complete(task, hana)
    await confirm([{ analyte: 'UREA', follows }])
    await bench.release([task], rita)
    expect(await printed(visitId, 'UREA')).toMatchObject({ unconfirmed: false })
  })
})

describe('a test that is changed', () => {
  it('a renamed test is booked by its new and its earlier names', async () => {
    const answer = await changeTest('ESR', { name: 'Sed Rate', label: 'Sedimentation rate (ESR)' })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().test.aliases).toContain('Erythrocyte Sedimentation Rate (ESR)')
    const book = (testType: string, scheduleTime: string) =>
      lab.call('POST', '/api/labtest/book', {
        by: ama,
        body: { ...bookingBody, testType: [testType], scheduledDate: '2026-03-30', scheduleTime },
      })
    const names = ['Sed Rate', 'Sedimentation rate (ESR)', 'Erythrocyte Sedimentation Rate (ESR)']
    for (const [at, name] of names.entries()) {
      const booked = await book(name, `${String(9 + at).padStart(2, '0')}:00`)
      expect(booked.statusCode, booked.body).toBe(201)
      expect(booked.json().appointment.testType).toEqual(['Sed Rate'])
    }
    const listed = (await lab.call('GET', '/api/catalogue/tests', { by: ama })).json()
    expect(listed.map((one: { name: string }) => one.name)).toContain('Sed Rate')
  })

  it('the history of a test has person, values and reason', async () => {
    const before = await test('COV')
    await changeTest('COV', { preparation: 'Do not eat for an hour.', equipment: ['Swab kit', 'Reader'] })
    const [change] = (await test('COV')).history
    expect(change).toMatchObject({ by: 'Kwame Director', reason: 'New method' })
    expect(change.changes).toHaveLength(2)
    expect(change.changes).toContainEqual({
      field: 'preparation',
      before: before.preparation,
      after: 'Do not eat for an hour.',
    })
    expect(change.changes).toContainEqual({
      field: 'equipment',
      before: before.equipment,
      after: ['Swab kit', 'Reader'],
    })
    const unchanged = await changeTest('COV', {})
    expect([unchanged.statusCode, unchanged.json().test.version]).toEqual([200, 2])
    expect((await test('COV')).history).toHaveLength(1)
  })

  it('a test cannot take the name of another, and can be taken out of booking', async () => {
    const taken = await changeTest('HCV', { name: 'Blood Glucose', label: 'hepatitis b' })
    expect(taken.json().fields).toEqual({
      name: ['Another test is booked as “Blood Glucose”'],
      label: ['Another test is booked as “hepatitis b”'],
    })
    await changeTest('HCV', { bookable: false })
    const refused = await lab.call('POST', '/api/labtest/book', {
      by: ama,
      body: { ...bookingBody, testType: ['Hepatitis C'], scheduledDate: '2026-03-30', scheduleTime: '14:00' },
    })
    expect(refused.json().fields.testType[0]).toContain('We do not offer the test “Hepatitis C”')
  })

  it('an invalid change of a test is refused at its fields', async () => {
    const answer = await changeTest('HPYL', { name: '', turnaroundHours: 0, expectedMinutes: 2.5, tube: '' })
    expect(Object.keys(answer.json().fields).sort()).toEqual([
      'expectedMinutes',
      'name',
      'tube',
      'turnaroundHours',
    ])
    expect((await changeTest('HPYL', { code: 'X' })).json().fields.code).toEqual(['This field is not known'])
  })
})

describe('an analyte that is changed', () => {
  it('an analyte with results keeps its unit, decimals and used answers', async () => {
    const { task } = await bench.started(ama, hana, ['Blood Film for Malaria Parasites'])
    const { options } = await analyte('MALARIA-SPECIES')
    const [seen, ...others] = options
    await bench.enter(task, { 'MALARIA-SPECIES': seen }, 0, hana)
    expect((await analyte('POTASSIUM')).hasResults).toBe(false)
    expect((await analyte('SODIUM')).hasResults).toBe(true)
    const refused = await changeAnalyte('SODIUM', { unit: 'meq/L', decimals: 1 })
    expect(refused.json().fields).toEqual({
      unit: ['Results were entered in “mmol/L”: the unit stays'],
      decimals: ['Results were entered with 0 decimals: these stay'],
    })
    const given = await changeAnalyte('MALARIA-SPECIES', { options: others })
    expect(given.json().fields.options).toEqual([`Results say “${seen}”: it stays among the answers`])
    const more = await changeAnalyte('MALARIA-SPECIES', { options: [...options, 'Plasmodium knowlesi'] })
    expect(more.json().analyte).toMatchObject({ version: 2, history: [{ by: 'Kwame Director' }] })
  })

  it('a unit that does not fit the LOINC code of the analyte is refused', async () => {
    const refused = await changeAnalyte('TESTOSTERONE', { unit: 'ng/dL' })
    expect(refused.json().fields.unit[0]).toContain('LOINC 14913-8 stands for amount of substance per volume')
    expect((await changeAnalyte('TESTOSTERONE', { unit: 'pmol/L' })).statusCode).toBe(200)
  })

  it('the LOINC code of an analyte can change if it fits the unit of the results', async () => {
    const wrong = await changeAnalyte('SODIUM', { loinc: '2885-2' })
    expect(wrong.json().fields.loinc[0]).toContain(
      'stands for mass per volume (MCnc), which is not measured in',
    )
    expect((await changeAnalyte('SODIUM', { loinc: '2951-3' })).json().fields.loinc[0]).toContain(
      'its digits',
    )
    expect((await changeAnalyte('SODIUM', { loinc: '2947-0' })).json().fields.loincProperty[0]).toContain(
      'Choose the property that LOINC gives 2947-0',
    )
    const right = await changeAnalyte('SODIUM', { loinc: '2947-0', loincProperty: 'SCnc' })
    expect(right.json().analyte).toMatchObject({
      loinc: { code: '2947-0', property: 'amount of substance per volume (SCnc)', given: 'SCnc' },
      history: [
        {
          changes: [
            { field: 'loinc', before: '2951-2' },
            { field: 'loincProperty', after: 'SCnc' },
          ],
        },
      ],
    })
    const none = await changeAnalyte('SODIUM', { loinc: null, loincProperty: null })
    expect(none.json().analyte.loinc).toBeNull()
  })

  it('a change of an analyte that its interval does not fit is refused', async () => {
    const refused = await changeAnalyte('POTASSIUM', { lowest: 3 })
    expect(refused.json().fields.lowest[0]).toContain('The interval does not fit (Only 3 to 15 is possible)')
    expect((await changeAnalyte('POTASSIUM', { decimals: 0 })).json().fields.decimals[0]).toContain(
      'is finer',
    )
    const { options } = await analyte('HBSAG')
    const fewer = await changeAnalyte('HBSAG', {
      options: options.filter((one: string) => one !== 'Non-reactive'),
    })
    expect(fewer.json().fields.options[0]).toContain('The interval does not fit')
  })

  it('a stale change of an analyte is refused', async () => {
    const seen = await fieldsOfAnalyte('CHLORIDE')
    await changeAnalyte('CHLORIDE', { name: 'Chloride (Cl)' }, esi)
    const stale = await lab.call('PUT', '/api/catalogue/analytes/CHLORIDE', {
      by: kwame,
      body: { ...seen, reason: 'Typo', name: `${seen.name}s` },
    })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'changed_meanwhile'])
    expect((await analyte('CHLORIDE')).name).toBe('Chloride (Cl)')
  })
})

describe('the preview of proposed limits', () => {
  const preview = (code: string, body: object) =>
    lab.call('POST', `/api/catalogue/analytes/${code}/preview`, { by: kwame, body })

  it('the preview counts how many results of 90 days the proposed limits would flag differently', async () => {
    const other = await openTestApp()
    const there = benchOf(other)
    const patient = await other.signUpPatient()
    const technician = await there.skilled('Tess Technician')
    const manager = await other.makeStaff('admin')
    const enter = async (haemoglobin: number, details: object = {}) => {
      const { task } = await there.started(patient, technician, ['Full Blood Count'], details)
      const answer = await there.enter(task, { ...normalCount, HGB: haemoglobin }, 0, technician)
      expect(answer.statusCode, answer.body).toBe(200)
    }
    for (const value of [11.2, 11.9, 12.5, 6.8, 10.9]) await enter(value)
    await enter(12.5, { gender: 'male' })
    await other.superuser.query(
      "update result set entered_at = entered_at - interval '91 days' where number = 10.9",
    )
    const [version] = (await other.call('GET', '/api/catalogue/analytes/HGB', { by: manager })).json()
      .intervals
    const ranges = version.ranges.map((band: { sex: string; low: number; criticalLow: number }) =>
      band.sex === 'female' ? { ...band, low: 11.5, criticalLow: 6.5 } : band,
    )
    const answer = await other.call('POST', '/api/catalogue/analytes/HGB/preview', {
      by: manager,
      body: { ranges, normalOptions: null, criticalOptions: null },
    })
    expect(answer.json()).toMatchObject({
      days: 90,
      results: 5,
      different: 2,
      waiting: 2,
      newlyFlagged: 0,
      noLongerFlagged: 1,
      newlyCritical: 0,
      noLongerCritical: 1,
      changes: [
        { from: 'L', to: '', count: 1 },
        { from: 'LL', to: 'L', count: 1 },
      ],
      withoutBand: 0,
    })
    expect(answer.json().bands.slice(3)).toMatchObject([
      { results: 1, low: 1, high: 0, spread: null },
      { results: 4, low: 2, high: 0 },
    ])
    await other.close()
  })

  it('the preview of limits changes nothing, and refuses invalid limits', async () => {
    const before = await versionsOf('WBC')
    const { ranges, normalOptions, criticalOptions } = await latest('WBC')
    expect((await preview('WBC', { ranges, normalOptions, criticalOptions })).json()).toMatchObject({
      different: 0,
    })
    const gap = await preview('WBC', { ranges: [ranges[0], ranges[2]], normalOptions, criticalOptions })
    expect(Object.keys(gap.json().fields)).toEqual(['ranges.1.ageMinYears'])
    expect(await versionsOf('WBC')).toEqual(before)
  })
})

describe('the release policy', () => {
  const path = '/api/laboratory/release-policy'
  const read = async () => (await lab.call('GET', path, { by: hana })).json()
  const save = (body: object, by = kwame) => lab.call('PUT', path, { by, body })
  const usual = { twoPersonRelease: true, callbackMinutes: 30, deltaPercent: 50 }

  it('allowing one person to enter and release results requires a reason, which every report then prints', async () => {
    const { version: follows } = await read()
    const alone = { ...usual, twoPersonRelease: false, follows }
    expect((await save(alone)).json().fields.reason[0]).toContain('every report will say')
    const saved = await save({ ...alone, reason: 'One technician at night' })
    expect(saved.json().policy).toMatchObject({
      version: follows + 1,
      twoPersonRelease: false,
      history: [
        {
          by: 'Kwame Director',
          reason: 'One technician at night',
          changes: [{ field: 'twoPersonRelease', before: true, after: false }],
        },
      ],
    })
    const { visitId, task } = await bench.started(ama, hana, ['Complete Blood Count'])
    await bench.enter(task, normalCount, 0, hana)
    await bench.complete(task, hana)
    expect((await bench.release([task], hana)).statusCode).toBe(200)
    expect((await bench.report(visitId, ama)).json().report.singlePersonRelease).toBe(true)
    await save({ ...usual, follows: follows + 1 })
    expect((await read()).twoPersonRelease).toBe(true)
  })

  it('a stale or invalid change of the release policy is refused', async () => {
    const { version: follows } = await read()
    const answers = await Promise.all(
      [10, 20, 45, 60].map((callbackMinutes, at) =>
        save({ ...usual, callbackMinutes, follows }, at % 2 === 0 ? kwame : esi),
      ),
    )
    expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 409, 409, 409])
    const wrong = await save({ ...usual, callbackMinutes: 4, deltaPercent: 1001, follows })
    expect(Object.keys(wrong.json().fields).sort()).toEqual(['callbackMinutes', 'deltaPercent'])
  })

  it('a changed release policy applies to the next critical value', async () => {
    const { version: follows } = await read()
    await save({ ...usual, callbackMinutes: 15, follows })
    const { task } = await bench.started(ama, hana, ['BUE & Cr'])
    const { form } = (await bench.enter(task, { POTASSIUM: 6.9 }, 0, hana)).json()
    expect(form.callbacks).toMatchObject([{ dueAt: '2026-03-09T08:45:00.000Z' }])
  })
})
