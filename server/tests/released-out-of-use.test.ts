import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bench, openBench } from './bench-tasks.ts'
import { mondayMorning, type Person, type TestApp } from './harness.ts'
import { addAnalyser, count, dial, hold, normal, sendAstm, turn } from './instruments.ts'

/** Results that an analyser measured while it was out of use: their release, and the list of them with the breakdown. */

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let manager: Person
let holding: ReturnType<typeof hold>
let xn: { id: string; port: number }
beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin', { fullName: 'Mansa Manager' })
  await lab.pool.query(`update account set permissions = '{release,retract,instruments}' where id = $1`, [
    rita.accountId,
  ])
  xn = await addAnalyser(lab, manager, 'sysmex-xn')
  await turn(lab, manager, xn.id, 'live')
  holding = hold(lab)
  lab.clock.set(mondayMorning)
})
afterAll(async () => {
  await holding.stop()
  await lab.close()
})

const rows = async (statement: string, ...values: unknown[]) => (await lab.pool.query(statement, values)).rows
const base = () => `/api/instruments/${xn.id}/breakdowns`
const report = (time: string) =>
  lab.call('POST', base(), { by: hana, body: { day: '2026-03-09', time, fault: 'Sample probe is bent' } })
const listed = async () => (await lab.call('GET', base(), { by: rita })).json().rows
const testsOf = async (breakdown: string, by: Person = rita) =>
  lab.call('GET', `${base()}/${breakdown}/results`, { by })
const back = async (time: string) => {
  const [{ id }] = await listed()
  const body = { day: '2026-03-09', time, repair: 'Probe changed, controls in range' }
  expect((await lab.call('POST', `${base()}/${id}/end`, { by: rita, body })).statusCode).toBe(200)
  return id
}

/** A completed count whose results the analyser measured at this time, `20260309HHMMSS`. */
async function measuredAt(time: string): Promise<string> {
  const { task } = await bench.started(ama, hana)
  const [{ accession }] = await rows(
    'select s.accession from task k join sample s on s.site_id = k.site_id and s.id = k.sample_id where k.id = $1',
    task,
  )
  const socket = await dial(xn.port)
  expect(await sendAstm(socket, count(accession, normal, time))).toBe('sent')
  socket.destroy()
  await expect
    .poll(async () => rows(`select from instrument_message where state = 'received'`), { timeout: 10_000 })
    .toEqual([])
  const form = await bench.form(task, hana)
  const measuredValues = Object.fromEntries(
    form.analytes.flatMap(({ code, measured }: { code: string; measured: { value: unknown } | null }) =>
      measured ? [[code, measured.value]] : [],
    ),
  )
  // Typed by hand.
  const values = { ...measuredValues, 'MONO%': 6, 'EO%': 3, 'BASO%': 1 }
  expect((await bench.enter(task, values, 0, hana)).statusCode).toBe(200)
  expect((await bench.complete(task, hana)).statusCode).toBe(200)
  return task
}
const release = (tasks: string[], outOfUseReason?: string) =>
  lab.call('POST', '/api/Labtask/release', {
    by: rita,
    body: { tasks, ...(outOfUseReason !== undefined && { outOfUseReason }) },
  })
const waiting = async (task: string) =>
  (await lab.call('GET', '/api/Labtask/release', { by: rita }))
    .json()
    .rows.find(({ id }: { id: string }) => id === task)
const auditOf = (task: string) =>
  rows(`select reason from audit where action = 'result.released' and subject_id = $1`, task)

it('results measured while the analyser was out of use are released alone, and with a reason that is audited', async () => {
  const [early, during] = [await measuredAt('20260309065500'), await measuredAt('20260309070500')]
  expect((await report('07:00')).json().message).toContain('saved results were measured since: check them.')
  expect(await waiting(early)).toMatchObject({ outOfUse: [], whyNotRelease: null })
  expect(await waiting(during)).toMatchObject({
    whyNotRelease: null,
    outOfUse: [
      {
        ...{ analyser: 'sysmex-xn', fault: 'Sample probe is bent', until: null },
        ...{ since: '2026-03-09T07:00:00.000Z', measuredAt: '2026-03-09T07:05:00.000Z' },
      },
    ],
  })
  const both = await release([early, during])
  expect(both.statusCode).toBe(409)
  expect(both.json().message).toContain('measured while sysmex-xn was out of use (Sample probe is bent)')
  const alone = await release([during])
  expect(alone.json().code).toBe('not_possible_now')
  expect((await release([early, during], 'Checked')).json().fields).toEqual({
    outOfUseReason: ['Give a reason for one test at a time'],
  })
  expect((await release([during], ' ')).json().fields).toEqual({
    outOfUseReason: ['Give the reason: it is kept with the release'],
  })
  expect((await release([during], 'The probe of the other arm was used')).statusCode).toBe(200)
  expect(await auditOf(during)).toEqual([
    { reason: 'Measured while the analyser was out of use: The probe of the other arm was used' },
  ])
  // A reason that is not needed is not kept.
  expect((await release([early], 'Just in case')).statusCode).toBe(200)
  expect(await auditOf(early)).toEqual([{ reason: null }])
  const [{ id, saved, released }] = await listed()
  expect({ saved: saved > 0, released }).toEqual({ saved: true, released: 1 })
  expect((await testsOf(id)).json().rows).toMatchObject([
    {
      id: during,
      state: 'released',
      releasedBy: rita.fullName,
      reason: 'The probe of the other arm was used',
    },
  ])
  await back('07:10')
})

it('results released before the breakdown was reported are listed with it, and are released again with a reason only', async () => {
  const task = await measuredAt('20260309072500')
  expect((await release([task])).statusCode).toBe(200)
  expect((await report('07:20')).json().message).toContain('1 test with such results is already released.')
  const id = await back('07:30')
  expect((await testsOf(id)).json().rows).toMatchObject([
    {
      ...{ id: task, title: 'Full Blood Count', state: 'released', reason: null },
      measuredAt: '2026-03-09T07:25:00.000Z',
    },
  ])
  expect((await testsOf(id, hana)).statusCode).toBe(403)
  expect((await bench.correct(task, 'The probe was bent', rita)).statusCode).toBe(200)
  expect((await testsOf(id)).json().rows).toMatchObject([{ id: task, state: 'correcting' }])
  expect((await release([task])).json().code).toBe('not_possible_now')
  expect((await release([task], 'Repeated on the other counter')).statusCode).toBe(200)
  await expect(
    lab.pool.query('update task set released_at = null, released_by = null where id = $1', [task]),
  ).rejects.toThrow('task_out_of_use_released')
  const other = await addAnalyser(lab, manager, 'sysmex-xn', { name: 'Second counter' })
  const answer = await lab.call('GET', `/api/instruments/${other.id}/breakdowns/${id}/results`, { by: rita })
  expect(answer.statusCode).toBe(404)
})

it('a rule does not release results that were measured while the analyser was out of use', async () => {
  const path = '/api/Labtask/release-rules/on'
  const body = { test: 'Full Blood Count', reason: 'Proven', limits: {} }
  expect((await lab.call('POST', path, { by: manager, body })).statusCode).toBe(200)
  await rows(
    `insert into instrument_breakdown (site_id, id, instrument_id, started_at, fault, reported_by, reported_at, ended_at, repair, ended_by)
     select site_id, gen_random_uuid(), id, '2026-03-09T08:00:00Z', 'Fault', $2, '2026-03-09T08:20:00Z', '2026-03-09T08:10:00Z',
       'Done', $2 from instrument where id = $1`,
    xn.id,
    rita.accountId,
  )
  const good = await measuredAt('20260309081500')
  const bad = await measuredAt('20260309080500')
  expect(await rows('select released_rule from task where id = $1', good)).toEqual([{ released_rule: 1 }])
  expect(await waiting(bad)).toMatchObject({
    heldBack: 'a value was measured while its analyser was out of use',
  })
})
