import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvLine } from '#contract/csv.ts'
import { ownersOfIdentifiers } from '#server/modules/people/index.ts'
import { hashImportRows } from '#server/modules/transfer/index.ts'
import { walkSheet } from '#server/modules/transfer/queries-export.ts'
import { sheets } from '#server/modules/transfer/take-out.ts'
import { days, minutes, stoppedClock } from '#server/platform/clock.ts'
import { inTransaction, openDatabase } from '#server/platform/database.ts'
import { type DataKeys, holdDataKeys } from '#server/platform/vault/data-keys.ts'
import { encryptRows } from '#server/platform/vault/encrypt-rows.ts'
import { newKeyFile, readKeyFile } from '#server/platform/vault/key-file.ts'
import { Vault } from '#server/platform/vault/vault.ts'
import { openBench } from './bench-tasks.ts'
import { dumpOf } from './dump.ts'
import { programsOf } from './fhir-clients.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { addConnection, head, holdHospitals, lines, pid } from './hl7.ts'
import { importerOf } from './import-files.ts'
import { dial, sendHl7 } from './instruments.ts'

const clock = stoppedClock(mondayMorning)
const vault = new Vault(clock)
const folder = mkdtempSync(join(tmpdir(), 'phial-keys-'))
const keyFile = join(folder, 'master-key.txt')
let lab: TestApp
let manager: Person
let keys: DataKeys | null
let signIn: () => Promise<typeof program>
let program: { headers: { authorization: string } }
let links: ReturnType<typeof holdHospitals>
let socket: Socket

beforeAll(async () => {
  writeFileSync(keyFile, newKeyFile())
  ;({ lab } = await openBench({ clock, vault }))
  manager = await lab.makeStaff('admin')
  const programs = programsOf(lab, manager)
  const ridge = await programs.register('Ridge')
  signIn = () => programs.signIn(ridge)
  const line = await addConnection(lab, manager, ridge.id)
  links = holdHospitals(lab)
  socket = await dial(line.port)
}, 60_000)
afterAll(async () => {
  keys?.stop()
  socket?.destroy()
  await links?.stop()
  await lab?.close()
  rmSync(folder, { recursive: true, force: true })
})

const { bringIn, preview } = importerOf(
  () => lab,
  () => ({ by: manager, source: 'Old ward book' }),
)

/** Numbers that nothing else in the database contains. */
const numbers = (use: number) => ({
  card: `GHA-70${use}444555-6`,
  imported: `GHA-71${use}444555-6`,
  ward: `WB71${use}90210`,
  fhir: `FH72${use}90211`,
  hl7: `HL73${use}90212`,
})
const plainIn = (use: number) =>
  new RegExp(`70${use}444555|71${use}444555|71${use}90210|72${use}90211|73${use}90212`)

const file = (use: number) =>
  [
    ['Patient No', 'Name', 'Gender', 'Birth date', 'Other numbers'],
    [numbers(use).ward, `Akua Imported${use}`, 'F', '1961-03-12', `Ghana Card: ${numbers(use).imported}`],
  ]
    .map((row) => csvLine(row))
    .join('')
const add = (body: object, headers: Record<string, string> = {}) =>
  lab.call('POST', '/api/people', { by: manager, body, headers })
const born = (use: number) => ({ sex: 'female', birth: { date: `196${use}-04-05`, precision: 'day' } })
const fhir = (method: 'GET' | 'POST', path: string, body?: object, headers = {}) =>
  lab.call(method, `/fhir/R4/${path}`, {
    by: program,
    ...(body && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/fhir+json', ...headers },
    }),
  })
const patient = (use: number) => ({
  resourceType: 'Patient',
  identifier: [{ system: 'https://ward.example', value: numbers(use).fhir }],
  name: [{ text: `Efua Program${use}` }],
  gender: 'female',
  birthDate: '1990-05-04',
})
const message = (use: number) =>
  lines(head('ADT^A04', { id: `A${use}` }), 'EVN|A04', pid(numbers(use).hl7, { name: `Hospital${use}^Yaa` }))

/** Enters one person in each way. Returns the id of the person entered at the desk. */
async function enter(use: number): Promise<string> {
  program = await signIn()
  const body = {
    fullName: `Esi Desk${use}`,
    ...born(use),
    identifiers: [{ system: 'Ghana Card', value: numbers(use).card }],
  }
  const added = await add(body, { 'idempotency-key': `desk-${use}` })
  expect(added.statusCode, added.body).toBe(201)
  // Once more: the answer is found by the digest of the request.
  expect((await add(body, { 'idempotency-key': `desk-${use}` })).body).toBe(added.body)
  expect((await bringIn('patients', file(use))).statusCode).toBe(200)
  const made = await fhir('POST', 'Patient', patient(use))
  expect(made.statusCode, made.body).toBe(201)
  expect(await sendHl7(socket, message(use))).toContain('MSA|AA')
  return added.json().id
}

const search = async (text: string): Promise<string[]> => {
  const answer = await lab.call('GET', `/api/people?search=${encodeURIComponent(text)}`, { by: manager })
  return answer.json().people.map(({ fullName }: { fullName: string }) => fullName)
}
const matching = async (query: string): Promise<string[]> =>
  ((await fhir('GET', `Patient?${query}`)).json().entry ?? []).map(
    // biome-ignore lint/suspicious/noExplicitAny: a resource has the elements of its type.
    ({ resource }: any) => resource.name[0].text,
  )
const again = (use: number) =>
  lab.pool.query('select times from hl7_message where control_id = $1', [`A${use}`])

/** Expects that each number is found as a whole only, shown as it was entered, and refused for another person. */
async function expectFound(use: number): Promise<void> {
  const { card, imported, ward, fhir: own, hl7 } = numbers(use)
  program = await signIn()
  for (const written of [card, card.toLowerCase(), card.replaceAll('-', ' '), card.replaceAll('-', '')])
    expect(await search(written), written).toEqual([`Esi Desk${use}`])
  expect(await search(card.slice(0, -1))).toEqual([])
  expect(await search(imported)).toEqual([`Akua Imported${use}`])
  expect(await search(ward)).toEqual([`Akua Imported${use}`])
  expect((await preview('patients', file(use))).totals).toMatchObject({ new: 0, same: 1 })

  expect(await matching(`identifier=${card.toLowerCase()}`)).toEqual([`Esi Desk${use}`])
  expect(await matching(`identifier=${own}`)).toEqual([`Efua Program${use}`])
  expect(await matching(`identifier=https://ward.example|${own}`)).toEqual([`Efua Program${use}`])
  expect(await matching(`identifier=https://other.example|${own}`)).toEqual([])
  expect(await matching(`identifier=RIDGE|${hl7}`)).toEqual([`Yaa Hospital${use}`])
  const match = await fhir('POST', 'Patient/$match', {
    resourceType: 'Parameters',
    parameter: [
      { name: 'resource', resource: { resourceType: 'Patient', identifier: patient(use).identifier } },
    ],
  })
  expect(match.json().entry[0].search.score).toBe(1)
  const once = await fhir('POST', 'Patient', patient(use), { 'if-none-exist': `identifier=${own}` })
  expect([once.statusCode, once.json().name[0].text]).toEqual([200, `Efua Program${use}`])
  expect((await fhir('POST', 'Patient', patient(use))).statusCode).toBe(200)
  expect((await fhir('GET', `Patient/${once.json().id}`)).json().identifier).toContainEqual(
    patient(use).identifier[0],
  )

  const before = (await again(use)).rows[0].times
  await sendHl7(socket, message(use))
  expect((await again(use)).rows[0].times).toBe(before + 1)

  const other = await add({
    fullName: `Somebody Else${use}`,
    ...born(use),
    identifiers: [{ system: 'ghana card', value: card.replaceAll('-', '').toLowerCase() }],
  })
  expect([other.statusCode, Object.keys(other.json().fields)]).toEqual([409, ['identifiers.0.value']])

  const exported: unknown[] = []
  await inTransaction(lab.db, async (snapshot) => {
    const sheet = sheets.find(({ file }) => file === 'person-identifiers.csv')
    if (!sheet) throw new Error('There is no such sheet')
    for await (const part of walkSheet(snapshot, sheet, { sites: null, from: null, to: null }))
      exported.push(...part)
  })
  expect(JSON.stringify(exported)).toContain(card)
}

/** Expects that the database contains neither the numbers nor a digest by which a guess could be tested. */
async function expectHidden(use: number): Promise<void> {
  const dump = await dumpOf(lab)
  expect(dump.match(plainIn(use))).toBeNull()
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  for (const text of [message(use), `#${numbers(use).ward}`]) expect(dump).not.toContain(sha256(text))
  const { rows } = await lab.pool.query(
    `select distinct octet_length(request_hash) as bytes from idempotent_answer where key = $1
      union all select octet_length(hash) from import_row i join person p on p.id = i.person_id where p.full_name = $2`,
    [`desk-${use}`, `Akua Imported${use}`],
  )
  expect(rows, 'digests with a key').toEqual([{ bytes: 33 }, { bytes: 33 }])
}

let first: string

describe('identifiers', () => {
  it('are plain without a master key, but not in new entries of the audit trail', async () => {
    first = await enter(1)
    await expectFound(1)
    expect(await dumpOf(lab)).toMatch(plainIn(1))
    const { rows } = await lab.pool.query('select a::text as entry from audit a')
    expect(rows.map(({ entry }) => entry).join()).not.toMatch(plainIn(1))
  })

  it('are encrypted from the first start with a master key, and found with those that were written before', async () => {
    keys = await holdDataKeys(lab.context, vault, readKeyFile(keyFile))
    await enter(2)
    await expectHidden(2)
    await expectFound(1)
    await expectFound(2)
    const taken = [{ system: 'Ghana Card', value: numbers(1).card }]
    const { id } = (await add({ fullName: 'Adwoa Later', sex: 'female', age: 30 })).json()
    const path = `/api/people/${id}`
    const person = (await lab.call('GET', path, { by: manager })).json()
    const said = { fullName: person.fullName, sex: person.sex, birth: person.birth, version: person.version }
    const refused = await lab.call('PATCH', path, { by: manager, body: { ...said, identifiers: taken } })
    expect(refused.statusCode, refused.body).toBe(409)
  })

  it('that were written before are encrypted by the job, with their hashes', async () => {
    clock.advance(minutes(10))
    await encryptRows(lab.context)
    await hashImportRows(lab.db)
    const { rows } = await lab.pool.query(`
      select count(*) filter (where value_hash is null)::int as bare, count(*) filter (where value !~ 'phial1:')::int as plain
      from (select value, value_hash from person_identifier union all select value, value_hash from api_patient) i`)
    expect(rows).toEqual([{ bare: 0, plain: 0 }])
    // The message, the request and the file of before keep their digests, without a key.
    const tables = await lab.superuser.query(
      `select (select string_agg(i::text, ' ') from person_identifier i) || (select string_agg(i::text, ' ') from api_patient i)
        || (select string_agg(i::text, ' ') from import_row i) as all`,
    )
    expect(tables.rows[0].all).not.toMatch(plainIn(1))
    await expectFound(1)
    await expectFound(2)
  })

  it('belong to one person when several people are given the same number at once', async () => {
    const people = await Promise.all(
      ['Ato', 'Ebo', 'Fiifi', 'Kobina'].map(
        async (name, index) =>
          (await add({ fullName: `${name} Racing`, sex: 'male', age: 20 + index })).json().id as string,
      ),
    )
    const answers = await Promise.all(
      people.map(async (id, index) => {
        const { fullName, sex, birth, version } = (
          await lab.call('GET', `/api/people/${id}`, { by: manager })
        ).json()
        const value = ['720-1', '7201', '72 01', '720.1'][index]
        const body = { fullName, sex, birth, version, identifiers: [{ system: 'NHIS', value }] }
        return lab.call('PATCH', `/api/people/${id}`, { by: manager, body })
      }),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    await expect(
      lab.superuser.query(`
        insert into person_identifier (person_id, position, system, value, value_hash)
        select '${first}', 9, 'nhis', 'another text', value_hash from person_identifier where system = 'NHIS'`),
    ).rejects.toThrow('person_identifier_hash')
  })

  it('are found however they are written', async () => {
    const system = 'Folder'
    const value = 'KB 12/345-b.6'
    const identifiers = [{ system, value }]
    const { id } = (await add({ fullName: 'Akosua Spelled', sex: 'female', age: 50, identifiers })).json()
    const separators = fc.stringMatching(/^[ \-./]{0,2}$/)
    const spelled = fc
      .tuple(
        fc.array(separators, { minLength: 8, maxLength: 8 }),
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      )
      .map(([between, isUpper]) =>
        [...'kb12345b6']
          .map((one, at) => (isUpper[at % 8] ? one.toUpperCase() : one) + (between[at] ?? ''))
          .join(''),
      )
    await fc.assert(
      fc.asyncProperty(spelled, async (other) => {
        const owners = await ownersOfIdentifiers(lab.db, [{ system: 'FOLDER', value: other }], null)
        expect(owners.map((owner) => owner.id)).toEqual([id])
      }),
      { numRuns: 50 },
    )
    expect(await ownersOfIdentifiers(lab.db, [{ system, value: 'KB 12/345-b.7' }], null)).toEqual([])
    expect(await ownersOfIdentifiers(lab.db, [{ system: 'Other', value }], null)).toEqual([])
  })

  it('are changed and removed', async () => {
    const person = async () => (await lab.call('GET', `/api/people/${first}`, { by: manager })).json()
    const put = async (identifiers: object[]) => {
      const { fullName, sex, birth, version } = await person()
      const body = { fullName, sex, birth, version, identifiers }
      const answer = await lab.call('PATCH', `/api/people/${first}`, { by: manager, body })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const card = { system: 'Ghana Card', value: numbers(1).card }
    const other = { system: 'NHIS', value: '7444 9999' }
    await put([other, card])
    expect((await person()).identifiers).toEqual([other, card])
    await put([{ ...card, value: card.value.toLowerCase() }, other])
    expect((await person()).identifiers).toEqual([{ ...card, value: card.value.toLowerCase() }, other])
    await put([card])
    expect(await search(other.value)).toEqual([])
    await put([other, card])
    expect((await dumpOf(lab)).match(/7444 ?9999/)).toBeNull()
    await put([card])
  })

  it('are encrypted again with a new data key, and keep their hashes', async () => {
    const hashes = async () =>
      (await lab.pool.query('select value_hash from person_identifier order by id')).rows.map(
        ({ value_hash }) => value_hash.toString('hex'),
      )
    const before = await hashes()
    await keys?.add()
    clock.advance(minutes(20))
    await encryptRows(lab.context)
    const { rows } = await lab.pool.query(`
      select distinct encryption_key_number(value) as key
      from (select value from person_identifier union all select value from api_patient) i`)
    expect(rows).toEqual([{ key: 2 }])
    expect(await hashes()).toEqual(before)
    await expectFound(1)
    await expectFound(2)
  })

  it('are found after a change of the master key and after a restore, with the hash key from the database', async () => {
    const both = join(folder, 'both.txt')
    writeFileSync(both, newKeyFile() + readFileSync(keyFile, 'utf8'))
    const wrapped = async () => (await lab.pool.query('select wrapped, wrapped_by from hash_key')).rows[0]
    const earlier = await wrapped()
    keys?.stop()
    keys = await holdDataKeys(lab.context, vault, readKeyFile(both))
    expect((await wrapped()).wrapped_by).not.toBe(earlier.wrapped_by)
    // As a server that starts on a restored database.
    const restored = new Vault(clock)
    const db = openDatabase(lab.pool, restored)
    const alone = await holdDataKeys({ ...lab.context, db }, restored, readKeyFile(both))
    alone?.stop()
    const card = { system: 'Ghana Card', value: numbers(1).card }
    expect((await ownersOfIdentifiers(db, [card], null)).map(({ id }) => id)).toEqual([first])
    await expect(holdDataKeys(lab.context, new Vault(clock), readKeyFile(keyFile))).rejects.toThrow(
      'does not decrypt',
    )
  })

  it('are refused without a hash, as a server of an earlier version would write them', async () => {
    await expect(
      lab.superuser.query(
        `insert into person_identifier (person_id, position, system, value) values ('${first}', 9, 'NHIS', '72001122')`,
      ),
    ).rejects.toThrow('without its hash')
    await expect(
      lab.superuser.query(
        `update person_identifier set value = '72001122', value_hash = null where person_id = '${first}'`,
      ),
    ).rejects.toThrow('without its hash')
  })
})

it('identifiers of a laboratory in use stay plain for a day, in which a server of the version before can find and write them', async () => {
  // The trigger compares `used_from` with the clock of the database, which is long before this day.
  const time = stoppedClock('2099-03-09T08:30:00Z')
  const later = new Vault(time)
  const inUse = await openTestApp({ clock: time, vault: later })
  let by = await inUse.makeStaff('admin')
  const source = readKeyFile(keyFile)
  const made = await source.wrap(Buffer.alloc(32, 7), 'data key 1')
  await inUse.superuser.query('insert into data_key values (1, $1, $2, $3, $3)', [
    made.wrapped,
    made.wrappedBy,
    time.now(),
  ])
  const held = await holdDataKeys(inUse.context, later, source)
  const write = async (value: string) => {
    const body = {
      fullName: `Ama ${value}`,
      sex: 'female',
      age: 30,
      identifiers: [{ system: 'NHIS', value }],
    }
    const answer = await inUse.call('POST', '/api/people', { by, body })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().id as string
  }
  const stored = async () =>
    (
      await inUse.pool.query(
        'select value, value_hash is not null as hashed from person_identifier order by value_key',
      )
    ).rows
  const id = await write('7200-1')
  await inUse.superuser.query(
    "insert into person_identifier (person_id, position, system, value) values ($1, 2, 'NHIS', '7200-2')",
    [id],
  )
  expect(await stored()).toEqual([
    { value: '7200-1', hashed: true },
    { value: '7200-2', hashed: false },
  ])
  const owner = async (value: string) =>
    (await ownersOfIdentifiers(inUse.db, [{ system: 'NHIS', value }], null)).map((one) => one.id)
  const found = async () => [await owner('72001'), await owner('72002')]
  expect(await found()).toEqual([[id], [id]])
  await encryptRows(inUse.context)
  expect((await stored()).map(({ value }) => value)).toEqual(['7200-1', '7200-2'])

  time.advance(days(1))
  by = await inUse.makeStaff('admin')
  const encrypted = await write('7200-3')
  expect((await stored()).filter(({ value }) => value.includes('7200'))).toHaveLength(2)
  expect(await owner('7200.3')).toEqual([encrypted])
  time.advance(minutes(10))
  await encryptRows(inUse.context)
  const after = await stored()
  expect(after.filter(({ value, hashed }) => hashed && !value.includes('7200'))).toHaveLength(3)
  expect(await found()).toEqual([[id], [id]])
  held?.stop()
  await inUse.close()
})
