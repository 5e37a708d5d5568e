import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/quality.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let mina: Person

beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  mina = await lab.makeStaff('admin', { fullName: 'Mina Manager' })
  // Days pass in these tests, and staff are logged out after half an hour without requests.
  await lab.pool.query("update session set idle_seconds = 10000000, expires_at = '2027-01-01'")
})
afterAll(() => lab.close())

const quality = '/api/Labtask/quality'
const get = async (path: string, by = hana) => (await lab.call('GET', quality + path, { by })).json()
const post = (path: string, body: object, by = hana) => lab.call('POST', quality + path, { by, body })
const put = (path: string, body: object, by = hana) => lab.call('PUT', quality + path, { by, body })

let materials = 0
async function material(): Promise<string> {
  const answer = await post(
    '/materials',
    { name: `Control blood ${++materials}`, manufacturer: 'Acme' },
    mina,
  )
  return answer.json().id
}

type Target = { analyte: string; mean: number; sd: number }
const hgb: Target = { analyte: 'HGB', mean: 12, sd: 0.2 }

let lots = 0
/** An open lot with these targets. */
async function openLot(materialId: string, level = 'Level 1', targets = [hgb]): Promise<string> {
  const number = `L${++lots}`
  const lot = (await post('/lots', { materialId, level, number, expiresOn: '2026-12-31' }, mina)).json().id
  expect((await put(`/lots/${lot}/targets`, { targets }, mina)).statusCode).toBe(200)
  expect((await put(`/lots/${lot}/status`, { status: 'open' }, mina)).statusCode).toBe(200)
  return lot
}

/** Records a value of HGB and returns the judgement. */
async function measure(lot: string, value: number, { by = hana, run }: { by?: Person; run?: string } = {}) {
  const answer = await post('/runs', { lot, values: { HGB: value }, ...(run && { run }) }, by)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json() as { run: string; message: string; values: { z: number; rules: string[] }[] }
}
const rulesOf = async (lot: string, value: number) => (await measure(lot, value)).values[0]?.rules

/** Closes every lot, so that a test begins without anything that blocks release. */
async function closeAll(): Promise<void> {
  await lab.pool.query(
    `update control_lot set closed_at = now(), closed_by = $1, closing_reason = 'the next test' where closed_at is null`,
    [mina.accountId],
  )
}

/** A blood count that Hana entered and completed. */
async function completedCount(): Promise<string> {
  const { task } = await bench.started(ama, hana)
  expect((await bench.enter(task, normalCount, 0, hana)).statusCode).toBe(200)
  expect((await bench.complete(task, hana)).statusCode).toBe(200)
  return task
}
const waiting = async (task: string, by = rita) => {
  type Control = { state: string; at: string | null; stale: boolean }
  type Row = { id: string; whyNotRelease: string | null; control: Control | null; notes: object[] }
  const { rows }: { rows: Row[] } = (await lab.call('GET', '/api/Labtask/release', { by })).json()
  return rows.find(({ id }) => id === task)
}
/** The first target of a lot, with its first line. */
const target = async (lot: string, by = hana) => {
  const [first] = (await get(`/lots/${lot}`, by)).targets
  return { latest: null, unanswered: null, ...first.lines[0], ...first }
}
const values = async (lot: string, by = hana) => (await get(`/lots/${lot}/values?analyte=HGB`, by)).rows
const answerFor = (value: string, by: Person, text = 'New calibrator, repeated twice by hand: both agree.') =>
  post(`/values/${value}/responsibility`, { text }, by)

describe('setting up', () => {
  it('a lot needs targets before it is opened, and must be open before it is measured', async () => {
    const materialId = await material()
    const made = await post(
      '/lots',
      { materialId, level: 'Low', number: 'A-1', expiresOn: '2026-06-30' },
      mina,
    )
    expect(made.json()).toMatchObject({
      status: 'new',
      expiry: 'fine',
      targets: [],
      site: 'Main laboratory',
      whyNotOpen: 'Enter its targets first.',
      whyNotRun: 'Lot A-1 has not been opened yet.',
    })
    const lot = made.json().id
    const open = () => put(`/lots/${lot}/status`, { status: 'open' }, mina)
    expect((await open()).json().message).toBe('Enter its targets first.')
    await put(`/lots/${lot}/targets`, { targets: [hgb] }, mina)
    expect((await post('/runs', { lot, values: { HGB: 12 } })).json().fields).toEqual({
      lot: ['Lot A-1 has not been opened yet.'],
    })
    expect((await open()).json().message).toBe('Low, lot A-1: open.')
    expect((await open()).json().message).toBe('This lot is open already.')
    expect((await measure(lot, 12.1)).values[0]).toMatchObject({ z: 0.5, rules: [] })
  })

  it('setting up a lot refuses invalid input at its field', async () => {
    const materialId = await material()
    const lot = await openLot(materialId)
    const cases: [() => ReturnType<typeof post>, Record<string, string>][] = [
      [() => post('/materials', { name: ' ' }, mina), { name: 'Name is required' }],
      [
        () => post('/lots', { materialId, level: '', number: '', expiresOn: '2026-02-30' }, mina),
        { level: 'required', number: 'required', expiresOn: 'does not exist' },
      ],
      [
        () => post('/lots', { materialId, level: '1', number: '1', expiresOn: '2026-03-08' }, mina),
        { expiresOn: 'has passed' },
      ],
      [
        () => post('/lots', { materialId: lot, level: '1', number: '1', expiresOn: '2026-12-01' }, mina),
        { materialId: 'no such material' },
      ],
      [
        () =>
          post('/lots', { materialId, level: '1', number: '1', expiresOn: '2026-12-01', siteId: lot }, mina),
        { siteId: 'no such site' },
      ],
      [
        () =>
          put(
            `/lots/${lot}/targets`,
            { targets: [hgb, { ...hgb, sd: 0.00001 }, { analyte: 'HBSAG', mean: 1, sd: 1 }] },
            mina,
          ),
        { 'targets.1.analyte': 'twice', 'targets.1.sd': '0.0001', 'targets.2.analyte': 'number' },
      ],
      [
        () => put(`/lots/${lot}/targets`, { targets: [{ ...hgb, sd: 0 }] }, mina),
        { 'targets.0.sd': 'above 0' },
      ],
      [() => put(`/lots/${lot}/status`, { status: 'closed' }, mina), { reason: 'Say why' }],
      [() => put('/settings', { controlHours: 0 }, mina), { controlHours: 'At least 1' }],
      [
        () => post('/runs', { lot, values: { HGB: 129, WBC: 4 } }),
        { 'values.HGB': '0 to 30 is possible', 'values.WBC': 'no target' },
      ],
      [() => post('/runs', { lot, values: { HGB: 'high' } }), { 'values.HGB': 'must be a number' }],
      [() => post('/runs', { lot, values: {} }), { values: 'at least one' }],
      [() => post('/runs', { lot, values: { HGB: '' } }), { values: 'at least one' }],
      [() => post('/runs', { lot, values: { HGB: 12 }, run: lot }), { run: 'over' }],
    ]
    for (const [ask, expected] of cases) {
      const answer = await ask()
      expect(answer.statusCode, answer.body).toBe(400)
      const { fields } = answer.json()
      expect(Object.keys(fields).sort()).toEqual(Object.keys(expected).sort())
      for (const [field, part] of Object.entries(expected)) expect(fields[field].join()).toContain(part)
    }
    for (const cursor of ['x', `${lot}_`]) {
      expect(
        (await lab.call('GET', `${quality}?cursor=${cursor}`, { by: hana })).json().fields,
      ).toHaveProperty('cursor')
    }
  })

  it('a material or lot cannot be added twice', async () => {
    const materialId = await material()
    const again = await post('/materials', { name: `CONTROL BLOOD ${materials}`, manufacturer: 'acme' }, mina)
    expect([again.statusCode, again.json().code]).toEqual([409, 'conflict'])
    const lot = (level: string) =>
      post('/lots', { materialId, level, number: 'X1', expiresOn: '2026-12-31' }, mina)
    expect((await lot('Low')).statusCode).toBe(201)
    expect((await lot('low')).json().fields).toHaveProperty('number')
    expect((await lot('High')).statusCode).toBe(201)
  })

  it('a value keeps the target that it was judged by, and a new target begins a new line', async () => {
    await closeAll()
    const lot = await openLot(await material())
    for (let round = 0; round < 9; round++) expect(await rulesOf(lot, 12.1)).toEqual([])
    const changed = { targets: [{ ...hgb, mean: 12.05 }] }
    expect((await put(`/lots/${lot}/targets`, changed, mina)).statusCode).toBe(200)
    expect(await rulesOf(lot, 12.1)).toEqual([])
    expect((await values(lot)).slice(0, 2)).toMatchObject([
      { mean: 12.05, z: 0.25 },
      { mean: 12, z: 0.5 },
    ])
    const without = await put(`/lots/${lot}/targets`, { targets: [{ ...hgb, analyte: 'PLT' }] }, mina)
    expect(without.json().fields.targets.join()).toContain('HGB: measured with this lot already')
  })

  it('lists of materials, lots, values and analytes are paged by cursor', async () => {
    const lot = await openLot(await material())
    for (const value of [12, 12.1, 11.9]) await measure(lot, value)
    const page = (cursor?: string) =>
      get(`/lots/${lot}/values?analyte=HGB&limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    const first = await page()
    const second = await page(first.nextCursor)
    expect([...first.rows, ...second.rows].map(({ value }: { value: number }) => value)).toEqual([
      11.9, 12.1, 12,
    ])
    expect(second.nextCursor).toBeNull()
    for (const path of ['/materials', '/lots', '']) {
      const seen: unknown[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const answer: { rows: unknown[]; nextCursor: string | null } = await get(
          `${path}?limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        )
        seen.push(...answer.rows)
        cursor = answer.nextCursor
      }
      const whole = await get(`${path}?limit=200`)
      expect(seen).toEqual(whole.rows)
      expect(seen.length).toBeGreaterThan(0)
    }
    const analytes: { code: string; tests: string[] }[] = await get('/analytes')
    expect(analytes.find(({ code }) => code === 'CREATININE')?.tests).toContain('BUE & Cr')
    expect(analytes.some(({ code }) => code === 'HBSAG')).toBe(false)
  })
})

describe('the expiry of a lot', () => {
  it('the expiry of a lot is announced two weeks before, and an expired lot cannot be measured', async () => {
    const before = lab.clock.now()
    const materialId = await material()
    const lot = await openLot(materialId)
    await lab.pool.query("update control_lot set expires_on = '2026-03-20' where id = $1", [lot])
    expect(await get(`/lots/${lot}`)).toMatchObject({ expiry: 'soon', whyNotRun: null })
    lab.clock.set('2026-03-20T23:30:00Z')
    await measure(lot, 12)
    lab.clock.set('2026-03-21T00:30:00Z')
    expect(await get(`/lots/${lot}`)).toMatchObject({ expiry: 'expired' })
    const refused = await post('/runs', { lot, values: { HGB: 12 } })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().fields).toEqual({
      lot: [`Lot L${lots} has expired: 2026-03-20 was its last day.`],
    })
    lab.clock.set(before)
  })
})

describe('judging', () => {
  it('control values break 1-2s as a warning, and 1-3s and 2-2s as rejections in one level', async () => {
    const lot = await openLot(await material())
    expect(await rulesOf(lot, 12.5)).toEqual(['1-2s'])
    expect(await target(lot)).toMatchObject({ state: 'warning' })
    expect(await rulesOf(lot, 12.5)).toEqual(['1-2s', '2-2s'])
    expect(await target(lot)).toMatchObject({ state: 'out' })
    expect(await rulesOf(lot, 11.3)).toEqual(['1-2s', '1-3s'])
    expect(await rulesOf(lot, 12)).toEqual([])
    expect(await target(lot)).toMatchObject({ state: 'in', latest: { value: 12 } })
  })

  it('rules across the levels of one run reject the other level as well', async () => {
    const materialId = await material()
    const low = await openLot(materialId, 'Low')
    const high = await openLot(materialId, 'High', [{ ...hgb, mean: 16 }])
    const { run } = await measure(low, 12.5)
    expect((await get(`/lots/${high}`)).joinable).toMatchObject({ run, levels: ['Low'] })
    expect((await get(`/lots/${low}`)).joinable).toBeNull()
    const second = await measure(high, 15.5, { run })
    expect(second.values[0]?.rules).toEqual(['1-2s', 'R-4s'])
    expect(await values(low)).toMatchObject([{ rules: ['1-2s', 'R-4s'] }])
    expect([await target(low), await target(high)]).toMatchObject([{ state: 'out' }, { state: 'out' }])
    // The same values in two runs do not break the range rule, which needs one run.
    await measure(low, 12.5)
    await measure(high, 15.5)
    expect((await values(high))[0].rules).toEqual(['1-2s', '2-2s'])
  })

  it('a level joins only the latest run, once, and while it lasts', async () => {
    const materialId = await material()
    const low = await openLot(materialId, 'Low')
    const high = await openLot(materialId, 'High')
    const first = await measure(low, 12)
    const twice = await post('/runs', { lot: low, values: { HGB: 12 }, run: first.run })
    expect(twice.json().fields['values.HGB'].join()).toContain('Measured in this run already')
    const later = await measure(low, 12)
    expect((await post('/runs', { lot: high, values: { HGB: 12 }, run: first.run })).statusCode).toBe(400)
    lab.clock.advance(minutes(121))
    expect(
      (await post('/runs', { lot: high, values: { HGB: 12 }, run: later.run })).json().fields.run,
    ).toEqual(['This run is over: begin a new one'])
    expect((await get(`/lots/${high}`)).joinable).toBeNull()
    lab.clock.advance(-minutes(121))
  })

  it('concurrent runs are judged one after the other', async () => {
    const lot = await openLot(await material())
    await Promise.all(Array.from({ length: 12 }, () => measure(lot, 12.1)))
    const found: { rules: string[] }[] = await values(lot)
    expect(found.map(({ rules }) => rules.includes('10-x'))).toEqual([
      ...Array(3).fill(true),
      ...Array(9).fill(false),
    ])
  })

  it('a control value notifies the screens of the bench on every server', async () => {
    const lot = await openLot(await material())
    const { siteId } = await get(`/lots/${lot}`)
    const listening = await lab.pool.connect()
    try {
      await listening.query('listen live')
      const told = new Promise((resolve) => {
        listening.on('notification', ({ payload }) => payload?.startsWith('bench:') && resolve(payload))
      })
      await measure(lot, 12)
      expect(await told).toBe(`bench:${siteId}`)
    } finally {
      listening.removeAllListeners('notification')
      await listening.query('unlisten live')
      listening.release()
    }
  })

  it('the database refuses to change or delete control values', async () => {
    const lot = await openLot(await material())
    await measure(lot, 12.1)
    for (const statement of [
      'update control_value set value = 13 where lot_id = $1',
      "update control_value set z = 0, struck_at = now(), struck_by = measured_by, struck_reason = 'x' where lot_id = $1",
      'delete from control_value where lot_id = $1',
    ]) {
      await expect(lab.superuser.query(statement, [lot])).rejects.toThrow('never changed or removed')
    }
  })
})

describe('a mistyped control value', () => {
  it('a struck-out value needs a reason, stays in the list, and no longer counts for later values', async () => {
    await closeAll()
    const lot = await openLot(await material())
    await measure(lot, 12.5)
    await measure(lot, 12.5)
    const [second, first] = await values(lot)
    expect(second.rules).toContain('2-2s')
    const strike = (by: Person, reason = 'The wrong vial was in the rack') =>
      put(`/values/${first.id}/strike-out`, { reason }, by)
    expect((await strike(rita, '')).json().fields).toEqual({ reason: ['Say why this value does not count'] })
    expect((await strike(rita)).statusCode).toBe(200)
    expect(await values(lot)).toMatchObject([
      { rules: ['1-2s'], struckOut: null },
      {
        value: 12.5,
        struckOut: { by: 'Rita Reviewer', reason: 'The wrong vial was in the rack' },
        whyNotStrikeOut: 'It is struck out already.',
      },
    ])
    expect(await target(lot)).toMatchObject({ state: 'warning' })
    expect((await strike(mina)).json().message).toBe('It is struck out already.')
  })

  it('striking out restores the state of the value before, and the analyte may be measured again in the same run', async () => {
    const lot = await openLot(await material())
    await measure(lot, 12.7)
    const { run } = await measure(lot, 12)
    expect(await target(lot)).toMatchObject({ state: 'in' })
    await put(`/values/${(await values(lot))[0].id}/strike-out`, { reason: 'Typed into the wrong lot' })
    expect(await target(lot)).toMatchObject({ state: 'out', latest: { value: 12.7 } })
    expect((await measure(lot, 12.1, { run })).values[0]?.rules).toEqual([])
  })

  it('striking out that brings an analyte back into control takes a second person', async () => {
    await closeAll()
    const lot = await openLot(await material())
    await measure(lot, 12.5)
    await measure(lot, 12.5)
    const reason = 'I do not like it'
    for (const { id, whyNotStrikeOut } of await values(lot)) {
      const answer = await put(`/values/${id}/strike-out`, { reason })
      expect([answer.statusCode, answer.json().message]).toEqual([409, whyNotStrikeOut])
      expect(whyNotStrikeOut).toContain('somebody else has to strike it out')
    }
    expect(await target(lot)).toMatchObject({ state: 'out' })
  })
})

describe('an analyte that is out of control', () => {
  let lot: string
  beforeEach(async () => {
    await closeAll()
    lot = await openLot(await material())
  })

  it('an analyte out of control blocks release, naming lot and rule, until it is measured in control', async () => {
    const task = await completedCount()
    expect(await waiting(task)).toMatchObject({ whyNotRelease: null })
    await measure(lot, 12.7)
    const refusal = `HGB is out of control: Control blood ${materials}, Level 1, lot L${lots}, breaks 1-3s (beyond 3 SD)`
    expect((await waiting(task))?.whyNotRelease).toContain(refusal)
    expect((await bench.form(task, rita)).whyNotRelease).toContain(refusal)
    const refused = await bench.release([task], rita)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_possible_now'])
    expect(refused.json().message).toContain(refusal)
    expect((await get('')).blocking).toMatchObject([{ analyte: 'HGB', rules: ['1-3s'], waiting: 1 }])
    await measure(lot, 12.1)
    expect((await get('')).blocking).toEqual([])
    expect((await bench.release([task], rita)).statusCode).toBe(200)
  })

  it('results without the analyte, and warnings, do not block release', async () => {
    const { tasks, task } = await bench.started(ama, hana, ['BUE & Cr'])
    await bench.enter(task, { SODIUM: 140, POTASSIUM: 4.1 }, 0, hana)
    await bench.complete(tasks.get('BUE & Cr') ?? '', hana)
    await measure(lot, 12.7)
    expect((await bench.release([task], rita)).statusCode).toBe(200)
    const count = await completedCount()
    await measure(lot, 12)
    expect(await rulesOf(lot, 12.5)).toEqual(['1-2s'])
    expect((await bench.release([count], rita)).statusCode).toBe(200)
  })

  it('an analyte out of control in one lot blocks release, whatever another lot measures', async () => {
    const other = await openLot(await material())
    const task = await completedCount()
    await measure(lot, 12.7)
    await measure(other, 12)
    expect((await bench.release([task], rita)).statusCode).toBe(409)
  })

  it('taking responsibility in writing permits release until the next broken rule, and is kept', async () => {
    const task = await completedCount()
    await measure(lot, 12.7)
    const { unanswered } = await target(lot)
    expect((await answerFor(unanswered, mina, 'fine')).json().fields).toHaveProperty('text')
    expect((await answerFor(unanswered, mina)).statusCode).toBe(201)
    expect(await target(lot)).toMatchObject({ state: 'answered', unanswered: null })
    expect(await values(lot)).toMatchObject([{ responsibility: { by: 'Mina Manager' } }])
    expect((await answerFor(unanswered, mina)).json().message).toBe(
      'There is no broken rule to take responsibility for.',
    )
    expect((await bench.release([task], rita)).statusCode).toBe(200)
    const { rows } = await lab.pool.query(
      "select reason, account_id from audit where action = 'control.answered_for' and subject_id = $1",
      [lot],
    )
    expect(rows).toEqual([{ reason: expect.stringContaining('calibrator'), account_id: mina.accountId }])

    const next = await completedCount()
    await measure(lot, 12)
    expect((await waiting(next))?.whyNotRelease).toBeNull()
    await measure(lot, 12.7)
    expect((await bench.release([next], rita)).statusCode).toBe(409)
    expect((await answerFor(unanswered, mina)).json().message).toBe(
      'There is a later value. Load this lot again.',
    )
    await expect(lab.superuser.query('delete from control_responsibility')).rejects.toThrow('never changed')
  })

  it('a further broken rule by another level needs a new responsibility', async () => {
    const { material: its } = await get(`/lots/${lot}`)
    const high = await openLot(its.id, 'High')
    const { run } = await measure(lot, 12.7)
    const { unanswered } = await target(lot)
    await answerFor(unanswered, mina)
    expect(await target(lot)).toMatchObject({ state: 'answered' })
    await measure(high, 11.6, { run })
    expect((await values(lot))[0].rules).toEqual(['1-2s', '1-3s', 'R-4s'])
    expect(await target(lot)).toMatchObject({ state: 'out', unanswered })
    expect((await answerFor(unanswered, mina)).statusCode).toBe(201)
  })

  it('a technician of the specialty who neither measured the control nor entered the results can take responsibility', async () => {
    await completedCount()
    await measure(lot, 12.7, { by: rita })
    const outsider = await lab.makeStaff('technician')
    const tess = await bench.skilled('Tess Technician')
    const { unanswered } = await target(lot)
    for (const [by, why] of [
      [outsider, 'No test of yours reports this analyte.'],
      [rita, 'You measured this control: somebody else has to take responsibility.'],
      [hana, 'Results that you entered wait for this control: somebody else has to take responsibility.'],
    ] as const) {
      expect((await target(lot, by)).whyNotAnswer).toBe(why)
      const answer = await answerFor(unanswered, by)
      expect([answer.statusCode, answer.json().message]).toEqual([409, why])
    }
    expect((await target(lot, tess)).whyNotAnswer).toBeNull()
    expect((await answerFor(unanswered, tess)).statusCode).toBe(201)
  })

  it('a lot out of control cannot be closed; one in control can', async () => {
    await measure(lot, 12.7)
    const close = () => put(`/lots/${lot}/status`, { status: 'closed', reason: 'Used up' }, mina)
    expect((await close()).json().message).toContain('HGB: out of control.')
    await measure(lot, 12)
    expect((await close()).json().lot).toMatchObject({ status: 'closed', closingReason: 'Used up' })
    expect((await post('/runs', { lot, values: { HGB: 12 } })).json().fields.lot.join()).toContain(
      'is closed',
    )
    expect((await put(`/lots/${lot}/targets`, { targets: [hgb] }, mina)).statusCode).toBe(409)
  })

  it('a control value and releases take turns: nothing is released after the value is judged', async () => {
    for (let round = 0; round < 8; round++) {
      const task = await completedCount()
      const [released, measured] = await Promise.all([
        bench.release([task], rita),
        post('/runs', { lot, values: { HGB: 12.7 } }),
      ])
      expect(measured.statusCode).toBe(201)
      if (released.statusCode === 200) {
        // Ids of one process increase with time, and each is created while its creator holds the lock on the controls.
        const { rows } = await lab.pool.query(
          `select (select id from audit where action = 'result.released' and subject_id = $1)
             < (select max(id::text)::uuid from control_value where lot_id = $2) as before`,
          [task, lot],
        )
        expect(rows).toEqual([{ before: true }])
      } else {
        expect(released.statusCode).toBe(409)
      }
      const next = await completedCount()
      expect((await bench.release([next], rita)).statusCode).toBe(409)
      await measure(lot, 12)
    }
  })

  it('a release waits for a control value that is being judged, and obeys it', async () => {
    const task = await completedCount()
    const holder = await lab.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from control_gate for update')
      const releasing = bench.release([task], rita)
      const first = await Promise.race([releasing, waitForLock()])
      expect(first).toBe('waits')
      await holder.query(
        `insert into control_run (site_id, id, material_id, began_at, instrument)
         select site_id, gen_random_uuid(), material_id, now(), '' from control_lot where id = $1`,
        [lot],
      )
      await holder.query(
        `insert into control_line (site_id, lot_id, analyte_code, rejections)
         select site_id, id, 'HGB', '{1-3s}' from control_lot where id = $1`,
        [lot],
      )
      await holder.query('commit')
      expect((await releasing).statusCode).toBe(409)
    } finally {
      holder.release()
    }
  })

  /** Resolves once a statement of the product waits for the site's controls. */
  async function waitForLock(): Promise<'waits'> {
    for (;;) {
      const { rows } = await lab.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%control_gate%'",
      )
      if (rows.length > 0) return 'waits'
    }
  }
})

describe('a day without a control', () => {
  it('an analyte without a control for the configured hours is pointed out, and does not block release', async () => {
    await closeAll()
    const lot = await openLot(await material())
    const row = async () => (await get('')).rows.find(({ analyte }: { analyte: string }) => analyte === 'HGB')
    expect(await row()).toMatchObject({ state: 'none', stale: true })
    await measure(lot, 12)
    expect(await row()).toMatchObject({ state: 'in', stale: false })
    expect((await put('/settings', { controlHours: 2 }, mina)).statusCode).toBe(200)
    lab.clock.advance(hours(2) + minutes(1))
    expect(await row()).toMatchObject({ state: 'in', stale: true, lots: [{ latest: { value: 12 } }] })
    expect(await get('')).toMatchObject({ controlHours: 2, blocking: [] })
    lab.clock.advance(-hours(2) - minutes(1))
    await put('/settings', { controlHours: 24 }, mina)
  })

  it('a test that waits for release shows the state and the age of its controls, and the notes on it', async () => {
    await closeAll()
    const task = await completedCount()
    expect(await waiting(task)).toMatchObject({ control: null, notes: [] })
    const lot = await openLot(await material())
    expect((await waiting(task))?.control).toEqual({ state: 'none', at: null, stale: true })
    await measure(lot, 12)
    expect((await waiting(task))?.control).toMatchObject({ state: 'in', stale: false })
    await measure(lot, 12.5)
    const { at } = (await values(lot))[0]
    expect((await waiting(task))?.control).toMatchObject({ state: 'warning', at })
    const { controlHours } = await get('', hana)
    lab.clock.advance(hours(controlHours) + minutes(1))
    expect((await waiting(task))?.control).toMatchObject({ state: 'warning', stale: true })
    lab.clock.advance(-hours(controlHours) - minutes(1))
    await lab.call('POST', `/api/Labtask/task/${task}/notes`, { by: hana, body: { text: 'Repeated once' } })
    expect((await waiting(task))?.notes).toMatchObject([{ by: 'Hana Haematologist', text: 'Repeated once' }])
  })
})

describe('who may', () => {
  const calls: [string, Endpoint][] = Object.entries(contract)
  const anyId = '01900000-0000-7000-8000-000000000001'

  it('calls about controls are for staff, and setting up needs the permission', () => {
    expect(calls).toHaveLength(14)
    for (const [name, { access, permission }] of calls) {
      const isSetUp = /^(setControl|addControl|moveControl)/.test(name)
      const asks = isSetUp ? 'quality' : undefined
      expect([name, access, permission]).toEqual([name, ['technician', 'admin'], asks])
    }
  })

  it.each(calls)('%s is refused to patients and to those not signed in', async (_, { method, path }) => {
    const at = path.replace(':id', anyId)
    expect((await lab.call(method, at, { by: ama, body: {} })).statusCode).toBe(403)
    expect((await lab.call(method, at, { body: {} })).statusCode).toBe(401)
  })

  it.each(calls.filter(([, { access }]) => !access.includes('technician' as never)))(
    '%s is closed to technicians',
    async (_, { method, path }) => {
      const answer = await lab.call(method, path.replace(':id', anyId), { by: hana, body: {} })
      expect(answer.statusCode).toBe(403)
    },
  )

  it('unknown lots and values are not found', async () => {
    for (const answer of [
      await lab.call('GET', `${quality}/lots/${anyId}`, { by: hana }),
      await lab.call('GET', `${quality}/lots/${anyId}/values?analyte=HGB`, { by: hana }),
      await post('/runs', { lot: anyId, values: { HGB: 12 } }),
      await put(`/values/${anyId}/strike-out`, { reason: 'x' }),
      await answerFor(anyId, mina),
      await put(`/lots/${anyId}/status`, { status: 'open' }, mina),
      await put(`/lots/${anyId}/targets`, { targets: [hgb] }, mina),
    ]) {
      expect(answer.statusCode, answer.body).toBe(404)
    }
  })
})
