import { afterAll, beforeAll, expect, it } from 'vitest'
import type { benchFloor } from '#contract/bench.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { minutes } from '#server/platform/clock.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'

/** The samples on the floor: each with its step and the staff responsible, without patient data. */

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
})
afterAll(() => lab.close())

const asked = (by: Person, query = '') => lab.call('GET', `/api/Labtask/floor${query}`, { by })
async function floor(): Promise<ResponseOf<typeof benchFloor>['samples']> {
  const answer = await asked(manager)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.body).not.toContain('Ama')
  return answer.json().samples
}
const now = () => lab.clock.now().toISOString()

it('a sample is listed with the step of its tests and the staff responsible until they are released', async () => {
  ;({ task } = await bench.started(ama, hana))
  const works = { step: 'work', since: now(), people: ['Hana Haematologist'], tests: ['Full Blood Count'] }
  expect(await floor()).toMatchObject([works])
  lab.clock.advance(minutes(4))
  expect((await bench.enter(task, normalCount, 0, hana)).statusCode).toBe(200)
  expect((await bench.complete(task, hana)).statusCode).toBe(200)
  expect(await floor()).toMatchObject([{ step: 'release', since: now(), people: ['Hana Haematologist'] }])
  expect((await bench.release([task], rita)).statusCode).toBe(200)
  expect(await floor()).toEqual([])
})

it('a sample is in transport until it is received, and then waits at the bench without anybody responsible', async () => {
  const { visitId, task: started } = await bench.started(ama, hana)
  const { accession } = (await lab.call('GET', `/api/Labtask/task/${started}`, { by: hana })).json()
  const again = { reason: 'Clotted', again: 'now' }
  await lab.call('POST', `/api/Labtask/sample/${accession}/reject`, { by: hana, body: again })
  expect(await floor()).toEqual([])
  const collected = await lab.call('POST', `/api/labtest/appointment/${visitId}/collect`, {
    by: rita,
    body: { identifiedBy: ['Full name', 'Age'], prepared: 'yes' },
  })
  expect(await floor()).toMatchObject([{ step: 'transport', since: now(), people: ['Rita Reviewer'] }])
  lab.clock.advance(minutes(2))
  const [sample] = collected.json().samples
  await lab.call('POST', `/api/Labtask/sample/${sample.accession}/receive`, { by: hana })
  expect(await floor()).toMatchObject([
    { accession: sample.accession, step: 'bench', since: now(), people: [] },
  ])
})

it('only staff who manage appointments read the samples on the floor, and only at their own sites', async () => {
  expect((await asked(ama)).statusCode).toBe(403)
  expect((await asked(hana)).statusCode).toBe(403)
  const [{ id: site }] = (await lab.pool.query('select id from site')).rows
  const { rows } = await lab.superuser.query(
    `insert into site (id, name, time_zone, created_at)
     select gen_random_uuid(), 'Far', time_zone, now() from site limit 1 returning id`,
  )
  const away = await lab.makeStaff('admin', { fullName: 'Far Manager' })
  await lab.pool.query('insert into account_site select $1, $2', [away.accountId, rows[0].id])
  expect((await asked(away, `?siteId=${site}`)).statusCode).toBe(404)
  expect((await asked(manager, `?siteId=${site}`)).statusCode).toBe(200)
})
