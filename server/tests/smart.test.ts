import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { personNumber } from '#server/modules/people/index.ts'
import { days, minutes } from '#server/platform/clock.ts'
import { benchOf, normalCount } from './bench-tasks.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { type App, appsOf, returnAddress } from './smart-apps.ts'

// biome-ignore lint/suspicious/noExplicitAny: a resource has the elements of its type.
type Resource = any

let lab: TestApp
let apps: ReturnType<typeof appsOf>
let diary: App
let manager: Person
let ama: Person
let kofi: Person
let visits: { ama: string; child: string; kofi: string }
const whole = 'openid fhirUser launch/patient offline_access patient/*.rs'

const persons: Record<string, string> = {}

beforeAll(async () => {
  lab = await openTestApp()
  const bench = benchOf(lab)
  const [hana, rita] = [await bench.skilled('Hana'), await bench.skilled('Rita')]
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  kofi = await lab.signUpPatient({ fullName: 'Kofi Boateng' })
  manager = await lab.makeStaff('admin')
  const released = async (patient: Person, details: object) => {
    const { visitId, task } = await bench.started(patient, hana, ['Full Blood Count'], details)
    await bench.enter(task, normalCount, 0, hana)
    await bench.complete(task, hana)
    expect((await bench.release([task], rita)).statusCode).toBe(200)
    return visitId
  }
  visits = {
    ama: await released(ama, { fullName: 'Ama Mensah' }),
    child: await released(ama, { fullName: 'Yaa Mensah', age: 9 }),
    kofi: await released(kofi, { fullName: 'Kofi Boateng' }),
  }
  const { rows } = await lab.pool.query('select id, person_id from visit')
  for (const { id, person_id } of rows) persons[id] = person_id
  apps = appsOf(lab, manager)
  diary = await apps.register('Health diary')
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const idsIn = (bundle: Resource): string[] =>
  (bundle.entry ?? []).map(({ resource }: Resource) => resource.id)
const reportsOf = async (token: string) => idsIn((await apps.read(token, 'DiagnosticReport')).json())
const personOf = (visitId: string): string => persons[visitId] ?? ''
const trail = async () =>
  (await lab.pool.query("select action, account_id from audit where action like 'app_access%' order by id"))
    .rows

describe('an app that a patient lets read', () => {
  it('shows what it asks for, gets a token for one person, and reads nothing about others', async () => {
    const { cookie, cookies, status, goTo } = await apps.ask(diary, `${whole} patient/Condition.read profile`)
    expect([status, goTo]).toEqual([303, 'http://lab.test/allow-app'])
    for (const line of cookies) expect(line.toLowerCase()).toMatch(/httponly/)
    const shown = await apps.shown(ama, cookie)
    expect(shown.json()).toMatchObject({
      app: { name: 'Health diary', returnsTo: 'diary.example' },
      scopes: ['system/Patient.rs', 'system/Observation.rs', 'system/DiagnosticReport.rs'],
      ...{ keepsAccess: true, learnsWho: true, facility: null },
      people: [{ fullName: 'Ama Mensah' }, { fullName: 'Yaa Mensah' }],
    })
    const token = await apps.exchange(diary, await apps.allow(diary, ama, whole))
    expect(token.statusCode, token.body).toBe(200)
    expect(token.headers['cache-control']).toBe('no-store')
    const given = token.json()
    expect(given).toMatchObject({ token_type: 'Bearer', patient: personOf(visits.ama), expires_in: 3600 })
    expect(given.scope.split(' ')).toContain('patient/DiagnosticReport.rs')
    expect(given.scope).not.toContain('Appointment')
    const claims = JSON.parse(Buffer.from(given.id_token.split('.')[1], 'base64url').toString())
    expect(claims).toMatchObject({
      iss: 'http://lab.test/fhir/auth',
      sub: ama.accountId,
      aud: diary.id,
      fhirUser: `http://lab.test/fhir/R4/Patient/${personOf(visits.ama)}`,
    })

    expect(await reportsOf(given.access_token)).toEqual([visits.ama])
    expect(idsIn((await apps.read(given.access_token, 'Patient')).json())).toEqual([personOf(visits.ama)])
    const values: Resource = (await apps.read(given.access_token, 'Observation?_count=200')).json()
    expect(new Set(values.entry.map(({ resource }: Resource) => resource.subject.reference))).toEqual(
      new Set([`Patient/${personOf(visits.ama)}`]),
    )
    for (const visit of [visits.child, visits.kofi]) {
      expect((await apps.read(given.access_token, `DiagnosticReport/${visit}`)).statusCode).toBe(404)
      expect((await apps.read(given.access_token, `DiagnosticReport/${visit}/_history`)).statusCode).toBe(404)
      expect((await apps.read(given.access_token, `Binary/${visit}.1`)).statusCode).toBe(404)
      expect((await apps.read(given.access_token, `Patient/${personOf(visit)}`)).statusCode).toBe(404)
      expect((await apps.read(given.access_token, `Patient/${personOf(visit)}/$everything`)).statusCode).toBe(
        404,
      )
      expect((await apps.read(given.access_token, `Patient/${personOf(visit)}/$summary`)).statusCode).toBe(
        404,
      )
      const found = await apps.read(given.access_token, `Observation?patient=${personOf(visit)}`)
      expect(idsIn(found.json())).toEqual([])
    }
    const send = (path: string, body: object) =>
      lab.call('POST', `/fhir/R4/${path}`, {
        headers: { authorization: `Bearer ${given.access_token}`, 'content-type': 'application/fhir+json' },
        body: JSON.stringify(body),
      })
    for (const [visit, matches] of [
      [visits.ama, [personOf(visits.ama)]],
      [visits.kofi, []],
    ] as const) {
      const { rows } = await lab.pool.query('select number from person where id = $1', [personOf(visit)])
      const identifier = [{ value: personNumber(rows[0].number) }]
      const matched = await send('Patient/$match', { resourceType: 'Patient', identifier })
      expect([matched.statusCode, idsIn(matched.json())]).toEqual([200, matches])
    }
    const cards = (personId: string, ...types: string[]) =>
      send(`Patient/${personId}/$health-cards-issue`, {
        resourceType: 'Parameters',
        parameter: types.map((valueUri) => ({ name: 'credentialType', valueUri })),
      })
    const laboratory = 'https://smarthealth.cards#laboratory'
    const issued = (await cards(personOf(visits.ama), laboratory)).json()
    expect(issued).toEqual({
      resourceType: 'Parameters',
      parameter: [
        { name: 'verifiableCredential', valueString: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) },
      ],
    })
    const card = issued.parameter[0].valueString
    const checked = await lab.call('POST', '/api/health-cards/check', { body: { card } })
    expect(checked.json()).toMatchObject({ state: 'valid' })
    expect((await cards(personOf(visits.ama), 'https://smarthealth.cards#immunization')).json()).toEqual({
      resourceType: 'Parameters',
    })
    expect((await cards(personOf(visits.ama))).statusCode).toBe(400)
    expect((await cards(personOf(visits.kofi), laboratory)).statusCode).toBe(404)
    for (const path of ['Appointment/$hold', 'Appointment/$book', 'Patient/$validate'])
      expect((await send(path, {})).statusCode, path).toBe(403)
    const withoutScope = [
      ...['Appointment', 'Subscription', '$export', 'Task', 'Encounter', 'Coverage', 'Invoice', 'ChargeItem'],
      ...['DocumentReference', 'Provenance', 'RelatedPerson', 'Practitioner', 'Device'],
    ]
    for (const path of withoutScope)
      expect((await apps.read(given.access_token, path)).statusCode, path).toBe(403)
    const actions = (await trail()).map(({ action }) => action)
    expect(actions).toEqual(['app_access.given', 'app_access.token_given'])
  })

  it('reads about a person in the care of the patient if the patient chooses them, as long as the care lasts', async () => {
    const child = personOf(visits.child)
    const code = await apps.allow(diary, ama, 'launch/patient patient/*.read', child)
    const { access_token, patient, scope } = (await apps.exchange(diary, code)).json()
    expect([patient, scope.includes('patient/DiagnosticReport.read')]).toEqual([child, true])
    expect(await reportsOf(access_token)).toEqual([visits.child])
    const { rows } = await lab.superuser.query(
      'delete from account_person where account_id = $1 and person_id = $2 returning *',
      [ama.accountId, child],
    )
    expect(rows).toHaveLength(1)
    expect(await reportsOf(access_token)).toEqual([])
    expect((await apps.read(access_token, `Patient/${child}`)).statusCode).toBe(404)
    const { cookie } = await apps.ask(diary, whole)
    const refused = await apps.answer(ama, cookie, { allows: true, personId: child })
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['personId']])
  })

  it('is told that the patient refused', async () => {
    const { cookie } = await apps.ask(diary, whole)
    const refused = await apps.answer(kofi, cookie, { allows: false })
    const back = await apps.goOn(refused.json().goTo, cookie)
    expect(back.origin + back.pathname).toBe(returnAddress)
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect((await trail()).at(-1)).toEqual({ action: 'app_access.refused', account_id: kofi.accountId })
  })

  it('asks only in the browser that it has sent: a forwarded address shows no question', async () => {
    const { cookie } = await apps.ask(diary, whole)
    const { id } = (await apps.shown(kofi, cookie)).json()
    expect((await apps.shown(kofi, '')).statusCode).toBe(404)
    const body = { allows: true, personId: personOf(visits.kofi) }
    const path = `/api/app-requests/${id}/answer`
    expect((await lab.call('POST', path, { by: kofi, body })).statusCode).toBe(404)
    const other = await apps.ask(diary, whole)
    expect(
      (await lab.call('POST', path, { by: kofi, body, headers: { cookie: other.cookie } })).statusCode,
    ).toBe(404)
    const allowed = await lab.call('POST', path, { by: kofi, body, headers: { cookie } })
    const gone = await lab.call('GET', new URL(allowed.json().goTo).pathname, {
      headers: { cookie: other.cookie },
    })
    expect(String(gone.headers.location)).not.toContain('code=')
  })

  it('is refused with another redirect address, without a challenge, for another server, and with a restricted scope', async () => {
    for (const more of [{ redirect_uri: 'https://diary.example/other' }, { client_id: manager.accountId }]) {
      const { goTo } = await apps.ask(diary, whole, more)
      expect(goTo).toMatch(/^http:\/\/lab\.test\/allow-app#error=invalid_/)
    }
    for (const [scope, more, code] of [
      [whole, { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
      [whole, { code_challenge_method: 'plain' }, 'invalid_request'],
      [whole, { aud: 'https://other.example/fhir' }, 'invalid_request'],
      [whole, { aud: undefined }, 'invalid_request'],
      [whole, { prompt: 'none' }, 'login_required'],
      [whole, { nonce: 'a\0b' }, 'invalid_request'],
      [whole, { response_mode: 'form_post' }, 'unsupported_response_mode'],
      ['patient/Observation.rs?code=718-7', {}, 'invalid_scope'],
      ['patient/Observation.r', {}, 'invalid_scope'],
    ] as const) {
      const { goTo } = await apps.ask(diary, scope, more)
      const back = new URL(goTo)
      expect([back.origin + back.pathname, back.searchParams.get('error')], `${scope} ${goTo}`).toEqual([
        returnAddress,
        code,
      ])
    }
  })
})

it('an app on a device returns to any port of the device, and to no other host', async () => {
  const app = await apps.register('On the device', {
    redirectUris: ['http://127.0.0.1/return', 'com.example.app://diary.example/return'],
  })
  const asked = async (redirect_uri: string) => (await apps.ask(app, whole, { redirect_uri })).goTo
  expect(await asked('http://127.0.0.1:4567/return')).toBe('http://lab.test/allow-app')
  for (const other of ['http://127.0.0.1:4567/other', 'http://127.0.0.1:4567@diary.example/return'])
    expect(await asked(other)).toContain('#error=invalid_redirect_uri')
  const { cookie } = await apps.ask(app, whole, { redirect_uri: 'com.example.app://diary.example/return' })
  expect((await apps.shown(ama, cookie)).json().app.returnsTo).toBe('com.example.app')
})

it('pages of other origins call the token endpoint without cookies, and never the page with the question', async () => {
  const origin = 'https://diary.example'
  const preflight = await lab.call('OPTIONS', '/fhir/auth/token', {
    headers: { origin, 'access-control-request-method': 'POST' },
  })
  expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
  expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials')
  for (const path of ['authorize', 'authorize/some-request'])
    expect((await lab.call('GET', `/fhir/auth/${path}`, { headers: { origin } })).headers).not.toHaveProperty(
      'access-control-allow-origin',
    )
  const { response_modes_supported } = (
    await lab.call('GET', '/fhir/auth/.well-known/openid-configuration')
  ).json()
  expect(response_modes_supported).toEqual(['query', 'fragment'])
})

it('a request is answered once', async () => {
  const { cookie } = await apps.ask(diary, whole)
  const { id } = (await apps.shown(ama, cookie)).json()
  const answer = () =>
    lab.call('POST', `/api/app-requests/${id}/answer`, {
      ...{ by: ama, headers: { cookie }, body: { allows: true, personId: personOf(visits.ama) } },
    })
  expect((await answer()).statusCode).toBe(200)
  expect((await answer()).statusCode).toBe(404)
})

it('the database refuses events, exports and connections of an app, and an access without limits', async () => {
  const insert = (text: string) => lab.superuser.query(text)
  const values = `gen_random_uuid(), '${diary.id}'`
  const refused = 'an app that people use has no row in'
  await expect(
    insert(`insert into webhook (id, client_id, address, events, secret, created_at)
      values (${values}, 'https://diary.example', '{report.released}', sha256('a'), now())`),
  ).rejects.toThrow(`${refused} webhook`)
  await expect(
    insert(`insert into api_export (id, client_id, types, request, created_at)
      values (${values}, '{Patient}', '', now())`),
  ).rejects.toThrow(`${refused} api_export`)
  await expect(insert(`insert into hl7_connection (id, client_id) values (${values})`)).rejects.toThrow(
    `${refused} hl7_connection`,
  )
  const access = (accountId: string, scope: string) =>
    insert(`insert into app_access (id, client_id, account_id, scopes, given_at, expires_at)
      values (${values}, '${accountId}', '{${scope}}', now(), now() + interval '1 hour')`)
  await expect(access(ama.accountId, 'system/Patient.rs')).rejects.toThrow('about one person')
  await expect(access(manager.accountId, 'system/Patient.rs')).rejects.toThrow('about one person')
  await expect(access(ama.accountId, 'system/Specimen.rs')).rejects.toThrow('within its permissions')
})

describe('a code', () => {
  it('is refused without the verifier, with another address, and from another app', async () => {
    const other = await apps.register('Another app')
    const code = await apps.allow(diary, kofi, whole)
    for (const refused of [
      await apps.exchange(diary, { ...code, verifier: 'a'.repeat(43) }),
      await apps.exchange(diary, code, { redirect_uri: 'https://diary.example/other' }),
      await apps.exchange(other, code),
    ])
      expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_grant'])
    expect((await apps.exchange(diary, code)).statusCode).toBe(200)
  })

  it('that is used a second time ends the access, and the token of the first use stops working', async () => {
    const code = await apps.allow(diary, kofi, whole)
    const { access_token, refresh_token } = (await apps.exchange(diary, code)).json()
    expect(await reportsOf(access_token)).toEqual([visits.kofi])
    const again = await apps.exchange(diary, code)
    expect([again.statusCode, again.json().error]).toEqual([400, 'invalid_grant'])
    expect((await apps.read(access_token, 'DiagnosticReport')).statusCode).toBe(401)
    expect((await apps.refresh(diary, refresh_token)).statusCode).toBe(400)
    expect((await trail()).at(-1)).toEqual({ action: 'app_access.ended', account_id: null })
  })

  it('that two calls use at the same moment gives at most one token', async () => {
    const code = await apps.allow(diary, kofi, whole)
    const answers = await Promise.all([1, 2, 3].map(() => apps.exchange(diary, code)))
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1)
  })

  it('is stored as a hash, as tokens are', async () => {
    const code = await apps.allow(diary, kofi, whole)
    const { access_token, refresh_token } = (await apps.exchange(diary, code)).json()
    const { rows } = await lab.pool.query('select row_to_json(t)::text as row from api_artifact t')
    for (const secret of [code.code, access_token, refresh_token])
      expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('an access', () => {
  it('is refreshed with a new refresh token each time; a former one ends it', async () => {
    const first = (await apps.exchange(diary, await apps.allow(diary, kofi, whole))).json()
    const second = (await apps.refresh(diary, first.refresh_token)).json()
    expect(second).toMatchObject({ patient: personOf(visits.kofi), scope: first.scope })
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await reportsOf(second.access_token)).toEqual([visits.kofi])
    expect((await apps.refresh(diary, first.refresh_token)).statusCode).toBe(400)
    expect((await apps.read(second.access_token, 'DiagnosticReport')).statusCode).toBe(401)
    expect((await apps.refresh(diary, second.refresh_token)).statusCode).toBe(400)
  })

  it('is listed to the person who gave it, and ended only by them: its tokens and refresh tokens fail at the next call', async () => {
    const given = (await apps.exchange(diary, await apps.allow(diary, kofi, whole))).json()
    await apps.read(given.access_token, 'DiagnosticReport')
    const listed = (await lab.call('GET', '/api/app-access', { by: kofi })).json().rows
    expect(listed[0]).toMatchObject({
      ...{
        app: 'Health diary',
        person: { fullName: 'Kofi Boateng' },
        lastReadAt: '2026-03-09T08:30:00.000Z',
      },
      ...{
        endedAt: null,
        scopes: ['system/Patient.rs', 'system/Observation.rs', 'system/DiagnosticReport.rs'],
      },
    })
    const path = `/api/app-access/${listed[0].id}/end`
    expect((await lab.call('POST', path, { by: ama })).statusCode).toBe(404)
    expect((await lab.call('POST', path, { by: kofi })).statusCode).toBe(200)
    expect((await apps.read(given.access_token, 'DiagnosticReport')).statusCode).toBe(401)
    expect((await apps.refresh(diary, given.refresh_token)).statusCode).toBe(400)
    expect((await lab.call('POST', path, { by: kofi })).statusCode).toBe(409)
    expect((await trail()).at(-1)).toEqual({ action: 'app_access.ended', account_id: kofi.accountId })
    await expect(
      lab.superuser.query('update app_access set ended_at = null, ended_by = null where id = $1', [
        listed[0].id,
      ]),
    ).rejects.toThrow('the access of an app is only ended')
  })

  it('ends with the account and with the app', async () => {
    const other = await apps.register('Ends soon')
    const { access_token, refresh_token } = (
      await apps.exchange(other, await apps.allow(other, kofi, whole))
    ).json()
    const status = (to: string) =>
      lab.superuser.query(
        `update account set status = $2, deactivated_at = case $2 when 'Active' then null else now() end where id = $1`,
        [kofi.accountId, to],
      )
    await status('Deactivated')
    expect((await apps.read(access_token, 'Patient')).statusCode).toBe(401)
    await status('Active')
    expect((await apps.read(access_token, 'Patient')).statusCode).toBe(200)
    expect((await lab.call('POST', `/api/api-clients/${other.id}/end`, { by: manager })).statusCode).toBe(200)
    expect((await apps.read(access_token, 'Patient')).statusCode).toBe(401)
    expect((await apps.refresh(other, refresh_token)).statusCode).toBe(401)
  })

  it('lasts an hour without offline_access, and 90 days with it', async () => {
    const short = (await apps.exchange(diary, await apps.allow(diary, ama, 'patient/*.rs'))).json()
    const long = (await apps.exchange(diary, await apps.allow(diary, ama, whole))).json()
    expect(short.refresh_token).toBeUndefined()
    lab.clock.advance(minutes(60))
    for (const { access_token } of [short, long])
      expect((await apps.read(access_token, 'Patient')).statusCode).toBe(401)
    lab.clock.advance(days(90) - minutes(61))
    const later = await apps.refresh(diary, long.refresh_token)
    expect(later.statusCode, later.body).toBe(200)
    const { access_token, refresh_token } = later.json()
    expect((await apps.read(access_token, 'Patient')).statusCode).toBe(200)
    lab.clock.advance(minutes(1))
    expect((await apps.read(access_token, 'Patient')).statusCode).toBe(401)
    expect((await apps.refresh(diary, refresh_token)).statusCode).toBe(400)
  })

  it('is introspected and revoked by its own app only', async () => {
    const app = await apps.register('With a secret', { signsInBy: 'secret' })
    const stranger = await apps.register('Stranger', { signsInBy: 'secret' })
    const { access_token, refresh_token } = (
      await apps.exchange(app, await apps.allow(app, ama, whole))
    ).json()
    const by = ({ id, secret }: App) => ({
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    })
    const introspect = async (token: string, who: App) =>
      (await apps.post('introspect', { token }, by(who))).json()
    expect(await introspect(access_token, app)).toMatchObject({
      ...{ active: true, client_id: app.id, sub: ama.accountId, patient: personOf(visits.ama) },
    })
    expect(await introspect(access_token, stranger)).toEqual({ active: false })
    expect((await apps.post('revoke', { token: refresh_token }, by(stranger))).statusCode).toBe(400)
    expect((await apps.read(access_token, 'Patient')).statusCode).toBe(200)
    expect((await apps.post('revoke', { token: refresh_token }, by(app))).statusCode).toBe(200)
    expect((await apps.read(access_token, 'Patient')).statusCode).toBe(401)
    expect(await introspect(access_token, app)).toEqual({ active: false })
  })
})

it('a clinician lets an app read about the patients of their facility, and nobody else', async () => {
  const clinician = await lab.makeClinician()
  const { cookie } = await apps.ask(diary, 'openid user/*.rs patient/*.rs')
  expect((await apps.shown(clinician, cookie)).json()).toMatchObject({
    people: [],
    facility: expect.stringContaining('Clinic'),
  })
  const code = await apps.allow(diary, clinician, 'openid user/*.rs', null)
  const { access_token, patient } = (await apps.exchange(diary, code)).json()
  expect(patient).toBeUndefined()
  expect(idsIn((await apps.read(access_token, 'Patient')).json())).toEqual([])
  const order = {
    patient: { fullName: 'Esi Clinic', gender: 'female', bornOn: '1990-05-04', contact: '+233245550101' },
    testType: ['Full Blood Count'],
    way: 'sample',
  }
  const placed = await lab.call('POST', '/api/clinic/orders', { by: clinician, body: order })
  expect(placed.statusCode, placed.body).toBe(201)
  const patients = await apps.read(access_token, 'Patient')
  expect(patients.statusCode, patients.body).toBe(200)
  const found: Resource = patients.json()
  expect(found.entry.map(({ resource }: Resource) => resource.name[0].text)).toEqual(['Esi Clinic'])
  expect(await reportsOf(access_token)).toEqual([])
  for (const visit of [visits.ama, visits.kofi])
    expect((await apps.read(access_token, `DiagnosticReport/${visit}`)).statusCode).toBe(404)
})

it('a clinician who begins in an app chooses a patient of their facility, and the app reads about this patient alone', async () => {
  const [clinician, other] = [await lab.makeClinician(), await lab.makeClinician()]
  const place = async (by: Person, fullName: string) => {
    const patient = { fullName, gender: 'female', bornOn: '1990-05-04', contact: '+233245550101' }
    const body = { patient, testType: ['Full Blood Count'], way: 'sample' }
    const placed = await lab.call('POST', '/api/clinic/orders', { by, body })
    expect(placed.statusCode, placed.body).toBe(201)
  }
  await place(clinician, 'Esi Chosen')
  await place(clinician, 'Adwoa Beside')
  await place(other, 'Yaa Elsewhere')
  const find = async (by: Person, search: string) =>
    (await lab.call('GET', `/api/clinic/patients?search=${search}`, { by })).json().patients[0]?.id
  const [chosen, beside, elsewhere] = [
    await find(clinician, 'Chosen'),
    await find(clinician, 'Beside'),
    await find(other, 'Elsewhere'),
  ]
  const scope = 'openid launch/patient user/*.rs patient/*.rs'
  const { cookie } = await apps.ask(diary, scope)
  expect((await apps.shown(clinician, cookie)).json()).toMatchObject({
    people: [],
    choosesPatient: true,
    facility: null,
  })
  for (const personId of [null, elsewhere, visits.ama]) {
    const refused = await apps.answer(clinician, cookie, { allows: true, personId })
    expect([personId, refused.statusCode]).toEqual([personId, 400])
    expect(refused.body).toContain('Choose a person from the list')
  }
  const code = await apps.allow(diary, clinician, scope, chosen)
  const given = (await apps.exchange(diary, code)).json()
  expect(given.patient).toBe(chosen)
  expect(given.scope).not.toContain('user/')
  expect(idsIn((await apps.read(given.access_token, 'Patient')).json())).toEqual([chosen])
  expect((await apps.read(given.access_token, `Patient/${beside}`)).statusCode).toBe(404)
})

it('staff who begin in an app choose a patient of their sites, and the app reads what they may read about this patient', async () => {
  const site = { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 }
  const kumasi = (await lab.call('POST', '/api/settings/sites', { by: manager, body: site })).json().id
  const permissions = ({ accountId }: Person, to: string) =>
    lab.superuser.query('update account set permissions = $2 where id = $1', [accountId, to])
  const technician = async (permitted: string) => {
    const made = await lab.makeStaff('technician')
    await permissions(made, permitted)
    return made
  }
  const [permitted, other, elsewhere] = [
    await technician('{patients}'),
    await technician('{release}'),
    await technician('{patients}'),
  ]
  await lab.superuser.query('insert into account_site (account_id, site_id) values ($1, $2)', [
    elsewhere.accountId,
    kumasi,
  ])
  const scope = 'openid launch/patient launch/encounter user/*.rs patient/*.rs'
  const { cookie } = await apps.ask(diary, scope)
  expect((await apps.shown(permitted, cookie)).json()).toMatchObject({
    ...{ people: [], choosesPatient: true, facility: null },
  })
  expect((await apps.shown(other, cookie)).json()).toMatchObject({ code: 'not_allowed' })
  const personId = personOf(visits.kofi)
  const app = await apps.register('Opened elsewhere', { launchUrl: 'https://diary.example/launch' })
  const launch = { clientId: app.id, about: visits.kofi }
  expect((await lab.call('POST', '/api/app-launches', { by: elsewhere, body: launch })).statusCode).toBe(404)
  for (const [by, about] of [
    [permitted, null],
    [permitted, visits.kofi],
    [elsewhere, personId],
  ] as const) {
    const refused = await apps.answer(by, cookie, { allows: true, personId: about })
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['personId']])
  }
  const given = (await apps.exchange(diary, await apps.allow(diary, permitted, scope, personId))).json()
  expect([given.patient, given.encounter]).toEqual([personId, undefined])
  expect(given.scope).not.toMatch(/user\/|encounter/)
  expect(await reportsOf(given.access_token)).toEqual([visits.kofi])
  expect((await apps.read(given.access_token, `Patient/${personOf(visits.ama)}`)).statusCode).toBe(404)
  const [listed] = (await lab.call('GET', '/api/app-access', { by: permitted })).json().rows
  expect(listed.person).toEqual({ id: personId, fullName: 'Kofi Boateng' })

  await lab.superuser.query('insert into account_site (account_id, site_id) values ($1, $2)', [
    permitted.accountId,
    kumasi,
  ])
  expect(await reportsOf(given.access_token)).toEqual([])
  await lab.superuser.query('delete from account_site where account_id = $1', [permitted.accountId])
  expect(await reportsOf(given.access_token)).toEqual([visits.kofi])
  await permissions(permitted, '{release}')
  expect((await apps.read(given.access_token, 'DiagnosticReport')).statusCode).toBe(401)
  await expect(
    lab.superuser.query(
      `insert into app_access (id, client_id, account_id, person_id, scopes, given_at, expires_at)
       select gen_random_uuid(), client_id, account_id, person_id, scopes, given_at, expires_at from app_access where id = $1`,
      [listed.id],
    ),
  ).rejects.toThrow('about one person')
})

it('an app that is opened from a screen reads about the patient of the screen, for the person who opened it', async () => {
  const launchUrl = 'https://diary.example/launch?from=lab'
  const app = await apps.register('Opened', {
    launchUrl,
    scopes: ['system/Patient.rs', 'system/Encounter.rs'],
  })
  const launched = (by: Person, about: string) =>
    lab.call('POST', '/api/app-launches', { by, body: { clientId: app.id, about } })
  expect((await lab.call('GET', '/api/app-launches', { by: ama })).json().apps).toContainEqual({
    ...{ id: app.id, name: 'Opened' },
  })
  expect((await launched(ama, visits.kofi)).statusCode).toBe(404)
  const { searchParams, origin } = new URL((await launched(ama, visits.ama)).json().goTo)
  expect([origin, searchParams.get('from')]).toEqual(['https://diary.example', 'lab'])
  expect(searchParams.get('iss')).toBe('http://lab.test/fhir/R4')
  const launch = searchParams.get('launch') ?? ''
  const scope = 'launch launch/encounter openid patient/*.rs user/*.rs'
  const { cookie, verifier } = await apps.ask(app, scope, { launch })
  expect((await apps.shown(kofi, cookie)).statusCode).toBe(404)
  expect((await apps.shown(ama, cookie)).json().people).toEqual([
    { id: personOf(visits.ama), fullName: 'Ama Mensah' },
  ])
  const allowed = await apps.answer(ama, cookie, { allows: true, personId: personOf(visits.ama) })
  const code = (await apps.goOn(allowed.json().goTo, cookie)).searchParams.get('code') ?? ''
  const given = (await apps.exchange(app, { code, verifier })).json()
  expect([given.patient, given.encounter, given.scope.includes('user/')]).toEqual([
    ...[personOf(visits.ama), visits.ama, false],
  ])
  expect(idsIn((await apps.read(given.access_token, 'Encounter')).json())).toEqual([visits.ama])
  expect((await apps.read(given.access_token, `Encounter/${visits.child}`)).statusCode).toBe(404)
  await expect(
    lab.superuser.query(
      `insert into app_access (id, client_id, account_id, person_id, scopes, given_at, expires_at, visit_id)
       select gen_random_uuid(), client_id, account_id, person_id, scopes, given_at, expires_at, $1::uuid
       from app_access where visit_id = $2`,
      [visits.kofi, visits.ama],
    ),
  ).rejects.toThrow('the visit of an access is one of its person')
  for (const more of [{ launch: 'a'.repeat(43) }, { launch: undefined }]) {
    const { goTo } = await apps.ask(app, scope, more)
    expect(new URL(goTo).searchParams.get('error')).toBe('invalid_request')
  }

  expect((await launched(await lab.makeStaff('technician'), visits.kofi)).statusCode).toBe(403)
  const ofStaff = new URL((await launched(manager, visits.kofi)).json().goTo).searchParams.get('launch') ?? ''
  const opening = await apps.ask(app, scope, { launch: ofStaff })
  expect((await apps.shown(manager, opening.cookie)).json()).toMatchObject({
    ...{ choosesPatient: false, people: [{ id: personOf(visits.kofi), fullName: 'Kofi Boateng' }] },
  })
  const agrees = await apps.answer(manager, opening.cookie, {
    ...{ allows: true, personId: personOf(visits.kofi) },
  })
  const ofManager = (
    await apps.exchange(app, {
      code: (await apps.goOn(agrees.json().goTo, opening.cookie)).searchParams.get('code') ?? '',
      verifier: opening.verifier,
    })
  ).json()
  expect([ofManager.patient, ofManager.encounter]).toEqual([personOf(visits.kofi), visits.kofi])

  const clinician = await lab.makeClinician()
  const place = async (fullName: string) => {
    const patient = { fullName, gender: 'female', bornOn: '1990-05-04', contact: '+233245550101' }
    const body = { patient, testType: ['Full Blood Count'], way: 'sample' }
    return (await lab.call('POST', '/api/clinic/orders', { by: clinician, body })).json().id
  }
  const [order] = [await place('Esi Opened'), await place('Efua Other')]
  expect((await launched(await lab.makeClinician(), order)).statusCode).toBe(404)
  const opened = new URL((await launched(clinician, order)).json().goTo)
  const request = await apps.ask(app, scope, { launch: opened.searchParams.get('launch') ?? '' })
  const asked = (await apps.shown(clinician, request.cookie)).json()
  expect(asked).toMatchObject({ facility: null, people: [{ fullName: 'Esi Opened' }] })
  const personId = asked.people[0].id
  const agreed = await apps.answer(clinician, request.cookie, { allows: true, personId })
  const back = await apps.goOn(agreed.json().goTo, request.cookie)
  const token = (
    await apps.exchange(app, { code: back.searchParams.get('code') ?? '', verifier: request.verifier })
  ).json()
  expect([token.patient, token.encounter]).toEqual([personId, undefined])
  expect(idsIn((await apps.read(token.access_token, 'Patient')).json())).toEqual([personId])

  const many = await Promise.all(Array.from({ length: 61 }, () => launched(clinician, order)))
  expect(many.some(({ statusCode }) => statusCode === 429)).toBe(true)
})

it('a program signs in by its own key, with each assertion once', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const keys = JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] })
  const register = (body: object) =>
    lab.call('POST', '/api/api-clients', {
      by: manager,
      body: { name: 'Warehouse', scopes: ['system/Location.rs'], signsInBy: 'key', keys, ...body },
    })
  const secretKeys = JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] })
  for (const [body, field] of [
    [{ keys: '{' }, 'keys'],
    [{ keys: secretKeys }, 'keys'],
    [{ signsInBy: 'nothing' }, 'signsInBy'],
    [{ keepsAccess: true }, 'keepsAccess'],
    [{ launchUrl: 'https://diary.example' }, 'launchUrl'],
    [{ redirectUris: ['http://diary.example/return'] }, 'redirectUris'],
    [{ redirectUris: ['https://localhost/return'] }, 'redirectUris'],
    [{ redirectUris: [returnAddress], scopes: ['system/Slot.rs'] }, 'scopes'],
  ] as const) {
    const refused = await register(body)
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]])
  }
  const { id, secret } = (await register({})).json()
  expect(secret).toBeNull()
  const now = Math.floor(Date.now() / 1000)
  const assertion = (
    claims: object = {},
    jti = createHash('sha256').update(String(Math.random())).digest('hex'),
  ) => {
    const aud = 'http://lab.test/fhir/auth/token'
    const parts = [
      { alg: 'ES384', typ: 'JWT' },
      { iss: id, sub: id, aud, exp: now + 240, jti, ...claims },
    ]
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    const signature = sign('sha384', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return `${text}.${signature.toString('base64url')}`
  }
  const token = (client_assertion: string) =>
    apps.post('token', {
      ...{ grant_type: 'client_credentials', scope: 'system/Location.read', client_assertion },
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })
  const right = assertion()
  const given = await token(right)
  expect(given.statusCode, given.body).toBe(200)
  expect((await apps.read(given.json().access_token, 'Location')).statusCode).toBe(200)
  for (const wrong of [
    right,
    assertion({ aud: 'https://other.example' }),
    assertion({ exp: now - 60 }),
    assertion({ exp: now + 600 }),
    assertion({ exp: 1e15 }),
    `${assertion()}A`,
  ])
    expect((await token(wrong)).statusCode).toBe(401)
})
