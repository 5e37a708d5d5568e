import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { CompactSign, calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import { digitsOf, inCodes } from './card-codes.ts'
import { figure } from './figures.ts'
import { mondayMorning, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

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

const reported = () => bench.released(ama, hana, rita)

/** The file of a new card of the latest report. */
async function cardOf(visitId: string): Promise<string> {
  const made = await lab.call('POST', `/api/labtest/appointment/${visitId}/health-card`, { by: ama })
  expect(made.statusCode, made.body).toBe(201)
  return made.json().file
}
const signedText = (file: string): string => JSON.parse(file).verifiableCredential[0]

const check = (card: string) =>
  lab.call('POST', '/api/health-cards/check', { body: { card }, from: `10.9.${network}.1` })

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

  const [, , signature] = jws.split('.')
  const { rows } = await lab.pool.query('select c::text from health_card c')
  expect(JSON.stringify(rows)).not.toContain(signature)
  const listOf = async () => (await lab.call('GET', `/.well-known/crl/${header.kid}.json`)).json()
  expect(await listOf()).toEqual({ kid: header.kid, method: 'rid', ctr: 1, rids: [] })
  await lab.call('POST', '/api/Labtask/retract', { by: manager, body: { tasks: [task], reason: 'Mixed up' } })
  expect(await listOf()).toEqual({ kid: header.kid, method: 'rid', ctr: 2, rids: [vc.rid] })
  expect((await keysOf()).json().keys[0].crlVersion).toBe(2)
  expect((await check(jws)).json()).toMatchObject({ state: 'withdrawn' })
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
  expect((await check(jws)).json()).toMatchObject({ state: 'withdrawn' })
  await expect(lab.superuser.query('update health_card set version = 2')).rejects.toThrow()
})

it('the check of a valid card returns the name of the patient and the values with their names', async () => {
  const { visitId } = await reported()
  const file = await cardOf(visitId)
  const checked = await check(file)
  expect(checked.statusCode, checked.body).toBe(200)
  expect(checked.headers['cache-control']).toBe('no-store')
  const { state, says } = checked.json()
  expect(state).toBe('valid')
  expect(says).toMatchObject({
    madeAt: new Date(mondayMorning).toISOString(),
    timeZone: 'Africa/Accra',
    fullName: bookingBody.patientDetails.fullName,
    birthDate: null,
  })
  expect(says.values).toContainEqual({
    code: 'HGB',
    name: 'HGB',
    value: '12.9',
    unit: 'g/dL',
    range: '12.0–15.0',
    flag: '',
    takenAt: expect.stringMatching(/^2026-03-/),
    isPreliminary: false,
  })

  // A code that the catalogue does not have any more is shown as it is on the card.
  await lab.superuser.query(`update analyte set loinc = null where code = 'HGB'`)
  const later = (await check(file)).json().says.values
  expect(later).toContainEqual(expect.objectContaining({ code: null, name: 'LOINC 718-7', value: '12.9' }))
  await lab.superuser.query(`update analyte set loinc = '718-7' where code = 'HGB'`)
})

it('a card can be sent in each of its forms, and in several codes in any order', async () => {
  const { visitId } = await reported()
  const file = await cardOf(visitId)
  const jws = signedText(file)
  const [first = '', second = '', third = ''] = inCodes(jws, 3)
  for (const form of [file, jws, ` ${jws}\n`, `shc:/${digitsOf(jws)}`, [third, first, second].join('\n')])
    expect((await check(form)).json()).toMatchObject({
      state: 'valid',
      says: { fullName: expect.any(String) },
    })

  const [ofOther = ''] = inCodes(signedText(await cardOf(visitId)), 3)
  const refusals = [
    [[third, first], 'The card has 3 codes. Missing: 2'],
    [[ofOther, first, second, third], 'These are codes of different cards: send those of one card'],
    [[`${first}x`, second, third], 'Copy the whole text: shc:/ and the digits after it'],
    [['x'], 'This is not a SMART Health Card'],
    [['{'], 'This is not a SMART Health Card'],
    [['a.b.c'], 'This is not a SMART Health Card'],
    [[JSON.stringify({ verifiableCredential: [] })], 'This is not a SMART Health Card'],
    [['shc:/1'], 'Copy the whole text: shc:/ and the digits after it'],
  ] as const
  for (const [parts, message] of refusals) {
    const refused = await check(parts.join('\n'))
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { card: [message] }])
  }
})

it('a changed card and a card of another issuer are not signed by the laboratory, and nothing of them is shown', async () => {
  const { visitId } = await reported()
  const jws = signedText(await cardOf(visitId))
  const [head = '', body = '', signature = ''] = jws.split('.')
  const { kid } = decodeProtectedHeader(jws)
  const changed = Buffer.from(body, 'base64url')
  changed[20] = (changed[20] ?? 0) ^ 1
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const own = await calculateJwkThumbprint(publicKey.export({ format: 'jwk' }))
  const sign = (payload: Uint8Array, header: object, key: KeyObject = privateKey) =>
    new CompactSign(payload).setProtectedHeader({ alg: 'ES256', zip: 'DEF', ...header }).sign(key)
  const content = Buffer.from(body, 'base64url')
  const foreign = [
    [head, changed.toString('base64url'), signature].join('.'),
    `${jws}A`,
    [head, body, ''].join('.'),
    // Signed with another key: as its own, and under the name of the laboratory's key.
    await sign(content, { kid: own }),
    await sign(content, { kid }),
    await sign(deflateRawSync('{"iss":"https://other.example"}'), {}),
    [Buffer.from(JSON.stringify({ alg: 'none', kid })).toString('base64url'), body, ''].join('.'),
  ]
  for (const card of foreign) {
    const checked = await check(card)
    expect([checked.statusCode, checked.json()]).toEqual([200, { state: 'foreign', says: null }])
  }
})

it('a card whose results were withdrawn or replaced says whom it is of, without the values', async () => {
  const { visitId, task } = await reported()
  const file = await cardOf(visitId)
  expect((await bench.correct(task, 'Measured again', rita)).statusCode).toBe(200)
  expect((await check(file)).json().state).toBe('valid')
  const { resultsRevision } = await bench.form(task, hana)
  await bench.enter(task, { ...normalCount, PLT: 255 }, resultsRevision, hana)
  await bench.complete(task, hana)
  expect((await bench.release([task], rita)).statusCode).toBe(200)
  const corrected = await check(file)
  expect(corrected.json()).toMatchObject({
    state: 'replaced',
    says: { fullName: expect.any(String), values: [] },
  })
  expect(corrected.body).not.toMatch(figure('12.9'))

  const newer = await cardOf(visitId)
  await lab.call('POST', '/api/Labtask/retract', { by: manager, body: { tasks: [task], reason: 'Mixed up' } })
  for (const card of [file, newer])
    expect((await check(card)).json()).toMatchObject({ state: 'withdrawn', says: { values: [] } })
})

it('a network can check a limited number of cards', async () => {
  const answers = await Promise.all(Array.from({ length: 70 }, () => check('x')))
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
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
  const card = () => cardOf(visitId)
  const stateOf = async (file: string) => (await check(file)).json().state
  await finish(count, normalCount)
  const first = await card()
  await correct({ ...normalCount, PLT: 255 })
  const second = await card()
  await finish(sugar, { 'FASTING-BLOOD-GLUCOSE': 4.8, 'RANDOM-BLOOD-GLUCOSE': 5 })
  expect([await stateOf(first), await stateOf(second)]).toEqual(['replaced', 'valid'])
  await lab.superuser.query(`update test set catalogue_name = 'Complete Blood Count' where code = 'FBC'`)
  await correct(normalCount)
  expect(await stateOf(second)).toBe('replaced')
})
