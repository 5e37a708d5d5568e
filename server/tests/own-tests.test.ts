import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadAnalytes, loadCatalogue } from '#server/modules/catalogue/index.ts'
import { addTests } from '#server/modules/catalogue/queries-catalogue.ts'
import { analyteOf, type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'
import { importerOf, visitFile, visitRow } from './import-files.ts'
import { readZip } from './read-zip.ts'
import { bookingBody } from './visits.ts'

/** A test that the laboratory adds to its catalogue, from the form to the report. */
let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let kwame: Person
let esi: Person

beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  kwame = await lab.makeStaff('admin', { fullName: 'Kwame Director' })
  esi = await lab.makeStaff('admin', { fullName: 'Esi Manager' })
})
afterAll(() => lab.close())

const number = {
  kind: 'quantity',
  unit: 'mmol/L',
  decimals: 2,
  lowest: 0,
  highest: 20,
  options: [],
  loinc: null,
  loincProperty: null,
  ranges: [],
  normalOptions: null,
  criticalOptions: null,
  source: '',
}
const hdl = {
  ...number,
  code: 'HDL',
  name: 'HDL cholesterol',
  loinc: '2085-9',
  unit: 'mg/dL',
  decimals: 0,
  highest: 300,
  loincProperty: 'MCnc',
  ranges: [
    { sex: 'female', ageMinYears: 18, low: 50 },
    { sex: 'male', ageMinYears: 18, low: 40 },
  ],
  source: 'NCEP ATP III',
}
const triglycerides = {
  ...number,
  code: 'TRIG',
  name: 'Triglycerides',
  ranges: [{ sex: 'any', high: 1.7, criticalHigh: 11 }],
  source: 'NCEP ATP III',
}
const look = {
  ...number,
  code: 'SERUM-LOOK',
  name: 'Appearance of the serum',
  kind: 'coded',
  unit: '',
  decimals: null,
  lowest: null,
  highest: null,
  options: ['Clear', 'Milky', 'Red'],
  normalOptions: ['Clear'],
  source: 'Our own',
}
const lipids = {
  code: 'LIPID',
  name: 'Lipid Profile',
  label: 'Lipid Profile (fasting)',
  about: 'Measures the fats in your blood.',
  specimen: 'Serum',
  collection: 'blood',
  preparation: 'Eat nothing for 12 hours before the test.',
  fasting: true,
  turnaroundHours: 6,
  tube: 'SST (gold), 3-5 mL',
  instructions: 'Run on the chemistry analyser.',
  method: 'Enzymatic',
  instrument: 'Chemistry analyser 2',
  stableHours: 24,
  stableColdHours: 72,
  equipment: ['Chemistry analyser'],
  expectedMinutes: 20,
  specialty: 'Full Blood Count',
  bookable: true,
  analytes: ['HDL', 'TRIG', 'SERUM-LOOK'],
}

const addAnalyte = (body: object, by = kwame) => lab.call('POST', '/api/catalogue/analytes', { by, body })
const addTest = (body: object, by = kwame) => lab.call('POST', '/api/catalogue/tests', { by, body })
const readTest = async (code: string) =>
  (await lab.call('GET', `/api/catalogue/tests/${code}`, { by: kwame })).json()
const changePanel = (code: string, follows: number, analytes: string[], by = kwame) =>
  lab.call('PUT', `/api/catalogue/tests/${code}/panel`, {
    by,
    body: { follows, reason: 'Asked for by the clinic', analytes },
  })
const audits = async (kind: string, id: string) =>
  (
    await lab.pool.query(
      'select action, after from audit where subject_kind = $1 and subject_id = $2 order by id',
      [kind, id],
    )
  ).rows
const codesOf = (form: { analytes: { code: string }[] }) => form.analytes.map(({ code }) => code)
const printed = async (visitId: string) =>
  (await bench.report(visitId, ama)).json().report.tests[0].results as { code: string }[]

describe('an analyte and a test that the laboratory adds', () => {
  it('an added analyte and test are in the catalogue with all their fields, unconfirmed', async () => {
    for (const body of [hdl, triglycerides, look]) {
      const answer = await addAnalyte(body)
      expect(answer.statusCode, answer.body).toBe(201)
    }
    const analyte = (await lab.call('GET', '/api/catalogue/analytes/HDL', { by: hana })).json()
    expect(analyte).toMatchObject({
      code: 'HDL',
      unit: 'mg/dL',
      loinc: { code: '2085-9', property: 'mass per volume (MCnc)' },
      hasResults: false,
      tests: [],
      intervals: [
        {
          version: 1,
          state: 'to_be_confirmed',
          inForce: true,
          enteredBy: 'Kwame Director',
          ranges: hdl.ranges,
        },
      ],
      history: [{ by: 'Kwame Director', added: true }],
    })
    expect(await audits('analyte', 'TRIG')).toMatchObject([
      { action: 'analyte.added', after: { name: 'Triglycerides', unit: 'mmol/L', decimals: 2 } },
    ])
    expect(await audits('interval', 'TRIG')).toMatchObject([
      { action: 'interval.entered', after: { version: 1, ranges: triglycerides.ranges } },
    ])

    const answer = await addTest(lipids)
    expect(answer.statusCode, answer.body).toBe(201)
    const { code: _, analytes, ...said } = lipids
    expect(answer.json()).toMatchObject({ message: 'Lipid Profile added.', test: { ...said, version: 1 } })
    expect(codesOf(answer.json().test)).toEqual(analytes)
    expect(await audits('test', 'LIPID')).toEqual([
      { action: 'test.added', after: { ...said, confidential: false, rapidTests: null, analytes } },
    ])
  })

  it('an added test is offered at once, and goes from booking to a released report with flags', async () => {
    const offered = (await lab.call('GET', '/api/catalogue/tests', { by: ama })).json()
    expect(offered.at(-1)).toMatchObject({ name: 'Lipid Profile', fasting: true })
    const { visitId, task } = await bench.started(ama, hana, ['Lipid Profile'])
    const form = await bench.form(task, hana)
    expect(codesOf(form)).toEqual(['HDL', 'TRIG', 'SERUM-LOOK'])
    expect(analyteOf(form, 'HDL')).toMatchObject({ range: { text: 'from 50', verified: false } })
    const beyond = await bench.enter(task, { TRIG: 21 }, 0, hana)
    expect(beyond.json().fields).toEqual({
      'values.TRIG': ['Triglycerides cannot be 21: 0 to 20 is possible'],
    })
    const entered = await bench.enter(task, { HDL: 38, TRIG: 11.5, 'SERUM-LOOK': 'Milky' }, 0, hana)
    expect(entered.statusCode, entered.body).toBe(200)
    await bench.complete(task, hana)
    const [callback] = entered.json().form.callbacks
    expect(callback).toMatchObject({ analyte: 'Triglycerides', toldAt: null })
    expect((await bench.release([task], rita)).statusCode).toBe(409)
    await bench.tell([callback.id], rita, { toldTo: 'Dr Owusu' })
    const released = await bench.release([task], rita)
    expect(released.statusCode, released.body).toBe(200)
    expect(await printed(visitId)).toMatchObject([
      {
        code: 'HDL',
        name: 'HDL cholesterol',
        value: '38',
        unit: 'mg/dL',
        flag: 'L',
        range: 'from 50',
        unconfirmed: true,
      },
      { code: 'TRIG', value: '11.50', flag: 'HH', unit: 'mmol/L' },
      { code: 'SERUM-LOOK', value: 'Milky', flag: 'A', range: 'Clear' },
    ])
    const { intervals } = (await lab.call('GET', '/api/catalogue/analytes/HDL', { by: kwame })).json()
    const confirmed = await lab.call('POST', '/api/catalogue/confirm', {
      by: kwame,
      body: { intervals: [{ analyte: 'HDL', follows: intervals[0].version }] },
    })
    expect(confirmed.json()).toEqual({ message: 'Interval confirmed.' })
  })

  it('an added test is done by technicians of its specialty, or by every technician', async () => {
    const other = await lab.makeStaff('technician', { fullName: 'Oko Other' })
    const { task } = await bench.started(ama, hana, ['Lipid Profile'])
    const asked = () => lab.call('GET', `/api/Labtask/task/${task}/results`, { by: other })
    expect((await asked()).statusCode).toBe(404)
    const { follows: _, ...fields } = await fieldsOf('LIPID')
    const everyones = await lab.call('PUT', '/api/catalogue/tests/LIPID', {
      by: kwame,
      body: { ...fields, follows: 1, specialty: null, reason: 'Everybody can' },
    })
    expect(everyones.statusCode, everyones.body).toBe(200)
    expect((await asked()).statusCode).toBe(200)
  })

  it('an added test can be taken out of booking and offered again', async () => {
    const bookable = async (offered: boolean) => {
      const body = { ...(await fieldsOf('LIPID')), bookable: offered, reason: 'The analyser' }
      expect((await lab.call('PUT', '/api/catalogue/tests/LIPID', { by: kwame, body })).statusCode).toBe(200)
      return lab.call('POST', '/api/labtest/book', {
        by: ama,
        body: { ...bookingBody, testType: ['Lipid Profile'], scheduledDate: '2026-04-01' },
      })
    }
    expect((await bookable(false)).json().fields.testType[0]).toContain('We do not offer')
    expect((await bookable(true)).statusCode).toBe(201)
  })
})

/** The body of a change of a test that changes nothing. */
async function fieldsOf(code: string) {
  const {
    version: follows,
    code: _c,
    panelVersion: _p,
    aliases: _a,
    analytes: _n,
    history: _h,
    ...fields
  } = await readTest(code)
  return { ...fields, follows }
}

describe('what is wrong', () => {
  it.each([
    [{ code: 'hdl 2' }, 'code', 'capital letters'],
    [{ code: 'WBC' }, 'code', 'WBC is the code of WBC'],
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ kind: 'number' }, 'kind', 'Choose what its values are'],
    [{ unit: 'mmol/l' }, 'unit', '“mmol/L” is'],
    [{ unit: '' }, 'unit', 'A number needs a unit'],
    [{ decimals: null }, 'decimals', 'A number needs its decimals'],
    [{ lowest: 30 }, 'highest', 'Highest must be above lowest'],
    [{ loinc: '2085-8', loincProperty: 'SCnc' }, 'loinc', '2085-8 is not a LOINC code'],
    [{ loinc: '2085-9' }, 'loincProperty', 'Choose the property'],
    [{ loinc: '2085-9', loincProperty: 'MCnc' }, 'unit', 'stands for mass per volume (MCnc), which is not'],
    [{ loinc: '718-7', loincProperty: 'SCnc' }, 'loincProperty', 'stands for mass per volume (MCnc)'],
    [{ loincProperty: 'SCnc' }, 'loincProperty', 'belongs to a LOINC code'],
    [{ ranges: [{ sex: 'any', low: 5, high: 4 }], source: 'x' }, 'ranges.0.high', 'High must be above low'],
    [{ ranges: [{ sex: 'any', low: 5 }] }, 'source', 'Say where the limits come from'],
    [
      { kind: 'coded', unit: '', decimals: null, lowest: null, highest: null },
      'options',
      'at least two answers',
    ],
    [{ options: ['a', 'b'] }, 'options', 'Only answers from a list'],
  ])('an analyte with %j is refused at the field %s', async (change, field, message) => {
    const answer = await addAnalyte({ ...number, code: 'WRONG', name: 'Wrong', ...change })
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([400, 'invalid_input'])
    expect(answer.json().fields[field]?.join(' '), answer.body).toContain(message)
  })

  it.each([
    [{ code: 'l' }, 'code', 'capital letters'],
    [{ code: 'FBC' }, 'code', 'FBC is the code of Full Blood Count'],
    [{ name: 'blood glucose' }, 'name', 'Another test is booked as “blood glucose”'],
    [{ label: 'Typhidot' }, 'label', 'Another test is booked as “Typhidot”'],
    [{ collection: 'hair' }, 'collection', 'Choose what the patient gives'],
    [{ specimen: '' }, 'specimen', 'Specimen is required'],
    [{ tube: '' }, 'tube', 'Tube is required'],
    [{ specialty: 'Alchemy' }, 'specialty', 'Choose a specialty'],
    [{ turnaroundHours: 0 }, 'turnaroundHours', 'at least a quarter'],
    [{ expectedMinutes: 1.5 }, 'expectedMinutes', 'whole number'],
    [{ analytes: [] }, 'analytes', 'Choose at least one analyte'],
    [{ analytes: ['WBC', 'WBC'] }, 'analytes', 'WBC stands here twice'],
    [{ analytes: ['WBC', 'XYZ'] }, 'analytes', 'no analyte “XYZ”: add it first'],
  ])('a test with %j is refused at the field %s', async (change, field, message) => {
    const answer = await addTest({ ...lipids, code: 'WRONG', name: 'Wrong', label: 'Wrong', ...change })
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([400, 'invalid_input'])
    expect(answer.json().fields[field]?.join(' '), answer.body).toContain(message)
  })

  it('a refused analyte or test writes nothing', async () => {
    const { tests, analytes } = (await lab.call('GET', '/api/catalogue', { by: kwame })).json()
    const codes = [...tests, ...analytes].map(({ code }: { code: string }) => code)
    expect(codes).not.toContain('WRONG')
    expect(await audits('test', 'WRONG')).toEqual([])
  })
})

describe('two managers at once', () => {
  it('an analyte that two managers add concurrently is added once, and the refusals name the analyte that has the code', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        addAnalyte({ ...number, code: 'LACTATE', name: `Lactate ${at}` }, at % 2 === 0 ? kwame : esi),
      ),
    )
    expect(answers.map((one) => one.statusCode).sort()).toEqual([201, 400, 400, 400, 400, 400])
    const lost = answers.find((one) => one.statusCode === 400)
    expect(lost?.json().fields.code[0]).toMatch(/^LACTATE is the code of Lactate \d$/)
    expect(await audits('analyte', 'LACTATE')).toHaveLength(1)
  })

  it('of two managers who add a test of one code or name at once, one succeeds, with its own panel', async () => {
    const add = (change: object, at: number) =>
      addTest({ ...lipids, analytes: ['HDL'], ...change }, at % 2 === 0 ? kwame : esi)
    const sameCode = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        add(
          {
            code: 'TWICE',
            name: `Twice ${at}`,
            label: `Twice ${at}`,
            analytes: at % 2 === 0 ? ['HDL'] : ['TRIG'],
          },
          at,
        ),
      ),
    )
    expect(sameCode.map((one) => one.statusCode).sort()).toEqual([201, 400, 400, 400, 400, 400])
    const won = sameCode.find((one) => one.statusCode === 201)
    expect(codesOf(await readTest('TWICE'))).toEqual(codesOf(won?.json().test))
    const sameName = await Promise.all(
      Array.from({ length: 6 }, (_, at) => add({ code: `NAME${at}`, name: 'Named', label: 'Named' }, at)),
    )
    expect(sameName.map((one) => one.statusCode).sort()).toEqual([201, 400, 400, 400, 400, 400])
    const { tests } = (await lab.call('GET', '/api/catalogue', { by: kwame })).json()
    expect(tests.filter(({ name }: { name: string }) => name === 'Named')).toHaveLength(1)
  })

  it('of two managers who change one panel at once, one is refused', async () => {
    const { panelVersion } = await readTest('TWICE')
    const answers = await Promise.all(
      ['WBC', 'RBC', 'HGB', 'HCT'].map((code, at) =>
        changePanel('TWICE', panelVersion, [code], at % 2 === 0 ? kwame : esi),
      ),
    )
    expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 409, 409, 409])
    expect(answers.find((one) => one.statusCode === 409)?.json().code).toBe('changed_meanwhile')
    expect(await readTest('TWICE')).toMatchObject({ panelVersion: panelVersion + 1, version: 1 })
  })
})

describe('a panel that is changed', () => {
  it('a changed panel applies to later samples; tasks and reports keep theirs', async () => {
    const begun = await bench.started(ama, hana)
    const done = await bench.started(ama, hana)
    await bench.enter(done.task, normalCount, 0, hana)
    await bench.complete(done.task, hana)
    await bench.release([done.task], rita)
    const before = (await bench.report(done.visitId, ama)).json()
    const old = codesOf(await bench.form(begun.task, hana))

    const fewer = ['HGB', 'WBC', 'TRIG']
    const saved = await changePanel('FBC', 1, fewer)
    expect(saved.statusCode, saved.body).toBe(200)
    expect(codesOf(saved.json().test)).toEqual(fewer)
    expect(saved.json().test.history[0]).toMatchObject({
      by: 'Kwame Director',
      reason: 'Asked for by the clinic',
      changes: [{ field: 'analytes', before: old, after: fewer }],
    })

    expect((await bench.report(done.visitId, ama)).json()).toEqual(before)
    expect(codesOf(await bench.form(begun.task, hana))).toEqual(old)
    const wrong = await bench.enter(begun.task, { TRIG: 1 }, 0, hana)
    expect(wrong.json().fields).toEqual({ 'values.TRIG': ['This test has no such analyte'] })
    expect((await bench.enter(begun.task, normalCount, 0, hana)).statusCode).toBe(200)

    // A correction of a released result still has all of its values, in the old order.
    await bench.correct(done.task, 'Two tubes were confused', rita)
    await bench.enter(done.task, { ...normalCount, PLT: 260 }, 1, hana)
    await bench.release([done.task], rita)
    const corrected = (await printed(done.visitId)).map(({ code }) => code)
    expect(corrected).toEqual(before.report.tests[0].results.map(({ code }: { code: string }) => code))

    const next = await bench.started(ama, hana)
    expect(codesOf(await bench.form(next.task, hana))).toEqual(fewer)
    await bench.enter(next.task, { TRIG: 1.2, HGB: 12.9, WBC: 6 }, 0, hana)
    await bench.complete(next.task, hana)
    await bench.release([next.task], rita)
    expect((await printed(next.visitId)).map(({ code }) => code)).toEqual(fewer)
  })

  it('every version of a panel is kept, and the database refuses to change one', async () => {
    const { rows } = await lab.pool.query(
      "select version, count(*)::int as n from test_analyte where test_code = 'FBC' group by 1 order by 1",
    )
    expect(rows).toEqual([
      { version: 1, n: 18 },
      { version: 2, n: 3 },
    ])
    for (const statement of [
      "update test_analyte set position = 9 where test_code = 'FBC'",
      "delete from test_analyte where test_code = 'FBC'",
      'truncate test_analyte',
    ]) {
      await expect(lab.superuser.query(statement), statement).rejects.toThrow('never changed or removed')
    }
  })

  it('saving an unchanged panel writes nothing', async () => {
    const same = await changePanel('FBC', 2, ['HGB', 'WBC', 'TRIG'])
    expect([same.statusCode, same.json().test.panelVersion]).toEqual([200, 2])
    expect((await changePanel('NONE', 1, ['HGB'])).statusCode).toBe(404)
  })
})

describe('who may', () => {
  it('only managers and technicians with the catalogue permission may add tests', async () => {
    const keeper = await lab.makeStaff('technician', { fullName: 'Kofi Keeper' })
    const analyte = { ...number, code: 'CRP', name: 'C-reactive protein' }
    const panel = { follows: 1, reason: 'x', analytes: ['WBC'] }
    for (const by of [ama, hana, keeper]) {
      expect((await addAnalyte(analyte, by)).statusCode).toBe(403)
      expect((await addTest({ ...lipids, code: 'CRP', name: 'CRP', label: 'CRP' }, by)).statusCode).toBe(403)
      const path = '/api/catalogue/tests/ESR/panel'
      expect((await lab.call('PUT', path, { by, body: panel })).statusCode).toBe(403)
    }
    expect((await readTest('CRP')).code).toBe('not_found')
    expect((await readTest('ESR')).panelVersion).toBe(1)
    await lab.pool.query("update account set permissions = '{catalogue}' where id = $1", [keeper.accountId])
    expect((await addAnalyte(analyte, keeper)).statusCode).toBe(201)
  })
})

describe('files', () => {
  it('an import brings visits for a test that the laboratory added', async () => {
    const { bringIn } = importerOf(
      () => lab,
      () => ({ by: kwame, source: 'Old system' }),
    )
    const answer = await bringIn('appointments', visitFile(visitRow({ 6: 'lipid profile' })))
    expect(answer.json().message).toBe('The file is in: 1 new, 0 changed.')
    const { rows } = await lab.pool.query(
      "select test_code from visit_test t join visit v on v.id = t.visit_id where v.full_name = 'Yaa Boateng'",
    )
    expect(rows).toEqual([{ test_code: 'LIPID' }])
  })

  it('an export has added tests and every version of a panel', async () => {
    const password = 'quiet harbour forty'
    const by = await lab.makeStaff('admin', { password })
    const answer = await lab.call('POST', '/api/transfer/export', { by, body: { currentPassword: password } })
    const files = readZip(answer.rawPayload)
    const linesOf = (name: string, start: string) =>
      (files.get(name)?.toString() ?? '').split('\r\n').filter((line) => line.startsWith(start))
    expect(linesOf('tests.csv', 'LIPID,Lipid Profile')).toHaveLength(1)
    expect(linesOf('analytes.csv', 'HDL,HDL cholesterol')).toHaveLength(1)
    expect(linesOf('interval-versions.csv', 'HDL,')).toHaveLength(2)
    expect(linesOf('test-analytes.csv', 'FBC,2,')).toEqual(['FBC,2,HGB,0', 'FBC,2,WBC,1', 'FBC,2,TRIG,2'])
  })
})

describe('the next start', () => {
  const everything = async () =>
    (
      await lab.pool.query(
        `select (select jsonb_agg(t order by code) from test t) as tests,
           (select jsonb_agg(a order by code) from analyte a) as analytes,
           (select jsonb_agg(p order by test_code, version, position) from test_analyte p) as panels,
           (select jsonb_agg(v order by analyte_code, version) from interval_version v) as intervals,
           (select plan_version from laboratory)`,
      )
    ).rows

  it('a restart keeps all that the laboratory added and changed', async () => {
    const before = await everything()
    await loadCatalogue(lab.context)
    await loadAnalytes(lab.context)
    expect(await everything()).toEqual(before)
  })

  it('a newer catalogue does not add a test with the code or name of one of the laboratory', async () => {
    const shipped = (code: string, name: string) => ({
      code,
      name,
      label: name,
      aliases: [],
      about: 'Shipped',
      specimen: 'Serum',
      tube: 'SST',
      collection: 'blood' as const,
      preparation: '',
      fasting: false,
      turnaroundHours: 2,
      position: 21,
      instructions: '',
      equipment: [],
      expectedMinutes: 5,
      specialty: null,
    })
    await addTests(lab.db, [
      shipped('LIPID', 'Fats'),
      shipped('LPD', 'lipid profile'),
      shipped('NEWER', 'Newer test'),
    ])
    const { tests } = (await lab.call('GET', '/api/catalogue', { by: kwame })).json()
    const named = (code: string) => tests.find((test: { code: string }) => test.code === code)?.name
    expect([named('LIPID'), named('LPD'), named('NEWER')]).toEqual(['Lipid Profile', undefined, 'Newer test'])
  })
})
