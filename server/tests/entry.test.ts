import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { analyteOf, type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person

beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
})
afterAll(() => lab.close())

const count = async (details: object = {}) => (await bench.started(ama, hana, undefined, details)).task

async function stored(task: string): Promise<Record<string, number>> {
  const { rows } = await lab.pool.query(
    'select analyte_code, number from result where task_id = $1 and not calculated',
    [task],
  )
  return Object.fromEntries(rows.map((row) => [row.analyte_code, row.number]))
}

async function savesNoted(task: string): Promise<number> {
  const { rows } = await lab.pool.query(
    "select count(*) from audit where action = 'result.entered' and subject_id = $1",
    [task],
  )
  return rows[0].count
}

describe('saving results', () => {
  it('a save names the revision that it follows, and makes the next one', async () => {
    const task = await count()
    expect(await bench.form(task, hana)).toMatchObject({ resultsRevision: 0, saved: null })
    const nameless = await lab.call('POST', `/api/Labtask/task/${task}/results`, {
      by: hana,
      body: { values: normalCount },
    })
    expect([nameless.statusCode, nameless.json().fields]).toEqual([
      400,
      { revision: ['Say which revision this follows'] },
    ])
    const first = await bench.enter(task, normalCount, 0, hana)
    expect(first.json().form).toMatchObject({
      resultsRevision: 1,
      saved: { by: 'Hana Haematologist', byMe: true, at: '2026-03-09T08:30:00.000Z' },
    })
    expect((await bench.enter(task, { ...normalCount, WBC: 7 }, 1, rita)).json().form).toMatchObject({
      resultsRevision: 2,
      saved: { by: 'Rita Reviewer', byMe: true },
    })
  })

  it('a save of results that another person has saved meanwhile is refused with that person’s name, and overwrites nothing', async () => {
    const task = await count()
    const typed = { HGB: '11.1', PLT: '180' }
    await lab.call('PUT', `/api/Labtask/task/${task}/draft`, {
      by: rita,
      body: { typed, revision: 0, resultsRevision: 0 },
    })
    await bench.enter(task, normalCount, 0, hana)
    const late = await bench.enter(task, { HGB: 11.1, PLT: 180 }, 0, rita)
    expect([late.statusCode, late.json().code]).toEqual([409, 'changed_meanwhile'])
    expect(late.json().message).toContain('Hana Haematologist saved results of this test meanwhile')
    expect(await stored(task)).toEqual(normalCount)
    const seen = await bench.form(task, rita)
    expect(seen).toMatchObject({
      resultsRevision: 1,
      saved: { by: 'Hana Haematologist', byMe: false },
      draft: { typed, resultsRevision: 0 },
    })
    expect((await bench.enter(task, { ...normalCount, HGB: 11.1 }, 1, rita, 1)).statusCode).toBe(200)
    expect(await stored(task)).toMatchObject({ HGB: 11.1, WBC: 6.1 })
    expect((await bench.form(task, rita)).draft).toBeNull()
  })

  it('exactly one of 32 concurrent saves on the same revision succeeds', async () => {
    const task = await count()
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        bench.enter(task, { ...normalCount, PLT: 100 + index }, 0, index % 2 === 0 ? hana : rita),
      ),
    )
    const won = answers.flatMap(({ statusCode }, index) => (statusCode === 200 ? [index] : []))
    expect(won).toHaveLength(1)
    expect(answers.filter((answer) => answer.json().code === 'changed_meanwhile')).toHaveLength(31)
    expect(await stored(task)).toEqual({ ...normalCount, PLT: 100 + (won[0] ?? 0) })
    expect(await bench.form(task, hana)).toMatchObject({ resultsRevision: 1 })
    expect(await savesNoted(task)).toBe(1)
  })

  it('a retried save is idempotent, even after a release', async () => {
    const { task } = await bench.started(ama, hana)
    const first = await bench.enter(task, { ...normalCount, HGB: 12.94 }, 0, hana)
    const again = await bench.enter(task, { ...normalCount, HGB: 12.94 }, 0, hana)
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    await bench.complete(task, hana)
    await bench.release([task], rita)
    const late = await bench.enter(task, { ...normalCount, HGB: 12.94 }, 0, hana)
    expect([late.statusCode, late.json().form.releasedAt]).toEqual([200, expect.any(String)])
    expect(await savesNoted(task)).toBe(1)
  })

  it('a save with other values, by somebody else, or after a later save is no retry', async () => {
    const task = await count()
    await bench.enter(task, normalCount, 0, hana)
    const { PLT: _, ...withoutPlatelets } = normalCount
    for (const [values, by] of [
      [{ ...normalCount, HGB: 13 }, hana],
      [withoutPlatelets, hana],
      [normalCount, rita],
    ] as const) {
      expect((await bench.enter(task, values, 0, by)).json().code).toBe('changed_meanwhile')
    }
    await bench.enter(task, { ...normalCount, WBC: 9 }, 1, rita)
    expect((await bench.enter(task, normalCount, 0, hana)).json().code).toBe('changed_meanwhile')
    expect((await stored(task)).WBC).toBe(9)
  })

  it('a save in a race with release and correction leaves a report that matches the stored results', async () => {
    for (let round = 0; round < 6; round++) {
      const { visitId, task } = await bench.started(ama, hana)
      await bench.enter(task, normalCount, 0, hana)
      await bench.complete(task, hana)
      await bench.release([task], rita)
      if (round % 2 === 0) await bench.correct(task, 'Tubes were swapped', hana)
      const [, entered, released] = await Promise.all([
        bench.correct(task, 'Clotted', hana),
        bench.enter(task, { ...normalCount, WBC: 7.7 }, 1, hana),
        bench.release([task], rita),
      ])
      const { rows } = await lab.pool.query(
        'select released_at, correction_reason, results_revision from task where id = $1',
        [task],
      )
      const [state] = rows
      const said = (await bench.report(visitId, ama)).json()
      const white = analyteOf({ analytes: said.report.tests[0].results }, 'WBC') as unknown as {
        value: string
      }
      const versions = 1 + (released.statusCode === 200 ? 1 : 0)
      expect(said.versions).toHaveLength(versions)
      expect(state.results_revision).toBe(entered.statusCode === 200 ? 2 : 1)
      // If released, the report equals the stored results; if open for correction, there is a reason and an earlier report.
      if (state.released_at !== null) expect(Number(white.value)).toBe((await stored(task)).WBC)
      else expect(state.correction_reason).toMatch(/swapped|Clotted/)
    }
  })
})

describe('a draft', () => {
  const put = (task: string, typed: object, revision: number, resultsRevision: number, by = hana) =>
    lab.call('PUT', `/api/Labtask/task/${task}/draft`, { by, body: { typed, revision, resultsRevision } })

  it('saving a draft is idempotent, and another draft of the same revision is refused', async () => {
    const task = await count()
    expect((await put(task, { HGB: '1' }, 0, 0)).json()).toEqual({ revision: 1 })
    expect((await put(task, { HGB: '1' }, 0, 0)).json()).toEqual({ revision: 1 })
    expect((await put(task, { HGB: '12' }, 1, 0)).json()).toEqual({ revision: 2 })
    expect((await put(task, { HGB: '12' }, 1, 0)).json()).toEqual({ revision: 2 })
    expect((await put(task, { HGB: '13' }, 1, 0)).json().code).toBe('changed_meanwhile')
    expect((await bench.form(task, hana)).draft).toMatchObject({ typed: { HGB: '12' }, revision: 2 })
  })

  it('a draft typed over replaced results is refused', async () => {
    const task = await count()
    await put(task, { HGB: '11' }, 0, 0, rita)
    await bench.enter(task, normalCount, 0, hana)
    expect((await put(task, { HGB: '11.1' }, 1, 0, rita)).json().code).toBe('changed_meanwhile')
    // Rita has seen both, and saves on the latest revision.
    expect((await put(task, { HGB: '11.1' }, 1, 1, rita)).json()).toEqual({ revision: 2 })
    expect((await bench.form(task, rita)).draft).toMatchObject({ resultsRevision: 1 })
  })

  it('a draft in a race with a save never counts as typed over that save', async () => {
    for (let round = 0; round < 8; round++) {
      const task = await count()
      const follows = round % 2
      if (follows === 1) await put(task, { HGB: '1' }, 0, 0)
      const [, saved] = await Promise.all([
        put(task, { HGB: '12.9' }, follows, 0),
        bench.enter(task, normalCount, 0, hana, follows),
      ])
      expect(saved.statusCode).toBe(200)
      const { draft, resultsRevision } = await bench.form(task, hana)
      if (draft !== null) expect(draft.resultsRevision).toBeLessThan(resultsRevision)
    }
  })

  it('a later draft from another window stays when an older one is saved as results', async () => {
    const task = await count()
    await put(task, { HGB: '12.9' }, 0, 0)
    await put(task, { HGB: '12.9', PLT: '180' }, 1, 0)
    await bench.enter(task, { HGB: 12.9 }, 0, hana, 1)
    expect((await bench.form(task, hana)).draft).toMatchObject({ typed: { PLT: '180' }, resultsRevision: 0 })
  })
})

describe('a check of values before saving', () => {
  const check = (task: string, values: object, by = hana) =>
    lab.call('POST', `/api/Labtask/task/${task}/results/check`, { by, body: { values } })

  it('a check of values returns flags, delta checks and calculated values, and saves nothing', async () => {
    const patient = { fullName: 'Check Mensah' }
    const first = await count(patient)
    await bench.enter(first, normalCount, 0, hana)
    await bench.complete(first, hana)
    await bench.release([first], rita)
    lab.clock.advance(minutes(1))
    const task = await count(patient)
    const answer = (await check(task, { ...normalCount, HGB: 6.9, PLT: 90 })).json()
    const of = (code: string) => answer.results.find((result: { code: string }) => result.code === code)
    expect(of('HGB')).toEqual({ code: 'HGB', value: 6.9, flag: 'LL', delta: false, calculated: false })
    expect(of('PLT')).toMatchObject({ flag: 'L', delta: true })
    expect(of('MCV')).toMatchObject({ value: 91.7, calculated: true })
    expect(await bench.form(task, hana)).toMatchObject({ resultsRevision: 0, saved: null, callbacks: [] })
  })

  it('a check of values names those that cannot be saved', async () => {
    const task = await count()
    expect((await check(task, { HGB: 129, PLT: 'many', WBC: 6.1, XYZ: 1 })).json()).toEqual({
      results: [{ code: 'WBC', value: 6.1, flag: '', delta: false, calculated: false }],
      problems: {
        XYZ: 'This test has no such analyte',
        HGB: 'HGB cannot be 129: 0 to 30 is possible',
        PLT: 'PLT must be a number',
      },
    })
    expect((await check(task, {})).json()).toEqual({ results: [], problems: {} })
  })

  it('a check of values is limited to those who may enter them', async () => {
    const task = await count()
    const outsider = await lab.makeStaff('technician')
    expect((await check(task, normalCount, outsider)).statusCode).toBe(404)
    expect((await check(task, normalCount, ama)).statusCode).toBe(403)
  })
})

describe('a result form', () => {
  it('the result form has the formula and source of calculated analytes', async () => {
    const form = await bench.form(await count(), hana)
    expect(analyteOf(form, 'MCHC')).toMatchObject({
      calculated: true,
      formula: { text: 'HGB (g/dL) × 100 ÷ HCT (%)', source: expect.stringContaining('Dacie and Lewis') },
    })
    expect(analyteOf(form, 'HGB')).toMatchObject({ calculated: false, formula: null })
  })
})
