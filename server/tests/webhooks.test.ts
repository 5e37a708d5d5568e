import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliverWebhooks, forgetOldDeliveries } from '#server/modules/fhir/index.ts'
import { days, minutes, seconds } from '#server/platform/clock.ts'
import { type Bench, benchOf, normalCount } from './bench-tasks.ts'
import { programsOf } from './fhir-clients.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody, separateStarts } from './visits.ts'
import { isSigned, openReceiver, type Receiver } from './webhook-receiver.ts'

let lab: TestApp
let bench: Bench
let manager: Person
let hana: Person
let rita: Person
let ama: Person
let programs: ReturnType<typeof programsOf>
let receiver: Receiver
const log: string[] = []
const nextStart = separateStarts('2026-04-06')

beforeAll(async () => {
  lab = await openTestApp({ settings: { WEBHOOKS_TO_PRIVATE: '1' }, onLog: (line) => log.push(line) })
  bench = benchOf(lab)
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  hana = await bench.skilled('Hana Haematologist')
  rita = await bench.skilled('Rita Reviewer')
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  programs = programsOf(lab, manager)
})
beforeEach(async () => {
  lab.clock.set(mondayMorning)
  receiver = await openReceiver()
})
afterEach(async () => {
  await receiver.close()
  await lab.superuser.query('truncate webhook_delivery, webhook_event, api_subscription, webhook')
})
afterAll(() => lab.close())

const everything = [
  ...['visit.booked', 'visit.moved', 'visit.changed', 'visit.cancelled', 'visit.checked-in', 'visit.no-show'],
  ...['sample.collected', 'sample.received', 'sample.rejected'],
  ...['report.released', 'report.corrected', 'report.withdrawn'],
]
let clients = 0
const registered = (limits: object = {}) => programs.register(`Program ${++clients}`, limits)
const post = (path: string, body?: object, by = manager) => lab.call('POST', path, { by, body })
const addTo = (clientId: string, body: object = {}, by = manager) =>
  post(`/api/api-clients/${clientId}/webhooks`, { address: receiver.url, events: everything, ...body }, by)

type Hook = { id: string; secret: string; clientId: string }
async function hook(body: object = {}, limits: object = {}): Promise<Hook> {
  const { id: clientId } = await registered(limits)
  const answer = await addTo(clientId, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return { clientId, ...answer.json() }
}
const read = async (id: string) => (await lab.call('GET', `/api/webhooks/${id}`, { by: manager })).json()
const deliveries = async (id: string, query = '') =>
  (await lab.call('GET', `/api/webhooks/${id}/deliveries${query}`, { by: manager })).json().rows
const deliver = () => deliverWebhooks(lab.context)

async function book(by = ama, more: object = {}): Promise<string> {
  const body = { ...bookingBody, ...nextStart(), ...more }
  const answer = await lab.call('POST', '/api/labtest/book', { by, body })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().appointment.id
}
const visitPath = (id: string) => `/api/labtest/appointment/${id}`
const cancel = async (id: string) => {
  const answer = await lab.call('DELETE', `${visitPath(id)}/cancel`, {
    by: ama,
    body: { reason: 'Ill', version: 1 },
  })
  expect(answer.statusCode, answer.body).toBe(200)
}
/** Sessions end within a day. */
const signInAnew = async () => {
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
}

describe('events', () => {
  it('tell of a visit, its samples and its report in their order, signed, with ids only', async () => {
    const { secret } = await hook()
    receiver.secrets = [secret]
    const { visitId, task } = await bench.started(ama, hana)
    const { resultsRevision } = await bench.form(task, hana)
    await bench.enter(task, normalCount, resultsRevision, hana)
    await bench.complete(task, hana)
    const released = await bench.release([task], rita)
    expect(released.statusCode, released.body).toBe(200)
    await deliver()
    expect(receiver.types().filter((type) => type !== 'visit.changed')).toEqual([
      ...['visit.booked', 'visit.checked-in', 'sample.collected', 'sample.received', 'report.released'],
    ])
    for (const { event, body } of receiver.received) {
      expect(event.data.visit).toBe(visitId)
      expect(Object.keys(event).sort()).toEqual(['data', 'timestamp', 'type'])
      expect(body).not.toMatch(/Ama|Mensah|Blood|HGB|12\.9|normal/i)
    }
    expect(receiver.received.at(-1)?.event.data).toMatchObject({
      resource: `DiagnosticReport/${visitId}`,
      version: 1,
    })
    await bench.correct(task, 'The wrong tube was measured', rita)
    const again = await bench.form(task, hana)
    await bench.enter(task, { ...normalCount, HGB: 9.9 }, again.resultsRevision, hana)
    await bench.complete(task, hana)
    await bench.release([task], rita)
    await post('/api/Labtask/retract', { tasks: [task], reason: 'Another patient’s tube' })
    await deliver()
    expect(receiver.types().slice(-2)).toEqual(['report.corrected', 'report.withdrawn'])
  })

  it('tell of a cancelled visit', async () => {
    await hook({ events: ['visit.cancelled'] })
    const visit = await book()
    await cancel(visit)
    await deliver()
    expect(receiver.received.map(({ event }) => [event.type, event.data.visit])).toEqual([
      ['visit.cancelled', visit],
    ])
  })

  it('are not written while nobody wants them', async () => {
    await hook({ events: ['report.released'] })
    await book()
    expect((await lab.pool.query('select from webhook_event')).rowCount).toBe(0)
  })

  it('of a change that is rolled back are not sent', async () => {
    await hook()
    const visit = await book()
    await deliver()
    const connection = await lab.superuser.connect()
    await connection.query('begin')
    await connection.query(`update visit set status = 'cancelled', version = version + 1 where id = $1`, [
      visit,
    ])
    await connection.query('rollback')
    connection.release()
    await deliver()
    expect(receiver.types()).toEqual(['visit.booked'])
  })
})

describe('a delivery', () => {
  it('is made once by two deliverers at the same time, in the order of each visit', async () => {
    await hook()
    const visits = []
    for (let count = 0; count < 6; count++) visits.push(await book())
    for (const visit of visits) await cancel(visit)
    await Promise.all([deliver(), deliver(), deliver()])
    await deliver()
    expect(receiver.received).toHaveLength(12)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(12)
    for (const visit of visits)
      expect(
        receiver.received.filter(({ event }) => event.data.visit === visit).map(({ event }) => event.type),
      ).toEqual(['visit.booked', 'visit.cancelled'])
  })

  it('is repeated with the same id if the deliverer dies before the outcome is stored', async () => {
    const { id } = await hook()
    const visit = await book()
    await cancel(visit)
    await deliver()
    // The state that a process leaves when it is killed after the answer.
    await lab.superuser.query(
      `update webhook_delivery set state = 'sending', sent_at = null, due_at = $1
      where webhook_id = $2 and type = 'visit.booked'`,
      [new Date(lab.clock.now().getTime() + minutes(1)), id],
    )
    await deliver()
    expect(receiver.types()).toEqual(['visit.booked', 'visit.cancelled'])
    lab.clock.advance(minutes(1))
    await deliver()
    expect(receiver.types()).toEqual(['visit.booked', 'visit.cancelled', 'visit.booked'])
    const [first, , repeated] = receiver.received
    expect(repeated?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  })

  it('is retried after growing pauses, and later events of the visit wait for it', async () => {
    const { id } = await hook()
    receiver.manner = 500
    const visit = await book()
    await cancel(visit)
    await deliver()
    await deliver()
    expect(receiver.asked).toHaveLength(1)
    expect(await read(id)).toMatchObject({ state: 'failing', failingSince: '2026-03-09T08:30:00.000Z' })
    lab.clock.advance(seconds(10))
    await deliver()
    expect(receiver.asked).toHaveLength(2)
    lab.clock.advance(seconds(59))
    await deliver()
    expect(receiver.asked).toHaveLength(2)
    receiver.manner = 204
    lab.clock.advance(seconds(1))
    await deliver()
    expect(receiver.types()).toEqual(['visit.booked', 'visit.cancelled'])
    expect(await read(id)).toMatchObject({ state: 'on', failingSince: null })
    expect(await deliveries(id, '?state=sent')).toMatchObject([
      { type: 'visit.cancelled', attempts: 1, status: 204, error: null },
      { type: 'visit.booked', attempts: 3, status: 204, error: null },
    ])
  })

  it('waits as long as the receiver asks for', async () => {
    await hook()
    receiver.manner = 429
    receiver.headers = { 'retry-after': '600' }
    await book()
    await deliver()
    receiver.manner = 200
    lab.clock.advance(minutes(10) - 1)
    await deliver()
    expect(receiver.asked).toHaveLength(1)
    lab.clock.advance(1)
    await deliver()
    expect(receiver.types()).toEqual(['visit.booked'])
  })

  it('does not follow a redirection', async () => {
    const { id } = await hook()
    receiver.manner = 'redirect'
    await book()
    await deliver()
    expect(receiver.asked).toHaveLength(1)
    expect(await deliveries(id)).toMatchObject([
      { state: 'planned', status: 307, error: 'Redirects are not followed' },
    ])
  })

  it('to a failing receiver does not delay one to another receiver', async () => {
    const broken = await hook()
    receiver.manner = 500
    const other = await openReceiver()
    await hook({ address: other.url })
    for (let count = 0; count < 6; count++) await book()
    await deliver()
    expect(other.types()).toHaveLength(6)
    // A failing receiver gets one attempt at a time, after the first few.
    expect(receiver.asked.length).toBeLessThanOrEqual(4)
    lab.clock.advance(minutes(20))
    await deliver()
    expect(receiver.asked.length).toBeLessThanOrEqual(5)
    expect((await read(broken.id)).state).toBe('failing')
    await other.close()
  })

  it('is not made to an address that has become private, and a host name is checked on connection', async () => {
    const { id } = await hook()
    await book()
    await deliverWebhooks({ ...lab.context, config: { ...lab.config, webhooksToPrivate: false } })
    expect(receiver.asked).toHaveLength(0)
    expect(await deliveries(id)).toMatchObject([
      { state: 'planned', status: null, error: 'The address must begin with https://' },
    ])
  })
})

describe('a webhook', () => {
  it('is turned off after a day of failures, managers are told, and one turns it on again', async () => {
    const { id } = await hook()
    receiver.manner = 503
    await book()
    let rounds = 0
    for (
      ;
      (await lab.pool.query('select from webhook where off_at is null')).rowCount === 1 && rounds < 200;
      rounds++
    ) {
      await deliver()
      lab.clock.advance(minutes(15))
    }
    expect(rounds).toBeLessThanOrEqual(104)
    expect(receiver.asked.length).toBeGreaterThanOrEqual(7)
    const told = manager.email
    await signInAnew()
    expect((await read(id)).state).toBe('off')
    expect(await deliveries(id)).toMatchObject([{ state: 'failed', status: 503 }])
    const mail = await lab.lastMailTo(told)
    expect(mail.subject).toMatch(/Events no longer reach Program/)
    const asked = receiver.asked.length
    await book()
    await deliver()
    expect(receiver.asked).toHaveLength(asked)
    receiver.manner = 200
    expect((await post(`/api/webhooks/${id}/resume`)).statusCode).toBe(200)
    expect((await post(`/api/webhooks/${id}/resume`)).statusCode).toBe(409)
    const [failed] = await deliveries(id)
    expect((await post(`/api/webhooks/${id}/deliveries/${failed.id}/again`)).statusCode).toBe(200)
    await deliver()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([failed.id])
  })

  it('ends if the receiver answers 410', async () => {
    const { id } = await hook()
    receiver.manner = 410
    await book()
    await book()
    await deliver()
    expect((await read(id)).state).toBe('gone')
    expect((await lab.lastMailTo(manager.email)).subject).toMatch(/Events no longer reach/)
    const asked = receiver.asked.length
    lab.clock.advance(days(1))
    await deliver()
    expect(receiver.asked).toHaveLength(asked)
    await signInAnew()
    expect(await deliveries(id)).toMatchObject([{ state: 'failed' }, { state: 'failed' }])
    for (const way of ['resume', 'test', 'secret', 'end'])
      expect((await post(`/api/webhooks/${id}/${way}`)).statusCode, way).toBe(409)
  })

  it('ends with its client', async () => {
    const { id, clientId } = await hook()
    await book()
    await post(`/api/api-clients/${clientId}/end`)
    await deliver()
    expect(receiver.asked).toHaveLength(0)
    expect((await read(id)).state).toBe('ended')
    expect((await addTo(clientId)).statusCode).toBe(409)
  })

  it('gets a new secret, and the previous one also signs for a day', async () => {
    const { id, secret } = await hook()
    const renewed = (await post(`/api/webhooks/${id}/secret`)).json().secret
    expect(renewed).toMatch(/^whsec_[\w+/]{43}=$/)
    await book()
    await deliver()
    const [one] = receiver.received
    if (!one) throw new Error('Nothing was received')
    expect([isSigned(one, secret), isSigned(one, renewed)]).toEqual([true, true])
    expect(String(one.headers['webhook-signature']).split(' ')).toHaveLength(2)
    lab.clock.advance(days(1))
    await book()
    await deliver()
    const last = receiver.received.at(-1)
    if (!last) throw new Error('Nothing was received')
    expect([isSigned(last, secret), isSigned(last, renewed)]).toEqual([false, true])
  })

  it('sends a test', async () => {
    const { id, secret } = await hook({ events: ['report.released'] })
    receiver.secrets = [secret]
    expect((await post(`/api/webhooks/${id}/test`)).statusCode).toBe(200)
    await deliver()
    expect(receiver.received.map(({ event }) => event)).toMatchObject([{ type: 'webhook.test', data: {} }])
    expect(await deliveries(id)).toMatchObject([{ type: 'webhook.test', state: 'sent', reference: null }])
  })

  it('is refused with the name of the wrong field', async () => {
    const { id } = await registered({ scopes: ['system/Appointment.rs'] })
    for (const [body, field] of [
      [{ address: '' }, 'address'],
      [{ address: 'clinic.example' }, 'address'],
      [{ address: 'http://clinic.example/x' }, 'address'],
      [{ address: `https://clinic.example/${'x'.repeat(500)}` }, 'address'],
      [{ events: [] }, 'events'],
      [{ events: ['visit.born'] }, 'events.0'],
      [{ events: ['report.released'] }, 'events'],
    ] as const) {
      const answer = await addTo(id, { events: ['visit.booked'], ...body })
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]])
    }
  })

  it('is managed only by managers who see its client', async () => {
    const { id, clientId } = await hook()
    await book()
    await deliver()
    const [delivery] = await deliveries(id)
    const site = { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 1 }
    const kumasi = (await post('/api/settings/sites', site)).json().id
    const limited = await lab.makeStaff('admin')
    await lab.pool.query('insert into account_site values ($1, $2)', [limited.accountId, kumasi])
    const tech = await lab.makeStaff('technician')
    for (const [method, path, body] of [
      ['GET', `/api/api-clients/${clientId}/webhooks`],
      ['POST', `/api/api-clients/${clientId}/webhooks`, { address: receiver.url, events: ['visit.booked'] }],
      ['GET', `/api/webhooks/${id}`],
      ['GET', `/api/webhooks/${id}/deliveries`],
      ['POST', `/api/webhooks/${id}/secret`],
      ['POST', `/api/webhooks/${id}/test`],
      ['POST', `/api/webhooks/${id}/resume`],
      ['POST', `/api/webhooks/${id}/end`],
      ['POST', `/api/webhooks/${id}/deliveries/${delivery.id}/again`],
    ] as const) {
      expect([path, (await lab.call(method, path, { by: limited, body })).statusCode]).toEqual([path, 404])
      expect([path, (await lab.call(method, path, { by: tech, body })).statusCode]).toEqual([path, 403])
    }
  })

  it('has a secret that only the answer to its creation contains', async () => {
    const { id, secret, clientId } = await hook()
    const bare = secret.replace('whsec_', '')
    const hex = Buffer.from(bare, 'base64').toString('hex')
    const renewed = (await post(`/api/webhooks/${id}/secret`)).json().secret.replace('whsec_', '')
    await book()
    await deliver()
    const answers = await Promise.all(
      [
        `/api/webhooks/${id}`,
        `/api/webhooks/${id}/deliveries`,
        `/api/api-clients/${clientId}/webhooks`,
        '/api/api-clients',
      ].map(async (path) => (await lab.call('GET', path, { by: manager })).body),
    )
    const { rows } = await lab.pool.query('select row_to_json(a)::text as row from audit a')
    for (const text of [...answers, JSON.stringify(rows), log.join('\n'), receiver.received[0]?.body ?? ''])
      for (const one of [bare, renewed, hex, secret]) expect(text).not.toContain(one)
    expect(log.join('\n')).not.toContain(receiver.url)
  })

  it('keeps its address and its events', async () => {
    const { id } = await hook()
    const change = lab.superuser.query(
      `update webhook set address = 'https://elsewhere.example' where id = $1`,
      [id],
    )
    await expect(change).rejects.toThrow('are kept')
  })

  it('deletes settled deliveries after 30 days, and keeps unsettled ones', async () => {
    const { id } = await hook()
    await book()
    await deliver()
    receiver.manner = 500
    await book()
    await deliver()
    lab.clock.set(new Date(Date.now() + days(31)).toISOString())
    await forgetOldDeliveries(lab.context)
    await signInAnew()
    expect(await deliveries(id)).toMatchObject([{ state: 'planned' }])
  })

  it('pages through its deliveries', async () => {
    const { id } = await hook()
    for (let count = 0; count < 5; count++) await book()
    await deliver()
    const ids = new Set<string>()
    let cursor = ''
    do {
      const path = `/api/webhooks/${id}/deliveries?limit=2${cursor && `&cursor=${cursor}`}`
      const page = (await lab.call('GET', path, { by: manager })).json()
      for (const row of page.rows) ids.add(row.id)
      cursor = page.nextCursor ?? ''
    } while (cursor !== '')
    expect(ids.size).toBe(5)
  })
})
