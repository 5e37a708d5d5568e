import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
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

const reason = 'Does not fit the film'
const repeat = (task: string, revision: number, by = rita, why = reason) =>
  lab.call('POST', `/api/Labtask/task/${task}/repeat`, { by, body: { reason: why, revision } })
const start = (task: string) =>
  lab.call('PUT', `/api/Labtask/task/${task}/status`, { by: hana, body: { status: 'in_progress' } })

async function completed() {
  const { visitId, task } = await bench.started(ama, hana)
  await bench.enter(task, normalCount, 0, hana)
  await bench.complete(task, hana)
  return { visitId, task }
}

it('a repeated test returns to the queue without its results, which stay beside the new ones', async () => {
  const { visitId, task } = await completed()
  expect((await repeat(task, 1, rita, ' ')).json().fields).toHaveProperty('reason')
  expect((await repeat(task, 0)).json().code).toBe('changed_meanwhile')
  const answer = await repeat(task, 1)
  expect(answer.statusCode, answer.body).toBe(200)

  const form = await bench.form(task, hana)
  expect(form).toMatchObject({ status: 'pending', resultsRevision: 2, enteredBy: null })
  expect(form.analytes.every(({ entered }: { entered: unknown }) => entered === null)).toBe(true)
  expect(form.repeats).toMatchObject([{ by: 'Rita Reviewer', reason, enteredBy: 'Hana Haematologist' }])
  expect(form.repeats[0].results).toContainEqual(
    expect.objectContaining({ code: 'HGB', value: '12.9', unit: 'g/dL', flag: '' }),
  )
  expect((await bench.release([task], rita)).statusCode).toBe(409)

  await start(task)
  expect((await bench.complete(task, hana)).json().message).toContain('Enter the results')
  expect((await bench.enter(task, normalCount, 1, hana)).json().code).toBe('changed_meanwhile')
  await bench.enter(task, { ...normalCount, HGB: 13.4 }, 2, hana)
  await bench.complete(task, hana)
  const waiting = (await lab.call('GET', '/api/Labtask/release', { by: rita })).json().rows
  expect(waiting).toMatchObject([{ id: task, resultsRevision: 3, repeats: [{ reason }] }])
  expect((await bench.release([task], rita)).statusCode).toBe(200)
  const { report } = (await bench.report(visitId, ama)).json()
  expect(report.tests[0].results.find(({ code }: { code: string }) => code === 'HGB').value).toBe('13.4')
  expect((await repeat(task, 3)).json().message).toContain('open a correction')
})

it('a test is repeated while its sample is at the bench, by staff who may work on it', async () => {
  const { task } = await completed()
  const stranger = await lab.makeStaff('technician')
  expect((await repeat(task, 1, stranger)).statusCode).toBe(404)
  expect((await repeat(task, 1, ama)).statusCode).toBe(403)
  await lab.superuser.query(
    `update sample set status = 'discarded', discarded_at = now(), discarded_by = $2, discard_reason = 'Old'
     where id = (select sample_id from task where id = $1)`,
    [task, hana.accountId],
  )
  expect((await repeat(task, 1)).json().message).toContain('not at the bench')
})

it('of a repeat and a release at once, one is refused and nothing is lost', async () => {
  for (let round = 0; round < 5; round++) {
    const { task } = await completed()
    const [repeated, released] = await Promise.all([repeat(task, 1), bench.release([task], rita)])
    expect([repeated.statusCode, released.statusCode].sort()).toEqual([200, 409])
    const { rows } = await lab.pool.query<{ kept: boolean; aside: boolean }>(
      `select exists (select from result where task_id = $1) as kept,
         exists (select from repeated_result where task_id = $1) as aside`,
      [task],
    )
    expect(rows).toEqual([{ kept: released.statusCode === 200, aside: repeated.statusCode === 200 }])
  }
})
