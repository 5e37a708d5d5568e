import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { benchOf } from './bench-tasks.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

/** Visits with samples at the bench cannot be cancelled, nor can outdated versions of a visit. */

let lab: TestApp
let otherServer: TestApp
let ama: Person
let hana: Person
let manager: Person

beforeAll(async () => {
  lab = await openTestApp({ poolSize: 24 })
  otherServer = await openTestApp({ sameDatabaseAs: lab, poolSize: 24 })
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah', email: 'ama@example.com' })
  hana = await benchOf(lab).skilled('Hana Haematologist')
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
})
afterAll(async () => {
  await otherServer.close()
  await lab.close()
})

let slot = 0
async function booked(testType = ['Full Blood Count']): Promise<{ id: string; version: number }> {
  const at = slot++
  const answer = await lab.call('POST', '/api/labtest/book', {
    by: ama,
    body: {
      ...bookingBody,
      testType,
      scheduledDate: `2026-03-${String(10 + Math.floor(at / 40)).padStart(2, '0')}`,
      scheduleTime: `${String(7 + Math.floor((at % 40) / 4)).padStart(2, '0')}:${String((at % 4) * 15).padStart(2, '0')}`,
    },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().appointment
}

const arrive = (id: string) => lab.call('POST', `/api/labtest/appointment/${id}/arrive`, { by: hana })
const collect = (id: string) =>
  lab.call('POST', `/api/labtest/appointment/${id}/collect`, {
    by: hana,
    body: { identifiedBy: ['Full name', 'Age'], prepared: 'yes' },
  })
const cancel = (id: string, body: object = {}, by = manager, through = lab) =>
  through.call('DELETE', `/api/labtest/appointment/${id}/cancel`, { by, body: { reason: 'To see', ...body } })
const reject = (accession: string) =>
  lab.call('POST', `/api/Labtask/sample/${accession}/reject`, { by: hana, body: { reason: 'Haemolysed' } })
const history = async (id: string) =>
  (await lab.call('GET', `/api/labtest/appointment/${id}/history`, { by: manager })).json()
const stands = async (id: string) => {
  const { rows } = await lab.pool.query(
    `select v.status, v.version,
      (select count(*) from task k where k.visit_id = v.id and k.withdrawn_at is null) as tasks,
      (select count(*) from sample s where s.visit_id = v.id and s.status in ('collected', 'received')) as tubes,
      (select count(*) from outbox o where o.payload ->> 'visitId' = v.id::text
        and o.kind in ('visit_cancelled', 'visit_called_off')) as told,
      (select json_agg(a.before ->> 'status') from audit a where a.subject_id = v.id::text
        and a.action = 'visit.cancelled') as "cancelledFrom"
     from visit v where v.id = $1`,
    [id],
  )
  return rows[0]
}
const atBench =
  'The samples of this appointment are at the bench: reject them first, then it can be cancelled.'

describe('a collected visit', () => {
  it('a collected visit cannot be cancelled while a sample or task is at the bench, and its history says so', async () => {
    const { id } = await booked(['Full Blood Count', 'Urine R/E'])
    await arrive(id)
    const tubes: { accession: string }[] = (await collect(id)).json().samples
    expect(tubes.length).toBeGreaterThan(1)
    for (const { accession } of tubes) {
      const answer = await cancel(id)
      expect([answer.statusCode, answer.json().message]).toEqual([409, atBench])
      expect((await history(id)).whyNotCancel).toBe(atBench)
      await reject(accession)
    }
    expect((await history(id)).whyNotCancel).toBeNull()
    expect((await cancel(id)).statusCode).toBe(200)
    expect(await stands(id)).toMatchObject({
      status: 'cancelled',
      tasks: 0,
      tubes: 0,
      told: 1,
      cancelledFrom: ['collected'],
    })
  })

  it('a collected visit cannot be cancelled while an aliquot is at the bench', async () => {
    const { id } = await booked()
    await arrive(id)
    const [{ accession }] = (await collect(id)).json().samples
    await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: hana })
    const part = await lab.call('POST', `/api/Labtask/sample/${accession}/aliquot`, {
      by: hana,
      body: { tube: 'EDTA', storagePlace: 'A1' },
    })
    expect(part.statusCode, part.body).toBeLessThan(300)
    await reject(accession)
    expect((await cancel(id)).json().message).toBe(atBench)
    await lab.call('POST', `/api/Labtask/sample/${part.json().sample.accession}/discard`, {
      by: hana,
      body: { reason: 'Not needed' },
    })
    expect((await cancel(id)).statusCode).toBe(200)
  })
})

describe('who cancels', () => {
  it('cancelling an outdated version of a visit is refused and changes nothing', async () => {
    const { id, version } = await booked()
    await arrive(id)
    for (const by of [ama, hana, manager]) {
      const answer = await cancel(id, { version }, by)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'changed_meanwhile'])
    }
    expect(await stands(id)).toMatchObject({ status: 'arrived', told: 0, cancelledFrom: null })
    expect((await cancel(id, { version: version + 1 })).statusCode).toBe(200)
    expect(await stands(id)).toMatchObject({ status: 'cancelled', told: 1, cancelledFrom: ['arrived'] })
  })

  it('cancelling needs no version', async () => {
    const { id } = await booked()
    const answer = await lab.call('DELETE', `/api/labtest/appointment/${id}/cancel`, { by: ama })
    expect(answer.statusCode).toBe(200)
    expect(await stands(id)).toMatchObject({ status: 'cancelled', cancelledFrom: ['booked'] })
  })

  it('the version of another patient’s visit reveals nothing', async () => {
    const { id, version } = await booked()
    const other = await lab.signUpPatient()
    for (const number of [version, version + 1]) {
      expect((await cancel(id, { version: number }, other)).statusCode).toBe(404)
    }
    expect((await stands(id)).status).toBe('booked')
  })
})

describe('concurrent cancelling and collecting', () => {
  it.each([1, 2, 3])(
    'of a concurrent cancellation and collection one succeeds, and a cancelled visit has no work (%s)',
    async () => {
      const visits = await Promise.all(Array.from({ length: 8 }, () => booked()))
      for (const { id } of visits) await arrive(id)
      await Promise.all(
        visits.flatMap(({ id }, index) => {
          const steps = [() => collect(id), () => cancel(id, {}, manager, otherServer), () => cancel(id)]
          return (index % 2 ? steps.reverse() : steps).map((step) => step())
        }),
      )
      for (const { id } of visits) {
        const { status, tasks, tubes, told, cancelledFrom } = await stands(id)
        expect([
          ['collected', 1, 1, 0, null],
          ['cancelled', 0, 0, 1, ['arrived']],
        ]).toContainEqual([status, Number(tasks), Number(tubes), Number(told), cancelledFrom])
      }
    },
  )

  it('a concurrent cancellation and replacement of a rejected tube leave no tube at the bench', async () => {
    const visits = await Promise.all(Array.from({ length: 8 }, () => booked()))
    for (const { id } of visits) {
      await arrive(id)
      const [{ accession }] = (await collect(id)).json().samples
      await reject(accession)
    }
    await Promise.all(visits.flatMap(({ id }) => [collect(id), cancel(id, {}, manager, otherServer)]))
    for (const { id } of visits) {
      const { status, tasks, tubes } = await stands(id)
      expect([
        ['collected', 1, 1],
        ['cancelled', 0, 0],
      ]).toContainEqual([status, Number(tasks), Number(tubes)])
    }
  })
})
