import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Manifest } from '#contract/manifests.ts'
import { type Bench, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'
import { textsOf } from './read-pdf.ts'

let lab: TestApp
let bench: Bench
let hana: Person
let rita: Person
let ridge: Person
let harbour: Person

beforeAll(async () => {
  ;({ lab, bench, hana, rita } = await openBench())
  expect(bench).toBeDefined()
  ridge = await lab.makeClinician(undefined, { fullName: 'Dr Ridge', email: 'dr@ridge.example' })
  harbour = await lab.makeClinician()
})
afterAll(() => lab.close())

async function taken(by: Person): Promise<string> {
  const patient = { fullName: 'Abena Boxed', gender: 'female', age: 30 }
  const body = { patient, testType: ['Full Blood Count'], way: 'sample' }
  const { id } = (await lab.call('POST', '/api/clinic/orders', { by, body })).json()
  const drawn = { identifiedBy: ['Full name', 'Age'], prepared: 'not needed' }
  const answer = await lab.call('POST', `/api/clinic/orders/${id}/samples`, { by, body: drawn })
  return answer.json().accessions[0]
}
const send = (accessions: string[], by = ridge) =>
  lab.call('POST', '/api/clinic/manifests', { by, body: { accessions, courier: 'Kofi', celsius: 6.5 } })
const act = (id: string, way: string, body?: object, by = hana) =>
  lab.call('POST', `/api/manifests/${id}/${way}`, { by, ...(body && { body }) })
const read = async (id: string, by = ridge): Promise<Manifest> =>
  (await lab.call('GET', `/api/clinic/manifests/${id}`, { by })).json()
const statusOf = async (accession: string) =>
  (await lab.pool.query('select status from sample where accession = $1', [accession])).rows[0].status

async function box(tubes = 2) {
  const accessions: string[] = []
  for (let n = 0; n < tubes; n++) accessions.push(await taken(ridge))
  const made = await send(accessions)
  expect(made.statusCode, made.body).toBe(201)
  return { id: made.json().id as string, accessions }
}

describe('a box of samples from a clinic', () => {
  it('contains only collected and unsent tubes of the clinic, and each tube is in one box', async () => {
    const own = await taken(ridge)
    const theirs = await taken(harbour)
    const toSend = async () => (await lab.call('GET', '/api/clinic/tubes', { by: ridge })).json().tubes
    expect((await toSend()).map(({ accession }: { accession: string }) => accession)).toEqual([own])
    expect((await send([own, theirs])).json().fields).toHaveProperty('accessions')
    const answers = await Promise.all([send([own]), send([own])])
    expect(answers.map(({ statusCode }) => statusCode).sort()[0]).toBe(201)
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect(await toSend()).toEqual([])
    expect((await send([])).json().fields).toHaveProperty('accessions')
  })

  it('is checked tube by tube, and the clinic sees the missing, rejected and extra tubes', async () => {
    const { id, accessions } = await box(3)
    const [good = '', bad = '', lost = ''] = accessions
    const extra = await taken(ridge)
    expect((await act(id, 'tubes', { accession: good })).json().message).toContain('Record the arrival')
    expect((await act(id, 'arrive', { celsius: 100 })).json().fields).toHaveProperty('celsius')
    expect((await act(id, 'arrive', { celsius: 8 })).statusCode).toBe(200)
    expect((await act(id, 'arrive', { celsius: 9 })).statusCode).toBe(409)
    for (const accession of [good, extra]) {
      const answer = await act(id, 'tubes', { accession })
      expect(answer.statusCode, answer.body).toBe(200)
      expect(await statusOf(accession)).toBe('received')
    }
    expect((await act(id, 'spoilt', { accession: bad, reason: 'Clotted' })).statusCode).toBe(200)
    expect(await statusOf(bad)).toBe('rejected')
    expect((await act(id, 'close')).statusCode).toBe(200)
    expect((await act(id, 'close')).statusCode).toBe(409)
    const seen = await read(id)
    expect(seen).toMatchObject({ leftCelsius: 6.5, arrivedCelsius: 8, tubes: 4, wrong: 3 })
    const states = Object.fromEntries(seen.list.map(({ accession, state }) => [accession, state]))
    expect(states).toEqual({ [good]: 'received', [bad]: 'spoilt', [lost]: 'missing', [extra]: 'extra' })
    const mail = await lab.lastMailTo('dr@ridge.example')
    expect(mail.subject).toContain(seen.code)
    expect(mail.text).not.toContain('Abena')
    const lateScan = await act(id, 'tubes', { accession: lost })
    expect(lateScan.statusCode).toBe(409)
  })

  it('has a list on paper with its code and no names, for its own clinic alone', async () => {
    const { id, accessions } = await box(2)
    const { code } = await read(id)
    const path = `/api/clinic/manifests/${id}/list.pdf`
    const paper = await lab.call('GET', path, { by: ridge })
    const text = textsOf(paper.rawPayload).join(' ')
    for (const said of [code, ...accessions, 'Kofi', '6.5 °C']) expect(text).toContain(said)
    expect(text).not.toContain('Abena')
    expect((await lab.call('GET', path, { by: harbour })).statusCode).toBe(404)
  })

  it('the second desk that scans a tube is refused with the name of the first', async () => {
    const { id, accessions } = await box(1)
    await act(id, 'arrive', {})
    const accession = accessions[0] ?? ''
    const answers = await Promise.all([
      act(id, 'tubes', { accession }, hana),
      act(id, 'tubes', { accession }, rita),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const told = answers.find(({ statusCode }) => statusCode === 409)?.json().message
    expect(told).toMatch(new RegExp(`recorded already .*(${hana.fullName}|${rita.fullName})`))
    const { rows } = await lab.pool.query(
      "select count(*)::int as n from audit a join sample s on s.id::text = a.subject_id where s.accession = $1 and a.action = 'sample.received'",
      [accession],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('is hidden from other clinics, and an extra tube of another clinic shows only its number', async () => {
    const { id } = await box(1)
    await act(id, 'arrive', {})
    const theirs = await taken(harbour)
    expect((await act(id, 'tubes', { accession: theirs })).json().message).toContain('not on the list')
    const extra = (await read(id)).list.find(({ accession }) => accession === theirs)
    expect(extra).toMatchObject({ state: 'extra', order: null, tube: null })
    const found = async (search: string) =>
      (await lab.call('GET', `/api/manifests?search=${search}`, { by: hana })).json().rows.length
    expect([await found('Ridge'), await found('%25')]).toEqual([expect.any(Number), 0])
    expect((await lab.call('GET', `/api/clinic/manifests/${id}`, { by: harbour })).statusCode).toBe(404)
    expect((await lab.call('GET', '/api/clinic/manifests', { by: harbour })).json().rows).toEqual([])
    expect((await act(id, 'tubes', { accession: '01990101999999' })).statusCode).toBe(404)
    expect((await act(id, 'close', undefined, ridge)).statusCode).toBe(403)
  })
})
