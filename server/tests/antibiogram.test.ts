import { afterAll, beforeAll, expect, it } from 'vitest'
import { coli, openCultureBench, resistantColi } from './culture-bench.ts'
import type { Person } from './harness.ts'

let open: Awaited<ReturnType<typeof openCultureBench>>
let kofi: Person
beforeAll(async () => {
  open = await openCultureBench()
  kofi = await open.lab.signUpPatient({ fullName: 'Kofi Boateng' })
  await final(open.ama, coli)
  await final(open.ama, resistantColi)
  await final(kofi, resistantColi)
  const { task } = await open.bench.started(kofi, open.maya, ['Urine Culture'])
  await open.save(task, { stage: 'interim', isolates: [{ ...coli, organism: 'klebsiella-pneumoniae' }] })
  await open.bench.release([task], open.rita)
})
afterAll(() => open.lab.close())

async function final(patient: Person, isolate: object): Promise<void> {
  const details = patient === kofi ? { fullName: 'Kofi Boateng', gender: 'male' } : {}
  const { task } = await open.bench.started(patient, open.maya, ['Urine Culture'], details)
  await open.save(task, { stage: 'final', isolates: [isolate] })
  const released = await open.bench.release([task], open.rita)
  expect(released.statusCode, released.body).toBe(200)
}

const period = 'from=2026-03-01&to=2026-03-31'

it('the cumulative antibiogram counts the first isolate of each person, of final results only, with what reports do not show', async () => {
  const answer = await open.lab.call('GET', `/api/insights/antibiogram?${period}`, { by: open.manager })
  expect(answer.json()).toMatchObject({
    repeats: 1,
    organisms: [
      {
        code: 'escherichia-coli',
        isolates: 2,
        antibiotics: [
          { code: 'CRO', tested: 2, susceptible: 1 },
          { code: 'CIP', tested: 2, susceptible: 1 },
          { code: 'MEM', tested: 2, susceptible: 2 },
        ],
      },
    ],
  })
  expect(answer.json().organisms).toHaveLength(1)
  const other = await open.lab.call('GET', `/api/insights/antibiogram?${period}&specimen=blood`, {
    by: open.manager,
  })
  expect(other.json()).toEqual({ organisms: [], repeats: 0 })
  expect(
    (await open.lab.call('GET', `/api/insights/antibiogram?${period}`, { by: open.maya })).statusCode,
  ).toBe(403)
})

it('WHONET gets a line for each isolate, and the export is in the audit trail', async () => {
  const path = `/api/transfer/whonet.csv?${period}`
  expect((await open.lab.call('GET', path, { by: open.maya })).statusCode).toBe(403)
  const file = await open.lab.call('GET', path, { by: open.manager })
  const [head, ...lines] = file.body.trim().split('\r\n')
  expect(head).toContain('CIP_ED5,CRO_ED30,MEM_ED10')
  expect(lines).toHaveLength(3)
  expect(file.body).toContain('Escherichia coli')
  expect(file.body).not.toContain('Mensah')
  expect((await open.lab.call('GET', `${path}&names=true`, { by: open.manager })).body).toContain('Mensah')
  const { rows } = await open.lab.pool.query(
    `select count(*)::int as n from audit where action = 'whonet.exported'`,
  )
  expect(rows).toEqual([{ n: 2 }])
})

it('staff of another site get neither figures nor isolates', async () => {
  const added = await open.lab.call('POST', '/api/settings/sites', {
    by: open.manager,
    body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 },
  })
  const kumasi = await open.lab.makeStaff('admin', { fullName: 'Kojo Kumasi' })
  await open.lab.pool.query('insert into account_site values ($1, $2)', [kumasi.accountId, added.json().id])
  const figures = await open.lab.call('GET', `/api/insights/antibiogram?${period}`, { by: kumasi })
  expect(figures.json()).toEqual({ organisms: [], repeats: 0 })
  const file = await open.lab.call('GET', `/api/transfer/whonet.csv?${period}`, { by: kumasi })
  expect(file.body).toBe('PATIENT_ID\r\n')
})
