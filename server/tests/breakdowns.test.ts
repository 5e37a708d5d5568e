import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Breakdown, OutOfUse } from '#contract/instrument-breakdowns.ts'
import { analyteOf, type Bench, openBench } from './bench-tasks.ts'
import { mondayMorning, type Person, type TestApp } from './harness.ts'
import { addAnalyser, count, dial, hold, normal, sendAstm, turn } from './instruments.ts'

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
  await lab.pool.query(`update account set permissions = '{release,instruments}' where id = $1`, [
    rita.accountId,
  ])
  xn = await addAnalyser(lab, manager, 'sysmex-xn')
  await turn(lab, manager, xn.id, 'live')
  holding = hold(lab)
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(async () => {
  await holding.stop()
  await lab.close()
})

const rows = async (statement: string, ...values: unknown[]) => (await lab.pool.query(statement, values)).rows
const base = () => `/api/instruments/${xn.id}/breakdowns`
const today = '2026-03-09'
const report = (time: string, by: Person = hana, id = xn.id) =>
  lab.call('POST', `/api/instruments/${id}/breakdowns`, {
    by,
    body: { day: today, time, fault: 'Sample probe is bent' },
  })
const listed = async (): Promise<Breakdown[]> => (await lab.call('GET', base(), { by: rita })).json().rows
const end = (id: string, time: string, by: Person = rita, day = today) =>
  lab.call('POST', `${base()}/${id}/end`, {
    by,
    body: { day, time, repair: 'Probe changed, controls in range' },
  })
const back = async (time: string) => {
  const [latest] = await listed()
  expect((await end(latest?.id ?? '', time)).statusCode).toBe(200)
}
const outOfUse = async (): Promise<OutOfUse[]> =>
  (await lab.call('GET', '/api/instruments/out-of-use', { by: hana })).json().instruments

async function send(message: string): Promise<void> {
  const socket = await dial(xn.port)
  expect(await sendAstm(socket, message)).toBe('sent')
  socket.destroy()
  await expect
    .poll(async () => rows(`select from instrument_message where state = 'received'`), { timeout: 10_000 })
    .toEqual([])
}
const valuesOf = (sample: string) =>
  rows(`select distinct state, reason from measured_value where sample like '%' || $1 order by 1`, sample)
async function started(): Promise<{ task: string; accession: string }> {
  const { task } = await bench.started(ama, hana)
  const [found] = await rows(
    'select s.accession from task k join sample s on s.site_id = k.site_id and s.id = k.sample_id where k.id = $1',
    task,
  )
  return { task, accession: found.accession }
}

it('all staff report a breakdown; it is listed with its tests, and staff for analysers are notified', async () => {
  expect((await report('06:00', ama)).statusCode).toBe(403)
  const future = await report('09:00')
  expect(future.json().fields).toEqual({ day: ['Choose a time that is not in the future'] })
  const both = await Promise.all([report('06:00'), report('06:10')])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  const [one, ...others] = await outOfUse()
  expect(others).toEqual([])
  expect(one).toMatchObject({ name: 'sysmex-xn', fault: 'Sample probe is bent' })
  expect(one?.tests).toContainEqual({ name: 'Full Blood Count', isElsewhere: false })
  const { instruments } = (await lab.call('GET', '/api/instruments', { by: hana })).json()
  expect(instruments[0].outOfUse).toMatchObject({ fault: 'Sample probe is bent' })
  const told = await rows(`select recipient from outbox where kind = 'analyser_down' order by 1`)
  expect(told.map(({ recipient }) => recipient)).toEqual([manager.email, rita.email].sort())
  lab.clock.advance(60_000)
  const [mail] = await lab.mailsTo(rita.email)
  expect(mail?.subject).toBe('sysmex-xn is out of use')
  await back('06:30')
  expect(await outOfUse()).toEqual([])
})

it('a test is marked as measured elsewhere while another analyser that measures it is in use', async () => {
  const second = await addAnalyser(lab, manager, 'sysmex-xn', { name: 'Second counter' })
  await turn(lab, manager, second.id, 'live')
  expect((await report('06:40')).statusCode).toBe(201)
  const fbc = async () => (await outOfUse())[0]?.tests.find(({ name }) => name === 'Full Blood Count')
  expect(await fbc()).toMatchObject({ isElsewhere: true })
  await turn(lab, manager, second.id, 'off')
  expect(await fbc()).toMatchObject({ isElsewhere: false })
  await back('06:50')
})

it('values that an analyser sends while out of use are held until a person decides after the repair', async () => {
  const { task, accession } = await started()
  await report('07:00')
  await send(count(accession, normal, '20260309070500'))
  expect(await valuesOf(accession)).toEqual([{ state: 'held', reason: 'out_of_use' }])
  expect(analyteOf(await bench.form(task, hana), 'HGB')).toMatchObject({ measured: null })
  const ids = async () =>
    (await rows(`select id from measured_value where sample like '%' || $1`, accession)).map(({ id }) => id)
  const again = async () =>
    lab.call('POST', '/api/instruments/held/again', { by: hana, body: { values: await ids() } })
  await again()
  expect(await valuesOf(accession)).toEqual([{ state: 'held', reason: 'out_of_use' }])
  await back('07:10')
  // A code that is mapped again releases nothing that waits for a decision.
  const body = { code: 'HGB', analyte: 'HGB', unit: 'g/dL', factor: null }
  await lab.call('PUT', `/api/instruments/${xn.id}/codes`, { by: manager, body })
  expect(await valuesOf(accession)).toEqual([{ state: 'held', reason: 'out_of_use' }])
  await again()
  expect(await valuesOf(accession)).toEqual([{ state: 'matched', reason: '' }])
  expect(analyteOf(await bench.form(task, hana), 'HGB')).toMatchObject({ measured: { value: 12.9 } })
})

it('offered values measured since the breakdown began are held; earlier values and saved results stay', async () => {
  const [early, late, saved] = [await started(), await started(), await started()]
  await send(count(early.accession, { HGB: '12.9 g/dL' }, '20260309072000'))
  await send(count(late.accession, { HGB: '13.9 g/dL' }, '20260309074000'))
  await send(count(saved.accession, { HGB: '14.1 g/dL' }, '20260309074100'))
  expect((await bench.enter(saved.task, { HGB: 14.1 }, 0, hana)).statusCode).toBe(200)
  const answer = await report('07:30')
  expect(answer.json().message).toBe(
    'sysmex-xn is out of use. 1 offered value is held. 1 saved result was measured since: check it.',
  )
  expect(await valuesOf(early.accession)).toEqual([{ state: 'matched', reason: '' }])
  expect(await valuesOf(late.accession)).toEqual([{ state: 'held', reason: 'out_of_use' }])
  expect(await valuesOf(saved.accession)).toEqual([{ state: 'matched', reason: '' }])
  expect((await listed())[0]).toMatchObject({ saved: 1, endedAt: null, reportedBy: 'Hana Haematologist' })
  await back('07:45')
})

it('only staff for analysers put an analyser back into use, once, at a time after the breakdown began', async () => {
  await report('08:00')
  const [{ id } = { id: '' }] = await listed()
  expect((await end(id, '08:10', hana)).statusCode).toBe(403)
  expect((await end(id, '08:00')).json().fields).toEqual({
    day: ['Choose a time after the analyser went out of use'],
  })
  const both = await Promise.all([end(id, '08:10'), end(id, '08:15')])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await listed())[0]).toMatchObject({
    endedBy: rita.fullName,
    repair: 'Probe changed, controls in range',
  })
  expect((await report('08:05')).json().code).toBe('not_possible_now')
})

it('hours out of use are counted for each month in the time zone of the site', async () => {
  const other = await addAnalyser(lab, manager, 'sysmex-xn', { name: 'Old counter' })
  const insert = `insert into instrument_breakdown (site_id, id, instrument_id, started_at, fault, reported_by, reported_at, ended_at,
      repair, ended_by)
    select site_id, gen_random_uuid(), id, $2, 'Fault', $4, $2, $3::timestamptz, case when $3::timestamptz is null then '' else 'Done' end,
      case when $3::timestamptz is null then null else $4::uuid end from instrument where id = $1`
  await lab.pool.query(insert, [other.id, '2026-01-31T22:00:00Z', '2026-02-01T03:30:00Z', rita.accountId])
  await lab.pool.query(insert, [other.id, '2026-03-09T06:30:00Z', null, rita.accountId])
  const answer = await lab.call('GET', `/api/instruments/${other.id}/downtime`, { by: rita })
  const { months } = answer.json()
  expect(months).toHaveLength(12)
  expect(months.slice(0, 4)).toEqual([
    { month: '2026-03', hours: 2, breakdowns: 1 },
    { month: '2026-02', hours: 3.5, breakdowns: 0 },
    { month: '2026-01', hours: 2, breakdowns: 1 },
    { month: '2025-12', hours: 0, breakdowns: 0 },
  ])
  const overlap = lab.pool.query(insert, [
    other.id,
    '2026-02-01T01:00:00Z',
    '2026-02-01T02:00:00Z',
    rita.accountId,
  ])
  await expect(overlap).rejects.toThrow('instrument_breakdown_once')
})
