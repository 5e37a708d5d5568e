import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReportContent } from '#contract/reports.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type Bench, openBench } from './bench-tasks.ts'
import { mondayMorning, type Person, type TestApp } from './harness.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let manager: Person

beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
})
beforeEach(async () => {
  lab.clock.set(mondayMorning)
  await off().catch(() => {})
})
afterAll(() => lab.close())

const count = 'Full Blood Count'
/** All eighteen values, including calculated ones, within the intervals of a woman of 34. */
const whole = {
  WBC: 6.1,
  RBC: 4.2,
  HGB: 12.9,
  HCT: 38.5,
  PLT: 250,
  'NEUT%': 55,
  'LYMPH%': 35,
  'MONO%': 6,
  'EO%': 3,
  'BASO%': 1,
}

const on = (body: object = {}, by = manager) =>
  lab.call('POST', '/api/Labtask/release-rules/on', {
    by,
    body: { test: count, reason: 'Checked on 300 counts', ...body },
  })
const off = (by = manager) =>
  lab.call('POST', '/api/Labtask/release-rules/off', { by, body: { test: count, reason: 'A new analyser' } })
const rule = async () =>
  (await lab.call('GET', '/api/Labtask/release-rules', { by: manager }))
    .json()
    .find((one: { test: string }) => one.test === count)
const heldBack = async () =>
  (await lab.call('GET', '/api/Labtask/release-rules/held-back', { by: manager })).json() as {
    id: string
    why: string
    released: boolean
  }[]
const waiting = async (by = rita, query = '') =>
  (await lab.call('GET', `/api/Labtask/release?limit=200${query}`, { by })).json().rows as {
    id: string
    heldBack: string | null
    completedAt: string
  }[]
const isWaiting = async (task: string) => (await waiting()).some(({ id }) => id === task)

/** A blood count that Hana enters and completes. */
async function completed(values: object = whole, patient: object = {}) {
  const visit = await bench.started(ama, hana, [count], patient)
  await bench.enter(visit.task, values, 0, hana)
  const answer = await bench.complete(visit.task, hana)
  expect(answer.statusCode, answer.body).toBe(200)
  return { ...visit, message: answer.json().message as string }
}
/** A new patient, so that no delta check fails. */
let strangers = 0
const stranger = () => ({ fullName: `Somebody ${++strangers}` })
const reportOf = async (visitId: string): Promise<ReportContent | undefined> =>
  (await bench.report(visitId, ama)).json().report
const rowOf = async (task: string) =>
  (await lab.pool.query('select released_by, released_rule, released_at from task where id = $1', [task]))
    .rows[0]

describe('automatic release', () => {
  it('automatic release is off until a manager turns it on', async () => {
    const { task, message } = await completed(whole, stranger())
    expect(message).toBe('Full Blood Count: done.')
    expect(await isWaiting(task)).toBe(true)
    expect((await rule()).inForce).toBeNull()
  })

  it('automatic release is turned on and off by managers only, with a reason that is kept', async () => {
    for (const by of [ama, hana]) {
      expect([(await on({}, by)).statusCode, (await off(by)).statusCode]).toEqual([403, 403])
      for (const path of ['release-rules', 'release-rules/held-back']) {
        expect((await lab.call('GET', `/api/Labtask/${path}`, { by })).statusCode).toBe(403)
      }
    }
    expect((await on({ reason: ' ' })).statusCode).toBe(400)
    expect((await off()).json().message).toBe('No rule releases this test.')
    const { version } = (await on()).json()
    const second = (await on({ limits: { HGB: { low: 12.5, high: 14 } }, reason: 'Narrower' })).json()
    expect(second.version).toBe(version + 1)
    await off()
    const { inForce, history, name } = await rule()
    expect([inForce, name]).toEqual([null, 'Full Blood Count within limits'])
    expect(history.slice(0, 2)).toMatchObject([
      { version: version + 1, reason: 'Narrower', turnedOnBy: 'Mary Manager', offReason: 'A new analyser' },
      { version, reason: 'Checked on 300 counts', offReason: 'Narrower' },
    ])
    const { rows } = await lab.pool.query(
      `select action, account_id from audit where subject_kind = 'test' and subject_id = 'FBC' order by id desc limit 3`,
    )
    expect(rows).toEqual(
      ['off', 'on', 'on'].map((how) => ({ action: `release_rule.${how}`, account_id: manager.accountId })),
    )
    const test = await lab.call('GET', '/api/catalogue/tests/FBC', { by: manager })
    expect(test.json().history.slice(0, 2)).toMatchObject([
      { reason: 'A new analyser', added: false },
      { reason: 'Narrower', added: false },
    ])
  })

  it.each([
    ['an analyte of another test', { SODIUM: { low: 1, high: 2 } }, 'limits.SODIUM'],
    ['limits that cross', { HGB: { low: 15, high: 12 } }, 'limits.HGB'],
    ['no limit at all', { HGB: { low: null, high: null } }, 'limits.HGB'],
  ])('automatic release is not turned on with %s', async (_what, limits, field) => {
    const answer = await on({ limits })
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]])
  })

  it('two managers who turn a rule on at once put one version in force', async () => {
    const answers = await Promise.all([on(), on(), on()])
    expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true)
    const { rows } = await lab.pool.query(
      `select count(*) filter (where turned_off_at is null) as n, count(*) as all, max(version) as last
       from release_rule where test_code = 'FBC'`,
    )
    expect(rows[0].n).toBe(1)
    expect(rows[0].all).toBe(rows[0].last)
  })

  it('automatic release names the rule and its version, never a person', async () => {
    const { version } = (await on()).json()
    const { task, visitId, message } = await completed(whole, stranger())
    expect(message).toBe(
      `Full Blood Count: done, and released by the rule ‘Full Blood Count within limits’ version ${version}.`,
    )
    expect(await rowOf(task)).toMatchObject({ released_by: null, released_rule: version })
    const report = await reportOf(visitId)
    expect(report?.tests[0]).toMatchObject({
      enteredBy: 'Hana Haematologist',
      releasedBy: `Full Blood Count within limits, version ${version}`,
      byRule: true,
    })
    const { rows } = await lab.pool.query(
      `select u.action, u.account_id, u.role, u.reason from audit u
       where u.subject_id in ($1, $2) and action in ('result.released', 'report.issued')`,
      [task, visitId],
    )
    expect(rows).toHaveLength(2)
    for (const row of rows)
      expect(row).toMatchObject({ account_id: null, role: null, reason: expect.stringContaining('rule') })
    const reports = await lab.pool.query(
      'select released_by, released_rule from report where visit_id = $1',
      [visitId],
    )
    expect(reports.rows).toEqual([
      { released_by: null, released_rule: `‘Full Blood Count within limits’ version ${version}` },
    ])
  })

  it.each([
    ['low', { ...whole, HGB: 11.9 }, 'HGB is low'],
    ['critical', { ...whole, HGB: 3 }, 'HGB is critical'],
    ['not there', { ...whole, PLT: undefined }, 'PLT has no result'],
  ])(
    'a rule leaves a full blood count with a value that is %s to a person, and says so',
    async (_how, values, why) => {
      await on()
      const { task, message } = await completed(JSON.parse(JSON.stringify(values)), stranger())
      expect(message).toBe('Full Blood Count: done.')
      const [latest] = await heldBack()
      expect(latest).toMatchObject({ id: task, released: false, why: expect.stringContaining(why) })
      expect((await waiting()).find(({ id }) => id === task)?.heldBack).toBe(latest?.why)
      expect((await rowOf(task)).released_at).toBeNull()
    },
  )

  it('a rule leaves a failed delta check to a person', async () => {
    await on()
    const person = stranger()
    expect((await completed(whole, person)).message).toContain('released by the rule')
    const { task } = await completed({ ...whole, PLT: 400 }, person)
    expect((await heldBack())[0]).toMatchObject({ id: task, why: 'PLT has changed much since last time' })
  })

  it('a rule leaves analytes out of control, unconfirmed intervals and poor samples to a person', async () => {
    await on()
    const material = uuidv7(lab.clock)
    const lot = uuidv7(lab.clock)
    await lab.pool.query(
      `with site as (select id from site order by created_at limit 1),
        m as (insert into control_material values ($1, 'Blood control', 'Maker', now(), $3)),
        l as (insert into control_lot (site_id, id, material_id, level, number, expires_on, created_at, created_by, opened_at, opened_by)
          select id, $2, $1, 'Normal', '7', '2030-01-01', now(), $3, now(), $3 from site),
       t as (insert into control_target (site_id, lot_id, analyte_code, mean, sd, set_at, set_by)
         select id, $2, 'HGB', 13, 0.2, now(), $3 from site)
       insert into control_line (site_id, lot_id, analyte_code, rejections)
       select id, $2, 'HGB', '{1-3s}' from site`,
      [material, lot, manager.accountId],
    )
    const blocked = await completed(whole, stranger())
    expect((await heldBack())[0]).toMatchObject({
      id: blocked.task,
      why: expect.stringContaining('HGB is out of control'),
    })
    await lab.pool.query(`update control_line set rejections = '{}' where lot_id = $1`, [lot])

    const poor = await bench.started(ama, hana, [count], stranger())
    await lab.pool.query(`update sample set prepared = 'no' where visit_id = $1`, [poor.visitId])
    await bench.enter(poor.task, whole, 0, hana)
    await bench.complete(poor.task, hana)
    expect((await heldBack())[0]).toMatchObject({ id: poor.task, why: 'the patient was not prepared' })

    await lab.call('POST', '/api/Labtask/release-rules/on', {
      by: manager,
      body: { test: 'Blood Sugar', reason: 'Try' },
    })
    const sugar = await bench.started(ama, hana, ['Blood Sugar'], stranger())
    await bench.enter(sugar.task, { 'FASTING-BLOOD-GLUCOSE': 4.8, 'RANDOM-BLOOD-GLUCOSE': 5 }, 0, hana)
    await bench.complete(sugar.task, hana)
    expect((await heldBack())[0]?.why).toContain('is not confirmed')
  })

  it('a rule uses its own limits if it has them', async () => {
    await on({ limits: { PLT: { low: 200, high: 300 } } })
    expect((await completed(whole, stranger())).message).toContain('released by the rule')
    const { task } = await completed({ ...whole, PLT: 301 }, stranger())
    expect((await heldBack())[0]).toMatchObject({ id: task, why: 'PLT is beyond the rule’s own limits' })
  })

  it('turning a rule off takes effect at once', async () => {
    await on()
    await off()
    const { task } = await completed(whole, stranger())
    expect(await isWaiting(task)).toBe(true)
  })

  it('a rule never releases a correction, and the report then names a person', async () => {
    await on()
    const { task, visitId } = await completed(whole, stranger())
    await bench.correct(task, 'Two tubes were swapped', rita)
    const { resultsRevision } = await bench.form(task, hana)
    const again = await bench.enter(task, { ...whole, PLT: 255 }, resultsRevision, hana)
    expect(again.json().message).toBe('Full Blood Count: results saved.')
    expect(await isWaiting(task)).toBe(true)
    expect((await bench.release([task], rita)).statusCode).toBe(200)
    expect(await rowOf(task)).toMatchObject({ released_by: rita.accountId, released_rule: null })
    expect((await reportOf(visitId))?.tests[0]).toMatchObject({ releasedBy: 'Rita Reviewer', byRule: false })
  })

  it('a rule judges completed results again when they are saved again', async () => {
    await on()
    const { task } = await completed({ ...whole, HGB: 11.9 }, stranger())
    const { resultsRevision } = await bench.form(task, hana)
    const answer = await bench.enter(task, whole, resultsRevision, hana)
    expect(answer.json().message).toContain('Released by the rule')
    expect(answer.json().form.releasedAt).not.toBeNull()
    expect((await heldBack()).some(({ id }) => id === task)).toBe(false)
  })
})

describe('the database', () => {
  it('the database requires exactly one releaser, a person or a rule', async () => {
    await on()
    const { task } = await completed(whole, stranger())
    const set = (columns: string) => lab.pool.query(`update task set ${columns} where id = $1`, [task])
    await expect(set(`released_by = '${rita.accountId}'`)).rejects.toThrow('task_released_by_one')
    await expect(set('released_rule = null')).rejects.toThrow('task_released_by_one')
    await expect(set('released_rule = 999')).rejects.toThrow('foreign key')
    await expect(set('released_at = null')).rejects.toThrow('task_released_by_one')
  })
})

describe('the person who entered results', () => {
  it('the person who entered results cannot release them, not even as a manager', async () => {
    const { task } = await bench.started(ama, manager, [count], stranger())
    await bench.enter(task, whole, 0, manager)
    await bench.complete(task, manager)
    const answer = await bench.release([task], manager)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      expect.stringContaining('You entered these results: somebody else has to release them.'),
    ])
    expect((await bench.release([task], rita)).statusCode).toBe(200)
  })
})

describe('results waiting for release', () => {
  it('results waiting for release are paged by cursor, oldest first, and managers see all of them', async () => {
    for (let one = 0; one < 5; one++) {
      lab.clock.advance(1000)
      await completed(whole, stranger())
    }
    const all = await waiting(manager)
    expect(all.map(({ completedAt }) => completedAt)).toEqual(
      all.map(({ completedAt }) => completedAt).sort(),
    )
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const answer = await lab.call(
        'GET',
        `/api/Labtask/release?limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`,
        { by: manager },
      )
      const { rows, nextCursor } = answer.json()
      seen.push(...rows.map(({ id }: { id: string }) => id))
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(all.map(({ id }) => id))
    expect((await lab.call('GET', '/api/Labtask/release?cursor=x', { by: manager })).statusCode).toBe(400)
  })
})

describe('released tasks', () => {
  const released = async (query = '', by = manager) =>
    (await lab.call('GET', `/api/Labtask/released?${query}`, { by })).json() as {
      rows: { id: string; accession: string; reference: string; patient: { fullName: string } }[]
      nextCursor: string | null
    }

  it('released tasks are listed the latest first and found by number, reference or name', async () => {
    const person = { fullName: 'Nana Akuffo-Addae' }
    lab.clock.advance(5000)
    const { task } = await completed(whole, person)
    await bench.release([task], rita)
    const { rows: tasks } = await released('limit=1')
    expect(tasks).toMatchObject([
      { id: task, title: count, patient: person, releasedBy: 'Rita Reviewer', byRule: false },
    ])
    const [{ accession = '', reference = '' } = {}] = tasks
    for (const search of [
      accession,
      accession.slice(0, 13),
      reference,
      reference.toLowerCase(),
      'akuffo',
      'nana ak',
    ]) {
      const found = await released(`search=${encodeURIComponent(search)}`)
      expect(
        found.rows.map(({ id }) => id),
        search,
      ).toContain(task)
    }
    expect((await released('search=%25')).rows).toEqual([])
    const byName = (await lab.call('GET', '/api/Labtask/tasks?search=akuffo', { by: hana })).json()
    expect(byName.rows).toMatchObject([{ id: task }])
  })

  it('released tasks are paged by cursor, and technicians see their own tests only', async () => {
    const all = (await released('limit=200')).rows.map(({ id }) => id)
    const seen: string[] = []
    let cursor: string | null = ''
    do {
      const page: Awaited<ReturnType<typeof released>> = await released(
        `limit=3${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.rows.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(all)
    const other = await lab.makeStaff('technician')
    expect((await released('', other)).rows).toEqual([])
    expect((await lab.call('GET', '/api/Labtask/released', { by: ama })).statusCode).toBe(403)
  })
})
