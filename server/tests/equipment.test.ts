import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { tellDueCare } from '#server/modules/instruments/index.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { addAnalyser, hold } from './instruments.ts'

let lab: TestApp
let manager: Person
beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin', { fullName: 'Mansa Manager' })
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const centrifuge = {
  name: 'Centrifuge',
  serialNumber: 'C-17',
  profile: 'not-connected',
  protocol: 'none',
  way: 'none',
  host: '',
  port: null,
  allowed: '',
  encoding: 'utf8',
  checksum: false,
  acknowledged: false,
  sampleAt: '',
  codeAt: 0,
  controlPattern: '',
  sendsOrders: false,
  sendsPatient: false,
}
const add = (fields: object) =>
  lab.call('POST', '/api/instruments', { by: manager, body: { ...centrifuge, ...fields } })
const rows = async (statement: string, ...values: unknown[]) => (await lab.pool.query(statement, values)).rows

it('equipment without a connection has a log of care and breakdowns, and no link, codes or verifications', async () => {
  expect((await add({ port: 5101 })).json().fields).toHaveProperty('port')
  expect((await add({ way: 'listen', port: 5101 })).json().fields).toHaveProperty('way')
  expect((await add({ protocol: 'astm', way: 'listen' })).json().fields).toHaveProperty('port')
  // The settings of a connection are not kept, and neither are the codes of the profile.
  const added = await add({ profile: 'sysmex-xn', allowed: '10.0.0.1', tls: true, sendsOrders: true })
  expect(added.statusCode, added.body).toBe(201)
  const { id } = added.json()
  const path = `/api/instruments/${id}`
  expect((await lab.call('GET', path, { by: manager })).json()).toMatchObject({
    ...{ protocol: 'none', port: null, allowed: '', tls: false, sendsOrders: false, state: 'off', codes: [] },
  })

  const noConnection = { statusCode: 409 }
  const body = { code: 'WBC', analyte: null, unit: '', factor: null }
  expect(await lab.call('PUT', `${path}/state`, { by: manager, body: { state: 'live' } })).toMatchObject(
    noConnection,
  )
  expect(await lab.call('PUT', `${path}/codes`, { by: manager, body })).toMatchObject(noConnection)
  expect(await lab.call('POST', `${path}/verifications`, { by: manager, body: {} })).toMatchObject(
    noConnection,
  )
  const { profile: _, ...settings } = centrifuge
  const connected = { ...settings, protocol: 'astm', way: 'listen', port: 5101, version: 1 }
  expect((await lab.call('PUT', path, { by: manager, body: connected })).json().fields).toHaveProperty(
    'protocol',
  )
  const analyser = await addAnalyser(lab, manager, 'sysmex-xn')
  const unconnected = { ...settings, name: 'No longer connected', version: 1 }
  const change = await lab.call('PUT', `/api/instruments/${analyser.id}`, { by: manager, body: unconnected })
  expect(change.json().fields).toHaveProperty('protocol')

  const day = '2026-03-09'
  const broken = { day, time: '07:00', fault: 'The lid does not close' }
  const reported = await lab.call('POST', `${path}/breakdowns`, { by: manager, body: broken })
  expect(reported.statusCode, reported.body).toBe(201)
  const serviced = { kind: 'service', day, time: '07:30', dueOn: '2026-09-09', note: 'Lid changed' }
  const noted = await lab.call('POST', `${path}/events`, { by: manager, body: serviced })
  expect(noted.statusCode, noted.body).toBe(201)
  const { instruments } = (await lab.call('GET', '/api/instruments', { by: manager })).json()
  expect(instruments.find((one: { id: string }) => one.id === id)).toMatchObject({
    outOfUse: { fault: 'The lid does not close' },
    careDue: { kind: 'service', dueOn: '2026-09-09', isOver: false },
  })

  // The process that holds the links opens none for it.
  const holding = hold(lab)
  await expect.poll(() => rows('select from instrument_holder where holder is not null')).toHaveLength(1)
  await holding.stop()
  expect(await rows('select from instrument_link where instrument_id = $1', id)).toEqual([])
})

it('the database refuses a connection and data of equipment without a connection', async () => {
  const [one] = await rows(`select site_id, id from instrument where protocol = 'none'`)
  const refused = (statement: string, constraint: string) =>
    expect(lab.pool.query(statement, [one.site_id, one.id])).rejects.toMatchObject({
      code: '23514',
      constraint,
    })
  for (const set of [
    ...['port = 5101', `way = 'listen', port = 5101`, `allowed = '{10.0.0.1}'`, 'tls = true'],
    ...[`orders_since = now()`, `state = 'trial'`],
  ]) {
    await refused(
      `update instrument set ${set} where site_id = $1 and id = $2`,
      'instrument_without_connection',
    )
  }
  await refused(
    `update instrument set protocol = 'astm', way = 'listen', port = 5101 where site_id = $1 and id = $2`,
    'instrument_connection_kind',
  )
  for (const insert of [
    `instrument_code (site_id, instrument_id, code, unit) values ($1, $2, 'WBC', '')`,
    'instrument_link (site_id, instrument_id) values ($1, $2)',
    `instrument_message (site_id, id, instrument_id, received_at, peer, bytes, digest, last_at)
      values ($1, gen_random_uuid(), $2, now(), '', '', '', now())`,
    `instrument_verification (site_id, id, instrument_id, started_at, started_by)
      select $1, gen_random_uuid(), $2, now(), id from account limit 1`,
  ]) {
    await refused(`insert into ${insert}`, 'instrument_connected')
  }
})

it('staff for analysers are notified once of calibrations and services, on their day, unless a later entry replaces them', async () => {
  const [{ id }, { id: oven }] = [
    (await add({ name: 'Water bath' })).json(),
    (await add({ name: 'Oven' })).json(),
  ]
  const note = async (kind: string, time: string, dueOn: string, of = id) => {
    const body = { kind, day: '2026-03-09', time, dueOn, note: '' }
    const answer = await lab.call('POST', `/api/instruments/${of}/events`, { by: manager, body })
    expect(answer.statusCode, answer.body).toBe(201)
  }
  const told = () =>
    rows(
      `select recipient, payload ->> 'analyser' as analyser from outbox where kind = 'care_due' order by id`,
    )
  const technician = await lab.makeStaff('technician')
  await note('service', '07:00', '2026-03-10')
  await note('service', '07:30', '2026-03-12')
  await note('calibration', '07:30', '2026-03-11')
  await note('service', '07:30', '2026-03-13', oven)
  await note('calibration', '07:30', '2026-03-14', oven)

  lab.clock.set(new Date('2026-03-10T23:59:00Z'))
  await tellDueCare(lab.context)
  expect(await told()).toEqual([])
  const one = { recipient: manager.email, analyser: 'Water bath' }
  expect(technician.email).not.toBe(manager.email)
  lab.clock.set(new Date('2026-03-11T00:01:00Z'))
  await Promise.all([tellDueCare(lab.context), tellDueCare(lab.context)])
  expect(await told()).toEqual([one])
  lab.clock.set(new Date('2026-03-14T00:00:00Z'))
  await tellDueCare(lab.context)
  expect(await told()).toEqual([one, one, { ...one, analyser: 'Oven' }])
})
