import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Dhis2Sending } from '#contract/dhis2.ts'
import { countReleased } from '#server/modules/authorities/dhis2/queries-counts.ts'
import { sendToDhis2 } from '#server/modules/authorities/index.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { type Bench, benchOf, normalCount } from './bench-tasks.ts'
import { type Dhis2, openDhis2 } from './dhis2-server.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite } from './queue-day.ts'

const token = 'd2pat_2bBQecgNcxrS4EPhBJuRlQkwiLr2ATnC2557514242'
const orgUnit = 'DiszpKrYNg8'
const elements = ['f7n9E0hX8qk', 'Ix2HsbDMLea', 'eY5ehpbEsB7']
const film = 'Blood Film for Malaria Parasites'
const seen = 'Malaria parasites seen (+)'
const none = 'No malaria parasites seen'

let lab: TestApp
let bench: Bench
let manager: Person
let dhis2: Dhis2
/** A technician with the permission, and without the one for confidential tests. */
let reto: Person
let hana: Person
let rita: Person
const log: string[] = []
/** The tests of March as they were released. */
const facts: {
  test: string
  gender: string
  age: number
  values: Record<string, string | number>
  flagged: string[]
}[] = []
let malariaOfAkosua: string

beforeAll(async () => {
  lab = await openTestApp({ settings: { WEBHOOKS_TO_PRIVATE: '1' }, onLog: (line) => log.push(line) })
  bench = benchOf(lab)
  // On the day of the visits, so that patients have the ages that they gave.
  lab.clock.set('2026-03-10T05:00:00Z')
  hana = await bench.skilled('Hana Haematologist')
  rita = await bench.skilled('Rita Reviewer')
  await signInAnew()
  for (const [fullName, gender, age, malaria, HGB] of [
    ['Akosua Owusu', 'female', 34, seen, 12.9],
    ['Kojo Owusu', 'male', 4, seen, null],
    ['Esi Owusu', 'female', 5, none, null],
    ['Yaw Owusu', 'male', 61, none, 9.1],
    ['Abla Owusu', 'female', 4, 'Malaria parasites seen (+++)', null],
  ] as const) {
    const task = await released({ fullName, gender, age }, 'MPS', { 'MALARIA-PARASITES': malaria })
    if (fullName === 'Akosua Owusu') malariaOfAkosua = task
    if (HGB !== null) await released({ fullName, gender, age }, 'FBC', { ...normalCount, HGB })
  }
  // Not released: never counted.
  const waiting = await lab.signUpPatient({ fullName: 'Adwoa Owusu' })
  await bench.started(waiting, hana, [film], { fullName: 'Adwoa Owusu', age: 30, gender: 'female' })
}, 60_000)

/** Sessions end within a day. */
async function signInAnew() {
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  reto = await lab.makeStaff('technician', { fullName: 'Reto Reporter' })
  await lab.pool.query(`update account set permissions = '{authorities}' where id = $1`, [reto.accountId])
}
beforeEach(async () => {
  lab.clock.set(mondayMorning)
  dhis2 = await openDhis2({ authorization: `ApiToken ${token}`, orgUnits: [orgUnit], elements })
})
afterEach(async () => {
  await dhis2.close()
  await lab.superuser.query('truncate dhis2_sending, dhis2_line, dhis2_org_unit, dhis2_connection')
})
afterAll(() => lab.close())

type Details = { fullName: string; gender: string; age: number }
async function released(details: Details, test: 'MPS' | 'FBC', values: Record<string, string | number>) {
  const title = test === 'MPS' ? film : 'Full Blood Count'
  const patient = await lab.signUpPatient({
    fullName: details.fullName,
    email: `${facts.length}@example.com`,
  })
  const { task } = await bench.started(patient, hana, [title], details)
  await enter(task, values)
  const answer = await bench.release([task], rita)
  expect(answer.statusCode, answer.body).toBe(200)
  const { rows } = await lab.pool.query(
    `select analyte_code, flag from result where task_id = $1 and flag <> ''`,
    [task],
  )
  const flagged = rows.map((row: { analyte_code: string }) => row.analyte_code)
  facts.push({ test, gender: details.gender, age: details.age, values, flagged })
  return task
}
async function enter(task: string, values: Record<string, string | number>) {
  const { resultsRevision } = await bench.form(task, hana)
  const entered = await bench.enter(task, values, resultsRevision, hana)
  expect(entered.statusCode, entered.body).toBe(200)
  const { rows } = await lab.pool.query('select id from callback where task_id = $1 and told_at is null', [
    task,
  ])
  const critical = rows.map((row: { id: string }) => row.id)
  if (critical.length > 0) expect((await bench.tell(critical, hana)).statusCode).toBe(200)
  await bench.complete(task, hana)
}

const path = '/api/dhis2'
const get = async (rest: string, by = manager) => (await lab.call('GET', path + rest, { by })).json()
const put = (rest: string, body: object, by = manager) => lab.call('PUT', path + rest, { by, body })
const post = (rest: string, body: object, by = manager) => lab.call('POST', path + rest, { by, body })
const connect = (body: object = {}) =>
  put('/connection', { address: dhis2.url, secret: token, dataSet: 'pBOMPrpg1QX', version: 0, ...body })
const add = (body: object, by = manager) =>
  post('/lines', { name: 'Malaria', dataElement: elements[0], testCode: 'MPS', outcome: 'any', ...body }, by)
const positive = { analyteCode: 'MALARIA-PARASITES', outcome: 'positive' }
const under5 = { categoryOptionCombo: 'bRowv6yZOF2', name: 'Malaria under 5', toAge: 4, ...positive }

async function setUp() {
  expect((await connect()).statusCode).toBe(200)
  expect((await put(`/org-units/${mainSite}`, { orgUnit })).statusCode).toBe(200)
  for (const line of [{ name: 'Malaria tested' }, { dataElement: elements[1], ...positive }, under5]) {
    const added = await add(line)
    expect(added.statusCode, added.body).toBe(201)
  }
}
const figures = async (by = manager) => (await get('/months/2026-03', by)).sites[0].figures
const send = (body: object = {}, by = manager) =>
  post('/months/2026-03/send', { siteId: mainSite, ...body }, by)
const sendNow = () => sendToDhis2(lab.context)
const latest = async (): Promise<Dhis2Sending> => (await get('/sendings')).rows[0]

it('the connection keeps its secret to itself and to its address, and every refusal names the field', async () => {
  const noUid = await connect({ dataSet: 'Malaria' })
  expect(noUid.json().fields.dataSet[0]).toMatch(/identifier of DHIS2/)
  expect((await connect({ secret: '' })).json().fields).toEqual({ secret: ['Token or password is required'] })
  expect((await connect({ address: 'ftp://dhims.example' })).json().fields.address).toHaveLength(1)
  expect((await connect({ address: `${dhis2.url}/api/` })).statusCode).toBe(200)
  expect((await connect()).json().code).toBe('changed_meanwhile')
  const read = await lab.call('GET', path, { by: manager })
  expect(read.json().connection).toMatchObject({ address: dhis2.url, username: '', version: 1 })
  expect(read.body).not.toContain(token)
  const moved = await connect({ address: 'http://127.0.0.1:9/elsewhere', secret: '', version: 1 })
  expect(moved.json().fields.secret[0]).toMatch(/again/)
  expect((await connect({ secret: '', sendDay: 5, version: 1 })).statusCode).toBe(200)
  const { rows } = await lab.pool.query(
    `select before::text, after::text from audit where action = 'dhis2.connected'`,
  )
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows) + log.join('')).not.toContain(token)

  expect((await add({ testCode: 'NONE' })).json().fields).toEqual({
    testCode: ['Choose a test from the list'],
  })
  expect((await add({ analyteCode: 'HGB' })).json().fields).toHaveProperty('analyteCode')
  expect((await add({ outcome: 'positive' })).json().fields).toHaveProperty('analyteCode')
  const density = { outcome: 'positive', analyteCode: 'MALARIA-PARASITE-DENSITY' }
  expect((await add(density)).json().fields).toHaveProperty('outcome')
  expect((await add({ ...positive, outcome: 'values' })).json().fields).toHaveProperty('values')
  expect((await add({ fromAge: 5, toAge: 4 })).json().fields).toHaveProperty('toAge')
  expect((await add({})).statusCode).toBe(201)
  expect((await add({ name: 'Twice' })).json().fields).toHaveProperty('categoryOptionCombo')
  expect((await send()).json().message).toMatch(/no organisation unit/)
})

it('counts what is released, checks it, sends it, and sends it again after a correction', async () => {
  await setUp()
  expect((await figures()).map((one: object) => pick(one, 'name', 'count', 'of', 'sent'))).toEqual([
    ['Malaria', 3, 5, null],
    ['Malaria tested', 5, 5, null],
    ['Malaria under 5', 2, 5, null],
  ])
  expect((await send({ dryRun: true })).statusCode).toBe(201)
  await sendNow()
  expect(dhis2.asked[0]).toMatchObject({
    query: { dryRun: 'true', importStrategy: 'CREATE_AND_UPDATE' },
    body: { dataSet: 'pBOMPrpg1QX', period: '202603', orgUnit },
  })
  expect([await latest(), dhis2.stored.size]).toMatchObject([
    { state: 'accepted', dryRun: true, imported: 3 },
    0,
  ])

  const [first, second] = await Promise.all([send(), send()])
  expect([first.statusCode, second.statusCode].sort()).toEqual([201, 409])
  await Promise.all([sendNow(), sendNow()])
  expect(dhis2.asked).toHaveLength(2)
  expect(await latest()).toMatchObject({
    state: 'accepted',
    askedBy: 'Mary Manager',
    imported: 3,
    updated: 0,
  })
  expect(dhis2.stored.get(`202603 ${orgUnit} ${elements[0]} bRowv6yZOF2`)).toBe('2')

  // While a correction is being entered, the released value counts.
  await bench.correct(malariaOfAkosua, 'The slides were swapped', rita)
  await enter(malariaOfAkosua, { 'MALARIA-PARASITES': none })
  expect((await figures())[0]).toMatchObject({ count: 3, sent: 3 })
  await bench.release([malariaOfAkosua], rita)
  expect((await figures())[0]).toMatchObject({ count: 2, of: 5, sent: 3 })
  dhis2.isOld = true
  await send()
  await sendNow()
  expect(await latest()).toMatchObject({ state: 'accepted', imported: 0, updated: 3 })
  expect(dhis2.stored.get(`202603 ${orgUnit} ${elements[1]} default`)).toBe('2')
  const taken = await lab.call('POST', '/api/Labtask/retract', {
    by: manager,
    body: { tasks: [malariaOfAkosua], reason: 'Another patient’s slide' },
  })
  expect(taken.statusCode, taken.body).toBe(200)
  expect((await figures()).map((one: object) => pick(one, 'count', 'of'))).toEqual([
    [2, 4],
    [4, 4],
    [2, 4],
  ])
  const fact = facts.findIndex(({ test, age }) => test === 'MPS' && age === 34)
  facts.splice(fact, 1)
  const sent = await lab.superuser.query('update dhis2_sending set figures = $1', ['[]']).catch(String)
  expect(sent).toMatch(/what was sent is kept/)
})

it('keeps what DHIS2 objects to, and tries again only what may still be accepted', async () => {
  await setUp()
  await add({ name: 'Unknown', dataElement: 'Unknown1234', gender: 'male' })
  await send()
  await sendNow()
  const { id, ...partly } = await latest()
  expect(partly).toMatchObject({ state: 'partly', status: 409, imported: 3, ignored: 1 })
  expect(await get(`/sendings/${id}`)).toMatchObject({
    conflicts: [{ object: 'Unknown1234', says: 'Data element not found or not accessible: `Unknown1234`' }],
  })
  await put(`/org-units/${mainSite}`, { orgUnit: 'O6uvpzGd5pu' })
  await send()
  await sendNow()
  expect(await latest()).toMatchObject({
    state: 'refused',
    imported: 0,
    error: 'DHIS2 objects to some figures',
  })

  await connect({ secret: 'wrong', version: 1 })
  await send()
  await sendNow()
  expect(await latest()).toMatchObject({
    state: 'refused',
    error: 'DHIS2 does not accept the token or the password',
  })

  await connect({ version: 2 })
  await put(`/org-units/${mainSite}`, { orgUnit })
  dhis2.manner = 503
  dhis2.headers = { 'retry-after': '600' }
  await send()
  await sendNow()
  expect(await latest()).toMatchObject({ state: 'planned', status: 503, dueAt: '2026-03-09T08:40:00.000Z' })
  expect((await send()).json().message).toMatch(/being sent just now/)
  lab.clock.advance(minutes(9))
  const before = dhis2.asked.length
  await sendNow()
  expect(dhis2.asked).toHaveLength(before)
  for (let tries = 0; tries < 6; tries++) {
    lab.clock.advance(hours(13))
    await sendNow()
  }
  await signInAnew()
  expect(await latest()).toMatchObject({
    state: 'failed',
    attempts: 7,
    error: 'DHIS2 answered with status 503',
  })
  // A process that died while it was sending: another one takes over after the lease.
  dhis2.manner = null
  await send()
  await lab.pool.query(
    `update dhis2_sending set state = 'sending', attempts = 1, due_at = $1 where state = 'planned'`,
    [new Date(lab.clock.now().getTime() + 60_000)],
  )
  await sendNow()
  expect(await latest()).toMatchObject({ state: 'sending' })
  lab.clock.advance(minutes(2))
  await sendNow()
  expect(await latest()).toMatchObject({ state: 'partly', attempts: 2 })
})

it('sends the month before automatically, once, from the day of the setting on', async () => {
  await setUp()
  await connect({ sendDay: 5, version: 1 })
  lab.clock.set('2026-04-04T22:00:00Z')
  await signInAnew()
  await sendNow()
  expect(dhis2.asked).toHaveLength(0)
  lab.clock.advance(hours(3))
  await sendNow()
  await sendNow()
  expect(dhis2.asked.map(({ body }) => body.period)).toEqual(['202603'])
  await signInAnew()
  expect(await latest()).toMatchObject({ state: 'accepted', askedBy: null })
  lab.clock.advance(days(31))
  await sendNow()
  expect(dhis2.asked.map(({ body }) => body.period)).toEqual(['202603', '202604'])
})

it('lines on confidential tests are set up and read by those who may see their results, and sent whoever sends', async () => {
  await setUp()
  const hiv = { name: 'HIV positive', dataElement: elements[2], testCode: 'CT1' }
  const counted = { ...hiv, analyteCode: 'CT1-RESULT', outcome: 'positive' }
  expect((await add(counted, reto)).json().fields).toEqual({ testCode: ['Choose a test from the list'] })
  expect((await get('/tests', reto)).tests.map(({ code }: { code: string }) => code)).not.toContain('CT1')
  const line = (await add(counted)).json().id
  const stolen = lab.pool.query('update dhis2_line set set_by = $1 where id = $2', [reto.accountId, line])
  await expect(stolen).rejects.toThrow('may not see this test')
  const shown = await get('', reto)
  expect([shown.lines.length, shown.hidden]).toEqual([3, 1])
  expect((await put(`/lines/${line}`, { ...counted, version: 1 }, reto)).statusCode).toBe(404)
  expect((await figures(reto)).map(({ name }: { name: string }) => name)).not.toContain('HIV positive')
  expect((await send({}, reto)).statusCode).toBe(201)
  await sendNow()
  expect(dhis2.asked[0]?.body.dataValues).toHaveLength(4)
  const { id } = await latest()
  expect(await get(`/sendings/${id}`, reto)).toMatchObject({ hidden: 1, figures: { length: 3 } })
  expect(await get(`/sendings/${id}`)).toMatchObject({ hidden: 0, figures: { length: 4 } })
  const site = { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 }
  const kumasi = (await lab.call('POST', '/api/settings/sites', { by: manager, body: site })).json().id
  const limited = await lab.makeStaff('admin')
  await lab.pool.query('insert into account_site values ($1, $2)', [limited.accountId, kumasi])
  expect((await add({ dataElement: 'Ix2HsbDMLeb' }, limited)).statusCode).toBe(403)
  expect((await send({}, limited)).statusCode).toBe(404)
  const months = (await get('/months/2026-03', limited)).sites
  expect(months.map(({ name }: { name: string }) => name)).toEqual(['Kumasi'])
  expect((await get('/sendings', limited)).rows).toEqual([])
  expect((await lab.call('GET', `${path}/sendings/${id}`, { by: limited })).statusCode).toBe(404)
})

it('counts agree with a filter over all released tests', async () => {
  const wanted = fc.record({
    testCode: fc.constantFrom('MPS', 'FBC'),
    analyteCode: fc.constantFrom(null, 'MALARIA-PARASITES', 'HGB', 'WBC'),
    values: fc.constantFrom(null, [seen], [none, seen], ['12.9']),
    onlyFlagged: fc.boolean(),
    gender: fc.constantFrom(null, 'male', 'female'),
    fromAge: fc.constantFrom(null, 0, 4, 5, 34, 62),
    toAge: fc.constantFrom(null, 4, 5, 33, 34, 150),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(wanted, { minLength: 1, maxLength: 20 }), async (some) => {
      const lines = some.map((line, at) => ({
        ...line,
        id: `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      }))
      const counted = await countReleased(lab.db, mainSite, '2026-03', lines)
      const naive = lines.map(({ id, ...line }) => {
        const all = facts.filter(({ test }) => test === line.testCode)
        const fits = all.filter(({ gender, age, values, flagged }) => {
          const results = Object.entries(values)
            .filter(([code]) => line.analyteCode === null || code === line.analyteCode)
            .map(([code, value]) => ({
              value: typeof value === 'number' ? decimals(code, value) : value,
              flag: flagged.includes(code),
            }))
          const isAny = line.analyteCode === null && line.values === null && !line.onlyFlagged
          return (
            (line.gender === null || gender === line.gender) &&
            (line.fromAge === null || age >= line.fromAge) &&
            (line.toAge === null || age <= line.toAge) &&
            (isAny ||
              results.some(
                ({ value, flag }) =>
                  (line.values === null || (line.values as readonly string[]).includes(value)) &&
                  (!line.onlyFlagged || flag),
              ))
          )
        })
        return { id, count: fits.length, of: all.length }
      })
      expect([...counted].sort((one, other) => (one.id < other.id ? -1 : 1))).toEqual(naive)
    }),
    { numRuns: 40, seed: 19 },
  )
  const none2 = await countReleased(lab.db, mainSite, '2026-02', [
    {
      id: mainSite,
      testCode: 'MPS',
      analyteCode: null,
      values: null,
      onlyFlagged: false,
      gender: null,
      fromAge: null,
      toAge: null,
    },
  ])
  expect(none2).toEqual([{ id: mainSite, count: 0, of: 0 }])
})

const decimals = (code: string, value: number) =>
  code === 'HGB' || code === 'WBC' ? value.toFixed(1) : String(value)
const pick = (one: object, ...keys: string[]) => keys.map((key) => (one as Record<string, unknown>)[key])
