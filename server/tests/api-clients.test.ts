import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '#contract/api-clients.ts'
import { forgetExpiredTokens } from '#server/modules/fhir/index.ts'
import { minutes } from '#server/platform/clock.ts'
import { programsOf } from './fhir-clients.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite } from './queue-day.ts'

let lab: TestApp
let manager: Person
let programs: ReturnType<typeof programsOf>

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  programs = programsOf(lab, manager)
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const listed = async (by = manager): Promise<ApiClient[]> =>
  (await lab.call('GET', '/api/api-clients', { by })).json().clients
const add = (body: object, by = manager) =>
  lab.call('POST', '/api/api-clients', {
    by,
    body: { name: 'EMR', scopes: ['system/Patient.rs'], ...body },
  })
const end = (id: string, by = manager) => lab.call('POST', `/api/api-clients/${id}/end`, { by })
const reads = (by: { headers: { authorization: string } }, path = '/fhir/R4/Location') =>
  lab.call('GET', path, { by })
const grant = 'client_credentials'

describe('an API client', () => {
  it('a manager registers it, and only the answer contains its secret', async () => {
    const answer = await add({ name: 'Ridge EMR', perMinute: 30 })
    expect(answer.statusCode, answer.body).toBe(201)
    const { id, secret } = answer.json()
    expect(secret).toMatch(/^[\w-]{43}$/)
    const [client] = await listed()
    expect(client).toMatchObject({
      ...{ id, name: 'Ridge EMR', scopes: ['system/Patient.rs'], sites: null, facility: null },
      ...{ perMinute: 30, createdBy: 'Mary Manager', lastUsedAt: null, endedAt: null },
    })
    expect(JSON.stringify(client)).not.toContain(secret)
    const { rows } = await lab.pool.query(`select row_to_json(c)::text as row from api_client c
      union all select row_to_json(a)::text from audit a where action like 'api_client%'`)
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('only managers register, list and end clients', async () => {
    const tech = await lab.makeStaff('technician')
    const { id } = await programs.register('Not for technicians')
    expect((await add({}, tech)).statusCode).toBe(403)
    expect((await lab.call('GET', '/api/api-clients', { by: tech })).statusCode).toBe(403)
    expect((await end(id, tech)).statusCode).toBe(403)
  })

  it('a refused registration names each wrong field', async () => {
    await add({ name: 'Taken' })
    for (const [body, field] of [
      [{ name: '' }, 'name'],
      [{ name: 'TAKEN' }, 'name'],
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['system/*.cruds'] }, 'scopes.0'],
      [{ sites: [manager.accountId] }, 'sites'],
      [{ facilityId: manager.accountId }, 'facilityId'],
      [{ perMinute: 0 }, 'perMinute'],
    ] as const) {
      const answer = await add({ name: 'Wrong', ...body })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields).toHaveProperty([field])
    }
  })

  it('a manager of some sites registers, sees and ends clients of these sites only', async () => {
    const site = { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 1 }
    const kumasi = (await lab.call('POST', '/api/settings/sites', { by: manager, body: site })).json().id
    const limited = await lab.makeStaff('admin')
    await lab.pool.query('insert into account_site values ($1, $2)', [limited.accountId, kumasi])
    expect((await add({ name: 'All' }, limited)).statusCode).toBe(400)
    expect((await add({ name: 'Main', sites: [mainSite] }, limited)).statusCode).toBe(400)
    const own = await add({ name: 'Kumasi EMR', sites: [kumasi] }, limited)
    expect(own.statusCode, own.body).toBe(201)
    const both = await programs.register('Both', { sites: [kumasi, mainSite] })
    const everywhere = await programs.register('Everywhere')
    expect((await listed(limited)).map(({ name }) => name)).toEqual(['Kumasi EMR'])
    expect((await end(both.id, limited)).statusCode).toBe(404)
    expect((await end(everywhere.id, limited)).statusCode).toBe(404)
    expect((await end(own.json().id, limited)).statusCode).toBe(200)
  })

  it('no statement changes its scopes or deletes it', async () => {
    const { id } = await programs.register('Kept')
    const widen = lab.superuser.query("update api_client set scopes = '{system/Patient.rs}' where id = $1", [
      id,
    ])
    await expect(widen).rejects.toThrow('an API client is only ended')
    const secret = lab.pool.query('delete from api_client where id = $1', [id])
    await expect(secret).rejects.toThrow('permission denied')
  })
})

describe('a token', () => {
  it('it is given for the secret in the header or in the form, and stored as a hash', async () => {
    const { id, secret } = await programs.register('Asks')
    const posted = await programs.token({ grant_type: grant, client_id: id, client_secret: secret })
    expect(posted.statusCode, posted.body).toBe(200)
    expect(posted.headers['cache-control']).toBe('no-store')
    expect(posted.json()).toMatchObject({ token_type: 'Bearer', expires_in: 300 })
    const basic = Buffer.from(`${id}:${secret}`).toString('base64')
    const inHeader = await programs.token({ grant_type: grant }, { authorization: `Basic ${basic}` })
    expect(inHeader.statusCode, inHeader.body).toBe(200)
    const { rows } = await lab.pool.query('select row_to_json(t)::text as row from api_artifact t')
    for (const token of [posted, inHeader]) {
      expect(JSON.stringify(rows)).not.toContain(token.json().access_token)
      expect(
        (await reads({ headers: { authorization: `Bearer ${token.json().access_token}` } })).statusCode,
      ).toBe(200)
    }
  })

  it('refusals of tokens follow RFC 6749', async () => {
    const { id, secret } = await programs.register('Refused', { scopes: ['system/Patient.rs'] })
    const right = { grant_type: grant, client_id: id, client_secret: secret }
    const basic = Buffer.from(`${id}:${secret}`).toString('base64')
    for (const [form, code, status, headers] of [
      [{ ...right, client_secret: 'wrong' }, 'invalid_client', 401],
      [{ ...right, client_id: 'x' }, 'invalid_client', 401],
      [{ ...right, client_id: manager.accountId }, 'invalid_client', 401],
      [{ grant_type: grant }, 'invalid_request', 400],
      [{ grant_type: grant }, 'invalid_request', 400, { authorization: 'Basic ###' }],
      [{ grant_type: grant }, 'invalid_request', 400, { authorization: `Bearer ${secret}` }],
      [
        { grant_type: grant },
        'invalid_client',
        401,
        { authorization: `Basic ${Buffer.from(`${id}:wrong`).toString('base64')}` },
      ],
      [
        { grant_type: grant, client_secret: secret },
        'invalid_request',
        400,
        { authorization: `Basic ${basic}` },
      ],
      [{ client_id: id, client_secret: secret }, 'invalid_request', 400],
      [{ ...right, grant_type: 'password' }, 'unsupported_grant_type', 400],
      [{ ...right, scope: 'system/Observation.rs' }, 'invalid_scope', 400],
    ] as const) {
      const answer = await programs.token(form, headers)
      expect([answer.statusCode, answer.json().error]).toEqual([status, code])
      expect(answer.json().error_description).not.toBe('')
      if (headers && status === 401) expect(answer.headers['www-authenticate']).toContain('Basic')
    }
    const twice = await lab.call('POST', '/fhir/auth/token', {
      body: `${new URLSearchParams(right)}&scope=a&scope=b`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(twice.json().error).toBe('invalid_request')
    expect((await lab.call('POST', '/fhir/auth/token', { body: right })).statusCode).toBe(400)
  })

  it('it has only the requested scopes', async () => {
    const client = await programs.register('Narrow')
    const by = await programs.signIn(client, { scope: 'system/Location.rs' })
    expect((await reads(by)).statusCode).toBe(200)
    const refused = await reads(by, '/fhir/R4/Patient')
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({
      resourceType: 'OperationOutcome',
      issue: [{ code: 'forbidden', diagnostics: expect.stringContaining('system/Patient.rs') }],
    })
  })

  it('it expires after five minutes, and expired tokens are deleted', async () => {
    const by = await programs.signIn(await programs.register('Slow'))
    lab.clock.advance(minutes(5) - 1)
    expect((await reads(by)).statusCode).toBe(200)
    lab.clock.advance(1)
    const late = await reads(by)
    expect(late.statusCode).toBe(401)
    expect(late.headers['www-authenticate']).toBe('Bearer')
    expect(late.json()).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code: 'login' }] })
    await forgetExpiredTokens(lab.context)
    expect((await lab.pool.query('select from api_artifact')).rows).toHaveLength(0)
  })

  it('it ends at once with its client, which gets no further token and whose name can be used again', async () => {
    const client = await programs.register('Ended')
    const by = await programs.signIn(client)
    expect((await reads(by)).statusCode).toBe(200)
    expect((await end(client.id)).statusCode).toBe(200)
    expect((await reads(by)).statusCode).toBe(401)
    const again = { grant_type: grant, client_id: client.id, client_secret: client.secret }
    expect((await programs.token(again)).statusCode).toBe(401)
    expect((await end(client.id)).statusCode).toBe(409)
    expect((await listed()).find(({ id }) => id === client.id)?.endedAt).toBe('2026-03-09T08:30:00.000Z')
    await programs.register('Ended')
  })

  it('a session of a person is not accepted as a token, and a token is not accepted as a session', async () => {
    expect((await reads(manager)).statusCode).toBe(401)
    const by = await programs.signIn(await programs.register('No person'))
    expect((await lab.call('GET', '/api/auth/profile', { by })).statusCode).toBe(401)
  })

  it('the last use of the client is recorded to the minute', async () => {
    const client = await programs.register('Used')
    const by = await programs.signIn(client)
    const lastUsed = async () => (await listed()).find(({ id }) => id === client.id)?.lastUsedAt
    expect(await lastUsed()).toBeNull()
    await reads(by)
    expect(await lastUsed()).toBe('2026-03-09T08:30:00.000Z')
    lab.clock.advance(minutes(1) - 1)
    await reads(by)
    expect(await lastUsed()).toBe('2026-03-09T08:30:00.000Z')
    lab.clock.advance(1)
    await reads(by)
    expect(await lastUsed()).toBe('2026-03-09T08:31:00.000Z')
  })

  it('calls beyond the limit of a client are refused with the time to wait, and calls of other clients are not', async () => {
    const [slow, other] = [
      await programs.signIn(await programs.register('Three', { perMinute: 3 })),
      await programs.signIn(await programs.register('Another')),
    ]
    const answers = []
    for (let call = 0; call < 4; call++) answers.push(await reads(slow))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
    expect(answers[3]?.headers['retry-after']).toBe('20')
    expect(answers[3]?.json()).toMatchObject({
      resourceType: 'OperationOutcome',
      issue: [{ code: 'throttled' }],
    })
    expect((await reads(other)).statusCode).toBe(200)
  })

  it('wrong secrets from a network are limited, and correct secrets are not', async () => {
    const { id, secret } = await programs.register('Tried')
    const ask = (client_secret: string) =>
      lab.call('POST', '/fhir/auth/token', {
        body: new URLSearchParams({ grant_type: grant, client_id: id, client_secret }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        from: '192.0.2.7',
      })
    for (let good = 0; good < 31; good++) expect((await ask(secret)).statusCode).toBe(200)
    for (let bad = 0; bad < 30; bad++) expect((await ask('wrong')).statusCode).toBe(401)
    const limited = await ask(secret)
    expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '20'])
  })
})

it('the SMART configuration lists the grant types, authentication methods and scopes that work', async () => {
  const answer = await lab.call('GET', '/fhir/R4/.well-known/smart-configuration')
  expect(answer.headers['content-type']).toContain('application/json')
  const configuration = answer.json()
  expect(configuration).toMatchObject({
    token_endpoint: 'http://lab.test/fhir/auth/token',
    grant_types_supported: ['authorization_code', 'refresh_token', grant],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    code_challenge_methods_supported: ['S256'],
  })
  for (const name of ['authorization', 'token', 'introspection', 'revocation'])
    expect(configuration[`${name}_endpoint`]).toMatch(/^http:\/\/lab\.test\/fhir\/auth\//)
  const own: string[] = configuration.scopes_supported.filter((scope: string) => scope.startsWith('system/'))
  await programs.signIn(await programs.register('All of them'), { scope: own.join(' ') })
  const discovered = await lab.call('GET', '/fhir/auth/.well-known/openid-configuration')
  expect(discovered.json()).toMatchObject({
    issuer: configuration.issuer,
    authorization_endpoint: configuration.authorization_endpoint,
    jwks_uri: configuration.jwks_uri,
  })
  expect(discovered.json()).not.toHaveProperty('registration_endpoint')
  const { keys } = (await lab.call('GET', '/fhir/auth/jwks')).json()
  expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
})
