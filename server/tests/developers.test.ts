import { afterAll, beforeAll, expect, it } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { demoSignIns } from '#server/platform/demo-sign-ins.ts'
import { openTestApp, type TestApp } from './harness.ts'

let lab: TestApp
let demo: TestApp

beforeAll(async () => {
  lab = await openTestApp()
  const manager = demoSignIns.find(({ role }) => role === 'admin')
  await lab.makeStaff('admin', { email: manager?.email ?? '' })
  demo = await openTestApp({ sameDatabaseAs: lab, settings: { DEMO: '1' } })
})
afterAll(async () => {
  await demo.close()
  await lab.close()
})

it('only a demonstration gives sandbox keys, without webhooks and a limited number to a network', async () => {
  const ask = (from: TestApp) => from.call('POST', '/api/developers/key')
  expect((await ask(lab)).json()).toMatchObject({ code: 'not_possible_now' })
  expect((await lab.call('GET', '/api/developers')).json().sandbox).toBe(false)
  expect((await demo.call('GET', '/api/developers')).json().sandbox).toBe(true)
  const given = await ask(demo)
  expect(given.statusCode, given.body).toBe(201)
  const by = { headers: { authorization: `Bearer ${given.json().key}` } }
  const { id, scopes, name } = (await demo.call('GET', '/api/api-key', { by })).json()
  expect([scopes, name]).toEqual([
    ['visits:read', 'visits:book', 'patients:read', 'results:read'],
    `Sandbox ${id}`,
  ])
  const { clientId, secret } = given.json().fhir
  const ofFhir = async () =>
    (
      await demo.call('POST', '/fhir/auth/token', {
        body: `grant_type=client_credentials&client_id=${clientId}&client_secret=${secret}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    ).json()
  const { access_token } = await ofFhir()
  const { rows } = await lab.pool.query('select scopes from api_client where id = $1', [clientId])
  expect(rows[0].scopes.join()).not.toMatch(/Subscription|AuditEvent|ServiceRequest\.c/)
  const reads = { headers: { authorization: `Bearer ${access_token}` } }
  expect((await demo.call('GET', '/fhir/R4/Patient', { by: reads })).statusCode).toBe(200)
  const webhooks = await demo.call('GET', `/api/api-clients/${id}/webhooks`, { by })
  expect(webhooks.json().message).toContain('webhooks')
  for (let more = 0; more < 9; more++) expect((await ask(demo)).statusCode).toBe(201)
  expect((await ask(demo)).statusCode).toBe(429)
  demo.clock.advance(days(1))
  expect(await ofFhir()).toMatchObject({ error: 'invalid_client' })
})

it('the types of FHIR are those of the CapabilityStatement', async () => {
  const { rest } = (await lab.call('GET', '/fhir/R4/metadata')).json()
  type Stated = { type: string; interaction: { code: string }[]; searchParam?: { name: string }[] }
  const stated = rest[0].resource.map(({ type, interaction, searchParam = [] }: Stated) => [
    type,
    interaction.map(({ code }) => code),
    searchParam.map(({ name }) => name),
  ])
  type Said = { type: string; interactions: string[]; search: string[] }
  const said = (await lab.call('GET', '/api/developers'))
    .json()
    .fhir.map((one: Said) => [one.type, one.interactions, one.search])
  expect(said).toEqual(stated.toSorted())
})

it('the Postman collection has the calls of each scope, with the fields that a body must have', async () => {
  const { item, variable } = (await lab.call('GET', '/api/postman.json')).json()
  type Folder = { name: string; item: { name: string; request: { body?: { raw: string } } }[] }
  const folders: string[] = item.map(({ name }: Folder) => name)
  expect(folders).toEqual([
    ...['any key', 'patients:read', 'public', 'results:read', 'visits:book', 'visits:read', 'webhooks'],
  ])
  const booking = item
    .flatMap((folder: Folder) => folder.item)
    .find((call: Folder['item'][number]) => call.name === 'POST /api/labtest/book')
  expect(Object.keys(JSON.parse(booking.request.body.raw))).toEqual([
    ...['patientDetails', 'testType', 'scheduledDate'],
  ])
  expect(variable[0]).toEqual({ key: 'lab', value: 'http://lab.test' })
})
