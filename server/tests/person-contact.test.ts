import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody, separateStarts } from './visits.ts'

let lab: TestApp
let manager: Person
/** A manager limited to a site without patients. */
let elsewhere: Person

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin')
  const added = await lab.call('POST', '/api/settings/sites', {
    by: manager,
    body: { name: 'Tema', timeZone: 'Africa/Accra', chairs: 1 },
  })
  elsewhere = await lab.makeStaff('admin')
  await lab.pool.query('insert into account_site values ($1, $2)', [elsewhere.accountId, added.json().id])
})
afterAll(() => lab.close())

type Found = { id: string; number: string; because: string; phone: string; visits: number }
const read = async (id: string, by = manager) => (await lab.call('GET', `/api/people/${id}`, { by })).json()
const change = async (id: string, body: object, by = manager) => {
  const { fullName, sex, birth, version } = await read(id)
  return lab.call('PATCH', `/api/people/${id}`, { by, body: { fullName, sex, birth, version, ...body } })
}
const add = (body: object, { by = manager, key }: { by?: Person; key?: string } = {}) =>
  lab.call('POST', '/api/people', { by, body, ...(key && { headers: { 'idempotency-key': key } }) })
const added = async (body: object): Promise<{ id: string; number: string }> => {
  const answer = await add(body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const search = async (typed: string, by = manager): Promise<Found[]> => {
  const answer = await lab.call('GET', `/api/people?${new URLSearchParams({ search: typed })}`, { by })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().people
}
const reasons = async (typed: string, by = manager) =>
  (await search(typed, by)).map(({ id, because }) => [id, because])
const countOf = async (fullName: string) =>
  (await lab.pool.query('select count(*)::int as n from person where full_name = $1', [fullName])).rows[0].n

const nextStart = separateStarts('2026-03-16')
/** Books without an account, and returns the visit's person. */
async function bookedPerson(details: object, personNumber?: string): Promise<string> {
  const answer = await lab.call('POST', '/api/labtest/book', {
    by: manager,
    body: {
      ...bookingBody,
      ...nextStart(),
      patientDetails: { ...bookingBody.patientDetails, ...details },
      ...(personNumber && { personNumber }),
    },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const { id } = answer.json().appointment
  return (await lab.pool.query('select person_id from visit where id = $1', [id])).rows[0].person_id
}

const esi = {
  fullName: 'Esi Complete',
  sex: 'female',
  birth: { date: '1984-03-02', precision: 'day' },
  phones: ['+233 24 700 0001', '020 700 0002'],
  email: 'esi.complete@example.com',
  identifiers: [
    { system: 'Ghana Card', value: 'GHA-700000001-1' },
    { system: 'Folder of Korle Bu', value: 'KB 12/345' },
  ],
  language: 'Twi',
  note: 'Hard of hearing.\nSpeak slowly.',
}

describe('recording a person without a visit', () => {
  it('a new person has all stated details, a number and an audit entry', async () => {
    const { id, number } = await added(esi)
    expect(number).toMatch(/^P\d{9}$/)
    expect(await read(id)).toMatchObject({
      ...esi,
      number,
      age: 42,
      phone: '+233 24 700 0001',
      deceased: false,
      diedOn: null,
      visits: 0,
      lastVisitAt: null,
      lastSite: null,
      version: 1,
    })
    const { rows } = await lab.pool.query(
      "select account_id, after from audit where action = 'person.added' and subject_id = $1",
      [id],
    )
    const identifiers = [
      { system: 'Ghana Card', end: '…-1', now: 'added' },
      { system: 'Folder of Korle Bu', end: '…45', now: 'added' },
    ]
    expect(rows).toMatchObject([{ account_id: manager.accountId, after: { ...esi, identifiers } }])
    const visits = await lab.call('GET', `/api/people/${id}/visits`, { by: manager })
    expect(visits.json().rows).toEqual([])
  })

  it('a person can be recorded with an age, which gives an estimate, or with month or year of birth', async () => {
    const { id } = await added({ fullName: 'Kofi Estimated', sex: 'male', age: 40 })
    expect(await read(id)).toMatchObject({ birth: { date: '1986-03-09', precision: 'estimated' }, age: 40 })
    const month = await added({
      fullName: 'Kofi Month',
      sex: 'male',
      birth: { date: '1990-05-17', precision: 'month' },
    })
    expect((await read(month.id)).birth).toEqual({ date: '1990-05-01', precision: 'month' })
  })

  it('a person without visits is seen by all staff with the permission, and later by those of the sites of the visits', async () => {
    const person = { fullName: 'Yaa Nowhere', sex: 'female', age: 30 }
    const { id, number } = await added(person)
    expect(await reasons('Yaa Nowhere', elsewhere)).toEqual([[id, 'name']])
    expect((await read(id, elsewhere)).number).toBe(number)
    await bookedPerson({ fullName: 'Yaa Nowhere', gender: 'female', age: 30 }, number)
    expect(await reasons('Yaa Nowhere', elsewhere)).toEqual([])
    expect((await lab.call('GET', `/api/people/${id}`, { by: elsewhere })).statusCode).toBe(404)
    expect((await search('Yaa Nowhere'))[0]).toMatchObject({ id, visits: 1 })
    const patient = await lab.signUpPatient()
    expect((await add(person, { by: patient })).statusCode).toBe(403)
    expect((await add(person, { by: await lab.makeStaff('technician') })).statusCode).toBe(403)
  })

  it('an invalid person is refused at each invalid field', async () => {
    const good = { fullName: 'Ama Wrong', sex: 'female', age: 30 }
    for (const [bad, field] of [
      [{ fullName: ' ' }, 'fullName'],
      [{ sex: 'unknown' }, 'sex'],
      [{ age: undefined }, 'birth.date'],
      [{ age: 131 }, 'age'],
      [{ birth: { date: '1984-03-02', precision: 'day' } }, 'age'],
      [{ age: undefined, birth: { date: '2026-03-10', precision: 'day' } }, 'birth.date'],
      [{ age: undefined, birth: { date: '1984-02-30', precision: 'day' } }, 'birth.date'],
      [{ age: undefined, birth: { date: '1984-03-02', precision: 'estimated' } }, 'birth.precision'],
      [{ phones: ['024 123 4567', 'none'] }, 'phones.1'],
      [{ phones: ['0000 000 000'] }, 'phones.0'],
      [{ phones: ['024 123 4567', '+233 24 123 4567'] }, 'phones.1'],
      [{ phones: '024 123 4567' }, 'phones'],
      [{ email: 'nobody' }, 'email'],
      [{ identifiers: [{ system: '', value: 'A1' }] }, 'identifiers.0.system'],
      [{ identifiers: [{ system: 'NHIS', value: ' - ' }] }, 'identifiers.0.value'],
      [
        {
          identifiers: [
            { system: 'NHIS', value: '77-1' },
            { system: 'nhis', value: '771' },
          ],
        },
        'identifiers.1.value',
      ],
      [{ language: 'x'.repeat(61) }, 'language'],
      [{ note: 'x'.repeat(1001) }, 'note'],
      [{ diedOn: '2020-01-01' }, 'diedOn'],
      [{ deceased: true, diedOn: '2026-03-10' }, 'diedOn'],
      [{ deceased: true, diedOn: '1990-01-01' }, 'diedOn'],
      [{ different: ['nobody'] }, 'different.0'],
    ] as const) {
      const answer = await add({ ...good, ...bad })
      expect([answer.statusCode, Object.keys(answer.json().fields ?? {})], answer.body).toEqual([
        400,
        [field],
      ])
    }
    expect(await countOf('Ama Wrong')).toBe(0)
  })
})

describe('possible duplicates of a new person', () => {
  it('a new person is recorded only after the possible duplicates were ruled out by name', async () => {
    const { id } = await added({ fullName: 'Akosua Known', sex: 'female', age: 30 })
    const again = { fullName: 'known  AKOSUA', sex: 'female', age: 31 }
    const refused = await add(again)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
    expect(refused.json().people).toMatchObject([{ id, fullName: 'Akosua Known', because: 'name' }])
    for (const other of [{ sex: 'male' }, { age: 60 }, { fullName: 'Akosua Knownson' }]) {
      expect((await add({ ...again, fullName: 'Akosua Known', ...other })).statusCode).toBe(201)
    }
    expect((await add({ ...again, different: [id] })).statusCode).toBe(201)
    // The person who was just recorded is a possible duplicate, too.
    expect((await add({ ...again, different: [id] })).statusCode).toBe(409)
  })

  it('possible duplicates are found by a former name, and by a phone number with a similar name, also of a visit', async () => {
    const { id } = await added({ fullName: 'Efua Maiden', sex: 'female', age: 27 })
    expect((await change(id, { fullName: 'Efua Married' })).statusCode).toBe(200)
    const former = await add({ fullName: 'Efua Maiden', sex: 'female', age: 27 })
    expect(former.json().people).toMatchObject([{ id, because: 'former name' }])

    const own = await added({ fullName: 'Kwame Mensah', sex: 'male', age: 50, phones: ['024 701 0001'] })
    const visited = await bookedPerson({
      fullName: 'Kojo Addo',
      contact: '0247010002',
      gender: 'male',
      age: 33,
    })
    const similar = async (fullName: string, phone: string) =>
      (
        await add({
          fullName,
          sex: 'male',
          birth: { date: '1950-01-01', precision: 'year' },
          phones: [phone],
        })
      ).json()
    expect((await similar('Kwame Mensa', '+233 24 701 0001')).people).toMatchObject([
      { id: own.id, because: 'phone' },
    ])
    expect((await similar('Kodjo Addo', '+233247010002')).people).toMatchObject([
      { id: visited, because: 'phone' },
    ])
    expect((await similar('Abigail Other', '024 701 0001')).number).toMatch(/^P/)
  })

  it('a possible match is not shown to staff who may not see the person', async () => {
    await bookedPerson({ fullName: 'Adjoa Hidden', gender: 'female', age: 44 })
    const answer = await add({ fullName: 'Adjoa Hidden', sex: 'female', age: 44 }, { by: elsewhere })
    expect(answer.statusCode, answer.body).toBe(201)
  })

  it('concurrent calls of one or several desks record a new person once', async () => {
    const person = { fullName: 'Kwesi Concurrent', sex: 'male', age: 20 }
    const desks = await Promise.all(Array.from({ length: 6 }, () => add(person)))
    expect(desks.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(await countOf('Kwesi Concurrent')).toBe(1)
    const one = { ...person, fullName: 'Kwesi Repeated' }
    const repeated = await Promise.all(Array.from({ length: 4 }, () => add(one, { key: 'once' })))
    expect(new Set(repeated.map((answer) => answer.body)).size).toBe(1)
    expect(repeated[0]?.statusCode).toBe(201)
    expect(await countOf('Kwesi Repeated')).toBe(1)
    expect((await add({ ...one, age: 70 }, { key: 'once' })).statusCode).toBe(422)
  })
})

describe('an identifier', () => {
  it('an identifier belongs to one person, and a second use is refused at its field with that person’s number', async () => {
    const card = { system: 'Ghana Card', value: 'GHA-710000001-5' }
    const { id, number } = await added({
      fullName: 'Afua First',
      sex: 'female',
      age: 25,
      identifiers: [card],
    })
    const nhis = { system: 'NHIS', value: '710-1' }
    const same = { system: 'ghana card', value: 'gha 710000001 5' }
    const refused = await add({ fullName: 'Afua Second', sex: 'female', age: 60, identifiers: [nhis, same] })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
    expect(refused.json().fields).toEqual({
      'identifiers.1.value': [`This ghana card belongs to the person ${number}`],
    })
    const other = await added({ fullName: 'Afua Second', sex: 'female', age: 60, identifiers: [nhis] })
    const changed = await change(other.id, { identifiers: [same] })
    expect(changed.json().fields).toEqual({
      'identifiers.0.value': [`This ghana card belongs to the person ${number}`],
    })
    expect((await read(other.id)).identifiers).toEqual([nhis])
    // The refusal does not reveal the number of a person whom the caller may not see.
    await bookedPerson({ fullName: 'Afua First', gender: 'female', age: 25 }, number)
    const blind = await add(
      { fullName: 'Afua Third', sex: 'female', age: 1, identifiers: [card] },
      { by: elsewhere },
    )
    expect(blind.json().fields).toEqual({
      'identifiers.0.value': ['This Ghana Card belongs to another person'],
    })
    expect((await change(id, { identifiers: [] })).statusCode).toBe(200)
    expect((await change(other.id, { identifiers: [same, nhis] })).statusCode).toBe(200)
    expect((await read(other.id)).identifiers).toEqual([same, nhis])
  })

  it('an identifier that is given to several persons at once belongs to one of them', async () => {
    const people = await Promise.all(
      ['Ato', 'Ebo', 'Fiifi', 'Kobina'].map((name, index) =>
        added({ fullName: `${name} Racing`, sex: 'male', age: 20 + index }),
      ),
    )
    const identifiers = [{ system: 'NHIS', value: '720-1' }]
    const answers = await Promise.all(people.map(({ id }) => change(id, { identifiers })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409)) {
      expect(Object.keys(answer.json().fields)).toEqual(['identifiers.0.value'])
    }
  })
})

describe('a change of the details of a person', () => {
  it('the audit trail says which identifiers were added, changed and removed, and has none of them whole', async () => {
    const [card, folder, short] = ['GHA-711000001-1', 'KB 11/345678', 'A71'].map((value, index) => ({
      system: ['Ghana Card', 'Folder', 'Ward'][index] ?? '',
      value,
    }))
    const { id } = await added({
      fullName: 'Esi Trail',
      sex: 'female',
      age: 30,
      identifiers: [card, folder, short],
    })
    const corrected = { system: 'Ghana Card', value: 'GHA-711000002-3' }
    const more = { system: 'NHIS', value: '71123456' }
    expect((await change(id, { identifiers: [corrected, short, more] })).statusCode).toBe(200)
    const { rows } = await lab.pool.query(
      `select before -> 'identifiers' as before, after -> 'identifiers' as after, a::text as whole from audit a
       where subject_id = $1 and action <> 'person.read' order by position`,
      [id],
    )
    expect(rows.map(({ whole, ...said }) => said)).toEqual([
      {
        before: null,
        after: [
          { system: 'Ghana Card', end: '…-1', now: 'added' },
          { system: 'Folder', end: '…78', now: 'added' },
          { system: 'Ward', end: '…', now: 'added' },
        ],
      },
      {
        before: [
          { system: 'Ghana Card', end: '…-1' },
          { system: 'Folder', end: '…78' },
          { system: 'Ward', end: '…' },
        ],
        after: [
          { system: 'Ghana Card', end: '…-3', now: 'changed' },
          { system: 'Ward', end: '…' },
          { system: 'NHIS', end: '…56', now: 'added' },
        ],
      },
    ])
    expect(rows.map(({ whole }) => whole).join()).not.toMatch(/711000001|345678|A71|711000002|71123456/)
  })

  it('a change of contact details keeps what is left out and audits what changed', async () => {
    const { id } = await added({ ...esi, fullName: 'Esi Changed', phones: ['0247200001'], identifiers: [] })
    const stated = {
      phones: ['020 720 0002', '+233 24 720 0001'],
      language: 'Ga',
      deceased: true,
      diedOn: '2025-12-31',
    }
    const answer = await change(id, stated)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await read(id)).toMatchObject({ ...stated, email: esi.email, note: esi.note, age: 41, version: 2 })
    const { rows } = await lab.pool.query(
      "select before, after from audit where action = 'person.changed' and subject_id = $1",
      [id],
    )
    expect(rows).toEqual([
      {
        before: { phones: ['0247200001'], language: 'Twi', deceased: false, diedOn: null },
        after: stated,
      },
    ])
    expect((await change(id, { deceased: false, phones: [] })).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ deceased: false, diedOn: null, phones: [], phone: '' })
    const wrong = await change(id, { phones: ['12'] })
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ['phones.0']])
  })

  it('a change of contact details applies to joined records, each of which keeps its own', async () => {
    const card = { system: 'Ghana Card', value: 'GHA-730000001-1' }
    const one = await added({ fullName: 'Joined One', sex: 'male', age: 40, phones: ['0247300001'] })
    const two = await added({
      fullName: 'Joined Two',
      sex: 'male',
      age: 40,
      phones: ['0247300002'],
      identifiers: [card],
    })
    await lab.pool.query('update person set replaced_by = $1 where id = $2', [one.id, two.id])
    expect(await read(two.id)).toMatchObject({
      id: one.id,
      phones: ['0247300001', '0247300002'],
      identifiers: [card],
    })
    expect(await reasons('GHA7300000011')).toEqual([[one.id, 'identifier']])
    expect(
      (await change(one.id, { phones: ['0247300002', '0247300003'], identifiers: [card] })).statusCode,
    ).toBe(200)
    expect((await read(one.id)).phones.sort()).toEqual(['0247300002', '0247300003'])
    await lab.pool.query('update person set replaced_by = null where id = $1', [two.id])
    expect(await read(one.id)).toMatchObject({ phones: ['0247300003'], identifiers: [] })
    expect(await read(two.id)).toMatchObject({ phones: ['0247300002'], identifiers: [card] })
  })
})

describe('the search for persons', () => {
  it('the search finds a person by every detail of the record, and says which one matched', async () => {
    const { id, number } = await added({
      fullName: 'Araba Zinabu',
      sex: 'female',
      birth: { date: '1971-11-05', precision: 'day' },
      phones: ['+233 24 740 0951'],
      email: 'araba.z@example.com',
      identifiers: [{ system: 'NHIS', value: '740-55/A' }],
    })
    expect((await change(id, { fullName: 'Araba Quaye' })).statusCode).toBe(200)
    for (const [typed, because] of [
      [number, 'number'],
      ['quaye ar', 'name'],
      ['ZINABU', 'former name'],
      ['araba zin', 'former name'],
      ['024 740 0951', 'phone'],
      ['+233247400951', 'phone'],
      ['024740', 'phone'],
      ['0951', 'phone'],
      ['Araba.Z@example', 'e-mail'],
      ['74055a', 'identifier'],
      ['740-55/A', 'identifier'],
      ['1971-11-05', 'date of birth'],
      ['5 November 1971', 'date of birth'],
      ['05/11/1971', 'date of birth'],
    ] as const) {
      expect(await reasons(typed), typed).toEqual([[id, because]])
    }
    expect(await reasons('11/05/1971')).toEqual([])
  })

  it('the search finds a person by the details of a visit', async () => {
    const id = await bookedPerson({
      fullName: 'Nana Stated',
      contact: '0247410001',
      email: 'nana.s@example.com',
      gender: 'male',
      age: 61,
    })
    const { reference } = (await lab.pool.query('select reference from visit where person_id = $1', [id]))
      .rows[0]
    expect((await change(id, { fullName: 'Nana Record' })).statusCode).toBe(200)
    await lab.pool.query("update person set former_names = '{}' where id = $1", [id])
    for (const [typed, because] of [
      ['stated', 'booked as'],
      ['0247410001', 'phone'],
      ['nana.s@example.com', 'e-mail'],
      [reference, 'reference'],
      ['nana record', 'name'],
    ] as const) {
      expect(await reasons(typed), typed).toEqual([[id, because]])
    }
  })
})
