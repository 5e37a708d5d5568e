import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenStep } from '#contract/insight-lists.ts'
import { minutes, utcDay } from '#server/platform/clock.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'

/** Follows an open test through its steps: the current step, its start, and the staff responsible. */

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let manager: Person
let task: string

beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  // A technician with the specialty at another site.
  const away = await bench.skilled('Esi Elsewhere')
  await lab.superuser.query(
    `insert into site (id, name, time_zone, created_at) select gen_random_uuid(), 'Far', time_zone, now() from site limit 1`,
  )
  await lab.pool.query(`insert into account_site select $1, id from site where name = 'Far'`, [
    away.accountId,
  ])
  ;({ task } = await bench.started(ama, hana))
})
afterAll(() => lab.close())

type Row = {
  id: string
  step: OpenStep
  since: string
  holders: string[]
  moreHolders: number
  comesAgainAt: string | null
  late: boolean
}
const open = async (query = ''): Promise<Row[]> => {
  const answer = await lab.call('GET', `/api/insights/open?${query}`, { by: manager })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().rows
}
const counted = async () => (await lab.call('GET', '/api/insights/today', { by: manager })).json().tasks
const sampleOf = async (id: string): Promise<string> =>
  (await lab.call('GET', `/api/Labtask/task/${id}`, { by: hana })).json().accession
const now = () => lab.clock.now().toISOString()

it('a started test is held by the technician who started it, from that time on', async () => {
  expect(await open()).toMatchObject([
    { id: task, step: 'work', since: now(), holders: ['Hana Haematologist'], moreHolders: 0, late: false },
  ])
  expect(await open('late=true')).toEqual([])
})

it('a test that was returned to the queue waits at the bench for the technicians of its site and specialty', async () => {
  const received = now()
  lab.clock.advance(minutes(5))
  await lab.call('PUT', `/api/Labtask/task/${task}/status`, {
    by: hana,
    body: { status: 'pending', notes: 'The analyser stopped' },
  })
  expect(await open()).toMatchObject([
    { step: 'bench', since: received, holders: ['Hana Haematologist', 'Rita Reviewer'], moreHolders: 0 },
  ])
})

it('a completed test is late until its release, and is held by staff who may release it and did not enter it', async () => {
  await lab.call('PUT', `/api/Labtask/task/${task}/status`, { by: hana, body: { status: 'in_progress' } })
  expect((await bench.enter(task, normalCount, 0, hana)).statusCode).toBe(200)
  expect((await bench.complete(task, hana)).statusCode).toBe(200)
  const completed = now()
  await lab.pool.query('update task set due_at = $1', [new Date(lab.clock.now().getTime() + 30_000)])
  lab.clock.advance(minutes(1))
  const late = await open('late=true')
  expect(late).toMatchObject([
    { id: task, step: 'release', since: completed, holders: ['Rita Reviewer', 'Mary Manager'], late: true },
  ])
  expect(await counted()).toMatchObject({ open: 1, overdue: 1, toRelease: 1 })
  expect((await bench.release([task], rita)).statusCode).toBe(200)
  expect(await open()).toEqual([])
  expect(await counted()).toMatchObject({ open: 0, overdue: 0, toRelease: 0 })
})

it('a released test that is corrected is open, but not late again', async () => {
  lab.clock.advance(minutes(3))
  expect((await bench.correct(task, 'A slip of the hand', rita)).statusCode).toBe(200)
  expect(await open()).toMatchObject([{ id: task, late: false }])
  expect(await open('late=true')).toEqual([])
  expect(await counted()).toMatchObject({ open: 1, overdue: 0 })
})

it('a test whose sample was rejected twice is listed once, waiting for the appointment to collect it again', async () => {
  const other = await bench.started(ama, hana)
  const collect = () =>
    lab.call('POST', `/api/labtest/appointment/${other.visitId}/collect`, {
      by: hana,
      body: { identifiedBy: ['Full name', 'Age'], prepared: 'yes' },
    })
  const reject = async (accession: string, body: object = {}) => {
    const answer = await lab.call('POST', `/api/Labtask/sample/${accession}/reject`, {
      by: hana,
      body: { reason: 'Clotted', ...body },
    })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const ofVisit = async () => (await open()).filter(({ id }) => id !== task)
  lab.clock.advance(minutes(10))
  await reject(await sampleOf(other.task), { again: 'now' })
  expect(await ofVisit()).toMatchObject([
    { id: other.task, step: 'collection', since: now(), holders: [], comesAgainAt: null },
  ])

  lab.clock.advance(minutes(10))
  const collected = await collect()
  const [{ accession }] = collected.json().samples
  expect(await ofVisit()).toMatchObject([
    { step: 'transport', since: now(), holders: ['Hana Haematologist'] },
  ])
  const clinician = await lab.makeClinician(undefined, { fullName: 'Dr Ridge' })
  await lab.superuser.query(`update sample set collected_by = $1 where accession = $2`, [
    clinician.accountId,
    accession,
  ])
  expect(await ofVisit()).toMatchObject([{ step: 'transport', holders: ['Dr Ridge'] }])

  lab.clock.advance(minutes(10))
  const day = utcDay(new Date(lab.clock.now().getTime() + 24 * 3_600_000))
  await reject(accession, { again: 'later', at: `${day}T09:00:00.000Z` })
  expect(await ofVisit()).toMatchObject([
    { step: 'collection', since: now(), comesAgainAt: `${day}T09:00:00.000Z` },
  ])
  expect((await counted()).open).toBe(2)
})
