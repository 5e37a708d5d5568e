import { inflateRawSync } from 'node:zlib'
import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import { mondayMorning, type Person, type TestApp } from './harness.ts'
import { decrypt, payloadOf } from './smart-viewer.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let manager: Person

beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin', { fullName: 'Mabel Manager' })
})
let network = 0
beforeEach(() => {
  lab.clock.set(mondayMorning)
  network++
})
afterAll(() => lab.close())

async function reported() {
  const { visitId, task } = await bench.started(ama, hana, ['Full Blood Count'])
  await bench.enter(task, normalCount, 0, hana)
  await bench.complete(task, hana)
  expect((await bench.release([task], rita)).statusCode).toBe(200)
  return { visitId, task, path: `/api/labtest/appointment/${visitId}/share` }
}

async function make(path: string, passcode?: string) {
  const body = { days: 7, kind: 'smart', ...(passcode && { passcode }) }
  const made = await lab.call('POST', path, { by: ama, body })
  expect(made.statusCode, made.body).toBe(201)
  const { link, share } = made.json() as { link: string; share: { id: string } }
  expect(link).toMatch(/^shlink:\/[\w-]+$/)
  return { payload: payloadOf(link), share, link }
}

const from = () => `10.9.${network}.1`
const ask = (url: string, body: object) =>
  lab.call('POST', new URL(url).pathname, {
    body,
    from: from(),
    headers: { origin: 'https://viewer.example.org' },
  })

it('a program reads the report as it stands with the key of the link, and the patient sees who opened it', async () => {
  const { visitId, task, path } = await reported()
  const { payload, share } = await make(path)
  expect(payload).toEqual({
    url: expect.stringMatching(/^http:\/\/lab\.test\/fhir\/shl\/[\w-]{43}$/),
    key: expect.stringMatching(/^[\w-]{43}$/),
    exp: Math.floor((Date.parse(mondayMorning) + days(7)) / 1000),
    flag: 'L',
    label: expect.stringMatching(/^Laboratory results, ./),
  })
  const token = payload.url.slice(-43)
  const { rows: kept } = await lab.pool.query('select s::text from report_share s where id = $1', [share.id])
  for (const secret of [token, payload.key])
    for (const form of [secret, Buffer.from(secret, 'base64url').toString('hex')])
      expect(JSON.stringify(kept)).not.toContain(form)

  const answer = await ask(payload.url, { recipient: 'Ridge Clinic', unknown: true })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'content-type': expect.stringContaining('application/json'),
  })
  const [file] = answer.json().files
  expect(file).toMatchObject({ contentType: 'application/fhir+json', status: 'can-change' })
  const { bundle, of } = await decrypt(file.embedded, payload.key)
  expect(bundle.type).toBe('collection')
  const [report] = of('DiagnosticReport')
  expect(report).toMatchObject({ id: visitId, status: 'final' })
  expect(Buffer.from(report.presentedForm[0].data, 'base64').toString('latin1', 0, 5)).toBe('%PDF-')
  expect(Object.keys(of('Patient')[0]).sort()).toEqual(
    ['birthDate', 'gender', 'id', 'name', 'resourceType'].filter((name) => name in of('Patient')[0]),
  )
  const values = Object.fromEntries(
    of('Observation').map((one: { code: { text: string }; valueQuantity?: { value: number } }) => [
      one.code.text,
      one.valueQuantity?.value,
    ]),
  )
  expect(Object.values(values)).toContain(12.9)

  // A program that wants no long answer gets an address that works for some minutes.
  const short = await ask(payload.url, { recipient: 'Dr Owusu', embeddedLengthMax: 1000 })
  const [{ location, embedded }] = short.json().files
  expect(embedded).toBeUndefined()
  const load = (url: string) => lab.call('GET', new URL(url).pathname, { from: from() })
  const loaded = await load(location)
  expect(loaded.headers['content-type']).toContain('application/jose')
  expect((await decrypt(loaded.body, payload.key)).of('DiagnosticReport')).toHaveLength(1)
  expect(
    (await load(location.replace(/\/(\d+)\//, (_: string, until: string) => `/${Number(until) + 1}/`)))
      .statusCode,
  ).toBe(404)
  expect((await load(location.slice(0, -1))).statusCode).toBe(404)

  await lab.call('POST', '/api/Labtask/retract', { by: manager, body: { tasks: [task], reason: 'Mixed up' } })
  lab.clock.advance(minutes(16))
  expect((await load(location)).statusCode).toBe(404)
  const later = (await ask(payload.url, { recipient: 'Ridge Clinic' })).json().files[0]
  const withdrawn = await decrypt(later.embedded, payload.key)
  expect(withdrawn.of('DiagnosticReport')).toMatchObject([{ status: 'entered-in-error' }])
  expect(JSON.stringify(withdrawn.of('Observation'))).not.toContain('12.9')

  expect((await lab.call('GET', path, { by: ama })).json()).toMatchObject([
    { id: share.id, kind: 'smart', state: 'open', opened: 3, recipients: ['Ridge Clinic', 'Dr Owusu'] },
  ])
  const { rows } = await lab.pool.query(
    "select after ->> 'recipient' as recipient from audit where subject_id = $1 and action = 'share.opened' order by id",
    [visitId],
  )
  expect(rows.map(({ recipient }) => recipient)).toEqual(['Ridge Clinic', 'Dr Owusu', 'Ridge Clinic'])

  // Its token does not open a page, and the token of a page is no link for programs.
  const asPage = await lab.call('POST', '/api/shared', { body: { token }, from: from() })
  expect(asPage.statusCode).toBe(404)
  const page = (await lab.call('POST', path, { by: ama, body: { days: 1 } })).json()
  const pageToken = new URL(page.link).hash.slice('#token='.length)
  const asLink = await ask(`http://lab.test/fhir/shl/${pageToken}`, { recipient: 'X' })
  expect(asLink.statusCode).toBe(404)

  expect((await lab.call('DELETE', `${path}/${share.id}`, { by: ama })).statusCode).toBe(200)
  expect((await ask(payload.url, { recipient: 'Ridge Clinic' })).statusCode).toBe(404)
})

it('wrong passcodes are counted for the whole life of a link, also concurrent ones, and then lock it', async () => {
  const { path } = await reported()
  const refused = await lab.call('POST', path, { by: ama, body: { days: 1, passcode: '123456' } })
  expect(refused.json().fields).toEqual({ passcode: ['Only a SMART Health Link has a passcode'] })
  const short = await lab.call('POST', path, { by: ama, body: { days: 1, kind: 'smart', passcode: '1234' } })
  expect(short.json().fields).toEqual({ passcode: ['The passcode has 6 to 64 characters'] })

  const { payload, share } = await make(path, 'blue kettle')
  expect(payload.flag).toBe('LP')
  const open = (passcode?: string) =>
    ask(payload.url, { recipient: 'Ridge Clinic', ...(passcode && { passcode }) })
  for (const [body, field] of [
    [{}, 'recipient'],
    [{ recipient: ' ' }, 'recipient'],
    [{ recipient: 'Ridge\u0000Clinic' }, 'recipient'],
    [{ recipient: '\u202eRidge Clinic' }, 'recipient'],
    [{ recipient: 'X', passcode: 5 }, 'passcode'],
    [{ recipient: 'X', embeddedLengthMax: -1 }, 'embeddedLengthMax'],
  ] as const)
    expect(Object.keys((await ask(payload.url, body)).json().fields)).toEqual([field])

  const asked = await open()
  expect([asked.statusCode, asked.json()]).toEqual([401, { remainingAttempts: 5 }])
  const wrong = await open('red kettle')
  expect([wrong.statusCode, wrong.json()]).toEqual([401, { remainingAttempts: 4 }])
  expect((await open('blue kettle')).statusCode).toBe(200)
  // The right passcode gives no attempt back.
  expect((await open('red kettle')).json()).toEqual({ remainingAttempts: 3 })

  const many = await Promise.all(Array.from({ length: 8 }, (_, number) => open(`guess ${number}`)))
  const remaining = many
    .filter(({ statusCode }) => statusCode === 401)
    .map((answer) => answer.json().remainingAttempts)
  expect(remaining.sort()).toEqual([0, 1, 2])
  expect(many.filter(({ statusCode }) => statusCode === 404)).toHaveLength(5)
  expect((await open('blue kettle')).statusCode).toBe(404)
  expect((await lab.call('GET', path, { by: ama })).json()).toMatchObject([
    { id: share.id, state: 'locked', hasPasscode: true, opened: 1 },
  ])
  await expect(
    lab.superuser.query('update report_share set wrong_passcodes = 0 where id = $1', [share.id]),
  ).rejects.toThrow('never changed')
})

it('a health card has the signed values of the report, is verified by the published keys, and is revoked by a withdrawal', async () => {
  const { visitId, task } = await reported()
  const path = `/api/labtest/appointment/${visitId}/health-card`
  const other = await lab.signUpPatient({ fullName: 'Kofi Boateng' })
  expect((await lab.call('POST', path, { by: other })).statusCode).toBe(404)
  const made = await lab.call('POST', path, { by: ama })
  expect(made.statusCode, made.body).toBe(201)
  const { file, qr } = made.json()
  const [jws, ...more] = JSON.parse(file).verifiableCredential
  expect(more).toEqual([])
  expect(qr === null).toBe(jws.length > 1195)
  expect(qr ?? '<svg').toContain('<svg')

  const keysOf = () =>
    lab.call('GET', '/.well-known/jwks.json', { headers: { origin: 'https://verifier.example' } })
  const published = await keysOf()
  expect(published.headers['access-control-allow-origin']).toBe('*')
  const [jwk] = published.json().keys
  expect(jwk).toMatchObject({ kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256', crlVersion: 1 })
  expect(jwk).not.toHaveProperty('d')
  const header = decodeProtectedHeader(jws)
  expect(header).toEqual({ alg: 'ES256', zip: 'DEF', kid: await calculateJwkThumbprint(jwk) })
  const { payload } = await compactVerify(jws, await importJWK(jwk, 'ES256'))
  const text = inflateRawSync(payload).toString()
  const { iss, nbf, vc } = JSON.parse(text)
  expect([iss, nbf]).toEqual(['http://lab.test', Math.floor(Date.parse(mondayMorning) / 1000)])
  expect(vc.type).toContain('https://smarthealth.cards#health-card')
  const { entry } = vc.credentialSubject.fhirBundle
  expect(entry[0]).toMatchObject({
    fullUrl: 'resource:0',
    resource: { resourceType: 'Patient', name: [expect.anything()] },
  })
  expect(Object.keys(entry[0].resource).sort()).toEqual(
    ['birthDate', 'name', 'resourceType'].filter((name) => name in entry[0].resource),
  )
  const values = entry
    .slice(1)
    .map(({ resource }: { resource: { valueQuantity?: { value: number } } }) => resource)
  expect(values).toContainEqual(
    expect.objectContaining({
      status: 'final',
      code: { coding: [{ system: 'http://loinc.org', code: '718-7' }] },
      subject: { reference: 'resource:0' },
      valueQuantity: expect.objectContaining({ value: 12.9 }),
    }),
  )
  expect(text).not.toMatch(/"(id|meta|telecom|identifier|gender)":/)

  const check = (card: string) =>
    lab.call('POST', '/api/health-cards/check', { body: { card }, from: from() })
  const numeric = `shc:/${Array.from(jws as string, (one) => String(one.charCodeAt(0) - 45).padStart(2, '0')).join('')}`
  for (const form of [jws, file, numeric])
    expect((await check(form)).json()).toMatchObject({
      state: 'valid',
      madeAt: new Date(mondayMorning).toISOString(),
    })
  const [head, body, signature] = jws.split('.')
  const forged = [head, `${body.slice(0, -2)}AA`, signature].join('.')
  for (const wrong of [forged, `${jws}A`, 'x', 'shc:/1', '{', JSON.stringify({ verifiableCredential: [] })])
    expect(Object.keys((await check(wrong)).json().fields)).toEqual(['card'])

  const { rows } = await lab.pool.query('select c::text from health_card c')
  expect(JSON.stringify(rows)).not.toContain(signature)
  const listOf = async () => (await lab.call('GET', `/.well-known/crl/${header.kid}.json`)).json()
  expect(await listOf()).toEqual({ kid: header.kid, method: 'rid', ctr: 1, rids: [] })
  await lab.call('POST', '/api/Labtask/retract', { by: manager, body: { tasks: [task], reason: 'Mixed up' } })
  expect(await listOf()).toEqual({ kid: header.kid, method: 'rid', ctr: 2, rids: [vc.rid] })
  expect((await keysOf()).json().keys[0].crlVersion).toBe(2)
  expect((await check(jws)).json()).toMatchObject({ state: 'revoked' })
  expect((await lab.call('POST', path, { by: ama })).json().message).toContain('no values for a card')
  expect((await lab.call('GET', '/.well-known/crl/unknown.json')).statusCode).toBe(404)

  // After a year a new key signs, and the former only verifies.
  await lab.superuser.query(`alter table health_card_key disable trigger health_card_key_is_kept;
    update health_card_key set created_at = created_at - interval '366 days';
    alter table health_card_key enable trigger health_card_key_is_kept`)
  const again = await reported()
  const later = await lab.call('POST', `/api/labtest/appointment/${again.visitId}/health-card`, { by: ama })
  expect(later.statusCode, later.body).toBe(201)
  expect((await keysOf()).json().keys).toHaveLength(2)
  const { rows: kept } = await lab.superuser.query(
    'select id from health_card_key where private_key is not null',
  )
  expect(kept).toHaveLength(1)
  expect(kept[0].id).not.toBe(header.kid)
  expect((await check(jws)).json()).toMatchObject({ state: 'revoked' })
  await expect(lab.superuser.query('update health_card set version = 2')).rejects.toThrow()
})

it('a version that only adds a test does not revoke the card of a corrected report, but a further correction does', async () => {
  const { visitId, tasks } = await bench.started(ama, hana, ['Full Blood Count', 'Blood Sugar'])
  const [count = '', sugar = ''] = ['Full Blood Count', 'Blood Sugar'].map((name) => tasks.get(name))
  const finish = async (task: string, values: object) => {
    const { resultsRevision } = await bench.form(task, hana)
    await bench.enter(task, values, resultsRevision, hana)
    await bench.complete(task, hana)
    expect((await bench.release([task], rita)).statusCode).toBe(200)
  }
  const correct = async (values: object) => {
    expect((await bench.correct(count, 'Measured again', rita)).statusCode).toBe(200)
    await finish(count, values)
  }
  const card = async (): Promise<string> => {
    const path = `/api/labtest/appointment/${visitId}/health-card`
    return (await lab.call('POST', path, { by: ama })).json().file
  }
  const stateOf = async (file: string) =>
    (await lab.call('POST', '/api/health-cards/check', { body: { card: file }, from: from() })).json().state
  await finish(count, normalCount)
  const first = await card()
  await correct({ ...normalCount, PLT: 255 })
  const second = await card()
  await finish(sugar, { 'FASTING-BLOOD-GLUCOSE': 4.8, 'RANDOM-BLOOD-GLUCOSE': 5 })
  expect([await stateOf(first), await stateOf(second)]).toEqual(['revoked', 'valid'])
  await lab.superuser.query(`update test set catalogue_name = 'Complete Blood Count' where code = 'FBC'`)
  await correct(normalCount)
  expect(await stateOf(second)).toBe('revoked')
})
