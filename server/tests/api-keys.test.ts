import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { keyScopeNames } from '#contract/key-scopes.ts'
import { deliverWebhooks } from '#server/modules/fhir/index.ts'
import { benchOf, normalCount } from './bench-tasks.ts'
import { callName, everyCall, pathOfNothing } from './contract-calls.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { openMoney } from './money-day.ts'
import { mainSite } from './queue-day.ts'
import { bookingBody, separateStarts } from './visits.ts'
import { openReceiver } from './webhook-receiver.ts'

let money: Awaited<ReturnType<typeof openMoney>>
let lab: TestApp
let manager: Person
let kumasi: string

beforeAll(async () => {
  money = await openMoney({ WEBHOOKS_TO_PRIVATE: '1' })
  lab = money.lab
  manager = money.manager
  await lab.pool.query(`update test set bookable = true where code = 'CT1'`)
  const site = { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 2 }
  kumasi = (await lab.call('POST', '/api/settings/sites', { by: manager, body: site })).json().id
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const nextStart = separateStarts('2026-04-06')
const add = (body: object) =>
  lab.call('POST', '/api/api-clients', {
    by: manager,
    body: { signsInBy: 'api_key', scopes: keyScopeNames, validDays: 90, perMinute: 6000, ...body },
  })
type Key = { id: string; headers: { authorization: string } }
let made = 0
async function keyOf(body: object = {}): Promise<Key & { secret: string }> {
  const answer = await add({ name: `Program ${++made}`, ...body })
  expect(answer.statusCode, answer.body).toBe(201)
  const { id, secret } = answer.json()
  return { id, secret, headers: { authorization: `Bearer ${secret}` } }
}
const own = (by: Key, from: TestApp = lab) => from.call('GET', '/api/api-key', { by })
const booking = (change: object = {}) => ({ ...bookingBody, ...nextStart(), siteId: mainSite, ...change })
const book = (by: Key, body: object, key?: string) =>
  lab.call('POST', '/api/labtest/book', { by, body, ...(key && { headers: { 'idempotency-key': key } }) })
const end = (id: string) => lab.call('POST', `/api/api-clients/${id}/end`, { by: manager })
const trailOf = async (visitId: string) =>
  (
    await lab.pool.query(
      'select action, account_id, role, reason, after from audit where subject_id = $1 order by position',
      [visitId],
    )
  ).rows

describe('a key', () => {
  it('a manager makes it, only the answer contains it, and the database stores its hash', async () => {
    const { id, secret } = await keyOf({ name: 'Website', scopes: ['visits:book'], sites: [kumasi] })
    expect(secret).toMatch(/^phk_[\w-]{43}$/)
    const key = { headers: { authorization: `Bearer ${secret}` } }
    expect((await lab.call('GET', '/api/api-key', { by: key })).json()).toEqual({
      ...{ id, name: 'Website', scopes: ['visits:book'], perMinute: 6000 },
      ...{ sites: [{ id: kumasi, name: 'Kumasi' }], expiresAt: '2026-06-07T08:30:00.000Z' },
    })
    const listed = await lab.call('GET', '/api/api-clients', { by: manager })
    const shown = listed.json().clients.find((one: { id: string }) => one.id === id)
    expect(shown).toMatchObject({ signsInBy: 'api_key', lastUsedAt: '2026-03-09T08:30:00.000Z' })
    const { rows } = await lab.pool.query(`select row_to_json(c)::text as row from api_client c
      union all select row_to_json(a)::text from audit a`)
    expect(listed.body + JSON.stringify(rows)).not.toContain(secret)
  })

  it('a refused key names the wrong field, and the database refuses permissions of both kinds', async () => {
    for (const [body, field] of [
      [{ scopes: ['system/Patient.rs'] }, 'scopes'],
      [{ validDays: null }, 'validDays'],
      [{ validDays: 731 }, 'validDays'],
      [{ redirectUris: ['https://app.example/back'] }, 'redirectUris'],
      [{ signsInBy: 'secret', validDays: null }, 'scopes'],
      [{ signsInBy: 'secret', scopes: ['system/Patient.rs'] }, 'validDays'],
    ] as const) {
      const answer = await add({ name: 'Wrong', ...body })
      expect([body, answer.statusCode, Object.keys(answer.json().fields ?? {})]).toEqual([body, 400, [field]])
    }
    const insert = (scopes: string) =>
      lab.superuser.query(
        `insert into api_client (id, name, secret_hash, scopes, per_minute, signs_in_by, expires_at, created_by, created_at)
          values (uuidv7(), 'Both', sha256('x'), $1, 1, 'api_key', now() + interval '1 day', $2, now())`,
        [scopes, manager.accountId],
      )
    await expect(insert('{visits:read,system/Patient.rs}')).rejects.toThrow('api_client_scopes_fit')
    await expect(insert('{everything}')).rejects.toThrow('api_client_scopes_fit')
  })

  it('it gets no token for FHIR, and no HL7 connection', async () => {
    const { id, secret, headers } = await keyOf()
    expect((await lab.call('GET', '/fhir/R4/Location', { by: { headers } })).statusCode).toBe(401)
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret }
    const token = await lab.call('POST', '/fhir/auth/token', {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([token.statusCode, token.json().error]).toEqual([401, 'invalid_client'])
    const settings = { name: 'HIS', way: 'listen', host: '', port: 5192, allowed: '' }
    const connection = await lab.call('POST', '/api/hl7-connections', {
      by: manager,
      body: { clientId: id, ...settings },
    })
    expect([connection.statusCode, connection.json().fields]).toEqual([
      400,
      { clientId: ['This is an API key: choose a client of FHIR'] },
    ])
    await expect(
      lab.superuser.query(
        `insert into api_artifact (id_hash, kind, client_id, payload, created_at, expires_at)
          values (sha256('x'), 'ClientCredentials', $1, '{}', now(), now() + interval '1 minute')`,
        [id],
      ),
    ).rejects.toThrow('an API key has no row in api_artifact')
  })

  it('it stops when it is ended, in each process at once, and when it expires', async () => {
    const other = await openTestApp({ sameDatabaseAs: lab })
    const [key, expiring] = [await keyOf(), await keyOf({ validDays: 1 })]
    for (const process of [lab, other]) expect((await own(key, process)).statusCode).toBe(200)
    expect((await end(key.id)).statusCode).toBe(200)
    for (const process of [lab, other]) {
      const refused = await own(key, process)
      expect([refused.statusCode, refused.json().message]).toEqual([
        401,
        'The API key is unknown, has expired or was ended',
      ])
    }
    await other.close()
    expect((await own(expiring)).statusCode).toBe(200)
    lab.clock.set('2026-03-10T08:30:00Z')
    expect((await own(expiring)).statusCode).toBe(401)
  })

  it('its calls per minute are limited', async () => {
    const key = await keyOf({ perMinute: 2 })
    expect([(await own(key)).statusCode, (await own(key)).statusCode]).toEqual([200, 200])
    const refused = await own(key)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30'])
  })
})

describe('every call of the contract', () => {
  const refuses = async (call: Endpoint, by: Key) => {
    const answer = await lab.call(call.method, pathOfNothing(call.path), { by })
    return answer.statusCode === 403 && answer.json().code === 'not_allowed'
  }

  it('a key makes the calls of its scopes and no others', async () => {
    const calls = (await everyCall()).filter(
      ({ method, path, access, knowsActor }) =>
        (access !== 'public' || knowsActor) && lab.app.hasRoute({ method, url: path }),
    )
    const all = await keyOf()
    const single = new Map<string, Key>()
    for (const scope of keyScopeNames) single.set(scope, await keyOf({ scopes: [scope] }))
    let admitted = 0
    for (const call of calls) {
      if (call.scope === undefined) {
        expect([callName(call), await refuses(call, all)]).toEqual([callName(call), true])
        continue
      }
      for (const [scope, key] of single) {
        const may = call.scope === 'any' || call.scope === scope
        expect([callName(call), scope, await refuses(call, key)]).toEqual([callName(call), scope, !may])
        if (may) admitted++
      }
    }
    expect(calls.length).toBeGreaterThan(400)
    expect(admitted).toBeGreaterThan(20)
  }, 120_000)
})

describe('a program', () => {
  it('it books once for an idempotency key, moves and cancels, and the audit trail names it', async () => {
    const key = await keyOf({ name: 'Clinic app' })
    const body = booking()
    const first = await book(key, body, 'visit-4711')
    expect(first.statusCode, first.body).toBe(201)
    expect((await book(key, body, 'visit-4711')).json()).toEqual(first.json())
    expect((await book(key, booking(), 'visit-4711')).json().code).toBe('key_reused')
    // The keys of another program are its own.
    const others = await book(await keyOf(), { ...body, ...nextStart() }, 'visit-4711')
    expect(others.statusCode, others.body).toBe(201)
    const { id, version } = first.json().appointment
    const move = { start: '2026-04-08T10:00:00Z', version, reason: 'The patient asked' }
    const moved = await lab.call('PUT', `/api/labtest/appointment/${id}/reschedule`, { by: key, body: move })
    expect(moved.statusCode, moved.body).toBe(200)
    const path = `/api/labtest/appointment/${id}`
    for (const _ of [1, 2])
      expect((await lab.call('GET', path, { by: key })).json().scheduledDate).toBe('2026-04-08T10:00:00.000Z')
    const cancelled = await lab.call('DELETE', `${path}/cancel`, { by: key, body: { reason: 'Moved away' } })
    expect(cancelled.json().appointment.status).toBe('cancelled')
    const by = 'By the API client Clinic app'
    expect(await trailOf(id)).toMatchObject([
      { action: 'visit.booked', account_id: null, role: null, reason: by },
      { action: 'visit.changed', account_id: null, reason: `${by}: The patient asked` },
      { action: 'api_client.read', reason: by, after: { client: key.id, name: 'Clinic app' } },
      { action: 'visit.cancelled', account_id: null, reason: `${by}: Moved away` },
    ])
  })

  it('what only people decide is refused, each by its field', async () => {
    const key = await keyOf()
    const bill = { payerId: '01900000-0000-7000-8000-0000000000a1' }
    for (const [change, field] of [
      [{ accountId: money.ama.accountId }, 'accountId'],
      [{ overbook: { reason: 'No chair' } }, 'overbook'],
      [{ bill }, 'bill'],
      [{ testType: ['Retro screen for HIV'] }, 'testType'],
      [{ siteId: money.ama.accountId }, 'siteId'],
    ] as const) {
      const answer = await book(key, booking(change))
      expect([field, answer.statusCode, Object.keys(answer.json().fields ?? {})]).toEqual([
        field,
        400,
        [field],
      ])
      if (field === 'testType') expect(answer.json().message).toContain('at the laboratory')
    }
  })

  it('it sees only its sites, and no confidential test', async () => {
    const ama = await lab.signUpPatient()
    const hidden = await lab.call('POST', '/api/labtest/book', {
      by: ama,
      body: booking({ testType: ['Retro screen for HIV', 'Blood Sugar'] }),
    })
    expect(hidden.statusCode, hidden.body).toBe(201)
    const { id } = hidden.json().appointment
    const [here, there] = [await keyOf({ sites: [mainSite] }), await keyOf({ sites: [kumasi] })]
    const path = `/api/labtest/appointment/${id}`
    expect((await lab.call('GET', path, { by: here })).json().testType).toEqual(['Blood Sugar'])
    const list = await lab.call('GET', '/api/Labtask/appointments-tasks?limit=50', { by: here })
    expect(list.json().appointments.map((one: { id: string }) => one.id)).toContain(id)
    for (const text of [list.body, (await lab.call('GET', path, { by: here })).body])
      expect(/retro|confidential/i.test(text)).toBe(false)
    expect((await lab.call('GET', path, { by: there })).statusCode).toBe(404)
    expect(
      (await lab.call('DELETE', `${path}/cancel`, { by: there, body: { reason: 'x' } })).statusCode,
    ).toBe(404)
    const elsewhere = await lab.call('GET', '/api/Labtask/appointments-tasks?limit=50', { by: there })
    expect(elsewhere.json().appointments).toEqual([])
    expect((await book(there, booking())).json().fields).toHaveProperty('siteId')
  })

  it('it reads released results once the visit is paid, and its readings are audited once an hour', async () => {
    expect((await money.setRules({ holdResults: true })).statusCode).toBe(200)
    const [hana, rita] = [await benchOf(lab).skilled('Hana'), await benchOf(lab).skilled('Rita')]
    const { visitId, task } = await benchOf(lab).started(money.ama, hana, ['Full Blood Count'])
    const key = await keyOf()
    const read = (part = '') =>
      lab.call('GET', `/api/labtest/appointment/${visitId}/report${part}`, { by: key })
    await benchOf(lab).enter(task, normalCount, 0, hana)
    await benchOf(lab).complete(task, hana)
    expect((await read()).statusCode).toBeGreaterThan(400)
    expect((await benchOf(lab).release([task], rita)).statusCode).toBe(200)
    for (const part of ['', '.pdf', '.pdf?purpose=print']) {
      const unpaid = await read(part)
      expect([unpaid.statusCode, unpaid.json().code]).toEqual([409, 'not_possible_now'])
    }
    await money.openTill()
    expect((await money.pay(visitId, 6_000)).statusCode).toBe(201)
    for (const _ of [1, 2]) expect((await read()).json().report.tests).toHaveLength(1)
    expect((await read('.pdf')).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const readings = (await trailOf(visitId)).filter(({ action }) => action === 'api_client.read')
    expect(readings).toMatchObject([{ after: { client: key.id, resource: 'DiagnosticReport', version: 1 } }])
    const mine = await lab.call('GET', '/api/audit/mine', { by: money.ama })
    expect(mine.body).toContain(`Program ${made}`)
  })

  it('it has webhooks of its own, which hear what it may read until it expires', async () => {
    const receiver = await openReceiver()
    const [key, other] = [await keyOf({ scopes: ['webhooks', 'visits:read'], validDays: 1 }), await keyOf()]
    const at = (client: Key) => `/api/api-clients/${client.id}/webhooks`
    const body = { address: receiver.url, events: ['visit.booked'] }
    const reports = { ...body, events: ['report.released'] }
    const post = (path: string, sent?: object) => lab.call('POST', path, { by: key, body: sent })
    expect((await post(at(key), reports)).json().fields).toHaveProperty('events')
    expect((await post(at(other), body)).statusCode).toBe(404)
    const added = await post(at(key), body)
    expect(added.statusCode, added.body).toBe(201)
    const { id } = added.json()
    expect((await lab.call('GET', `/api/webhooks/${id}`, { by: other })).statusCode).toBe(404)
    const booked = await book(other, booking())
    await deliverWebhooks(lab.context)
    const heard = receiver.received.map((one) => JSON.parse(one.body))
    expect(heard).toMatchObject([{ type: 'visit.booked', data: { visit: booked.json().appointment.id } }])
    expect((await lab.call('GET', `/api/webhooks/${id}/deliveries`, { by: key })).json().rows).toHaveLength(1)
    lab.clock.set('2026-03-10T08:30:00Z')
    await book(other, booking())
    await deliverWebhooks(lab.context)
    expect(receiver.received).toHaveLength(1)
    lab.clock.set(mondayMorning)
    expect((await post(`/api/webhooks/${id}/end`)).statusCode).toBe(200)
    const { webhooks } = (await lab.call('GET', at(key), { by: key })).json()
    expect(webhooks).toMatchObject([{ id, state: 'ended' }])
    await receiver.close()
  })
})
