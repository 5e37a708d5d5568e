import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { days, minutes } from '#server/platform/clock.ts'
import { type Bench, openBench } from './bench-tasks.ts'
import { figure } from './figures.ts'
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
  const { visitId, task } = await bench.released(ama, hana, rita)
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
  expect(JSON.stringify(withdrawn.of('Observation'))).not.toMatch(figure('12.9'))

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
