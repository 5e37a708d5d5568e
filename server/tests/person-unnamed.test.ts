import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverOutbox } from '#server/modules/notifications/index.ts'
import { benchOf, normalCount } from './bench-tasks.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'

let lab: TestApp
let manager: Person
/** A manager limited to a site without patients. */
let elsewhere: Person
const today = '2026-03-09'

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

type Added = { id: string; number: string; message: string }
const add = (body: object, by = manager) => lab.call('POST', '/api/people', { by, body })
const added = async (body: object): Promise<Added> => {
  const answer = await add(body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const read = async (id: string, by = manager) => (await lab.call('GET', `/api/people/${id}`, { by })).json()
const change = async (id: string, changes: object) => {
  const { fullName, sex, birth, version } = await read(id)
  return lab.call('PATCH', `/api/people/${id}`, {
    by: manager,
    body: { fullName, sex, birth, version, confirmed: true, ...changes },
  })
}
const walkIn = (patient: object, more: object = {}, by = manager) =>
  lab.call('POST', '/api/queue/walk-in', {
    by,
    body: { patientDetails: patient, testType: ['Full Blood Count'], ...more },
  })
const walkedIn = async (patient: object, more: object = {}) => {
  const answer = await walkIn(patient, more)
  expect(answer.statusCode, answer.body).toBe(201)
  const { rows } = await lab.pool.query('select id, full_name, person_id from visit where id = $1', [
    answer.json().visit.id,
  ])
  return rows[0] as { id: string; full_name: string; person_id: string }
}
const found = async (typed: string): Promise<{ id: string; because: string; naming: string }[]> =>
  (await lab.call('GET', `/api/people?${new URLSearchParams({ search: typed })}`, { by: manager })).json()
    .people

let mothers = 0
const mother = (fullName = `Ama Mother ${'abcdefghijklmnop'.charAt(mothers++)}`) =>
  added({ fullName, sex: 'female', birth: { date: '1991-05-01', precision: 'day' } })
const man = { age: 40, gender: 'male' }

describe('an unnamed person', () => {
  it('an unnamed person is recorded with sex and age, and is a new person each time', async () => {
    const people = [
      await added({ naming: 'unknown', sex: 'male', age: 40 }),
      await added({ naming: 'unknown', sex: 'male', age: 40 }),
    ]
    const [one, other] = people
    expect(one?.message).toBe(`Unknown male, about 40 has the person number ${one?.number}.`)
    expect(one?.number).not.toBe(other?.number)
    expect(await read(one?.id ?? '')).toMatchObject({
      fullName: 'Unknown male, about 40',
      naming: 'unknown',
      birth: { precision: 'estimated' },
      mother: null,
      babies: [],
    })
    expect((await found('unknown')).map(({ id }) => id)).toEqual(
      expect.arrayContaining(people.map(({ id }) => id)),
    )
  })

  it('an unnamed person walks in without a phone number, and two on one day are two patients', async () => {
    const [one, other] = [
      await walkedIn(man, { naming: 'unknown' }),
      await walkedIn(man, { naming: 'unknown' }),
    ]
    expect([one.full_name, other.full_name]).toEqual(['Unknown male, about 40', 'Unknown male, about 40'])
    expect(one.person_id).not.toBe(other.person_id)
    const list = await lab.call('GET', '/api/patients?search=unknown', { by: manager })
    const listed = list.json().rows.map(({ id }: { id: string }) => id)
    expect(listed).toEqual(expect.arrayContaining([one.person_id, other.person_id]))
    const again = await walkedIn(
      { ...man, fullName: 'Unknown male, about 40' },
      { personNumber: (await read(one.person_id)).number },
    )
    expect(again.person_id).toBe(one.person_id)
  })

  it('a made-up name is never proposed as a duplicate, neither at recording nor by the search', async () => {
    const phones = ['+233 24 800 0001']
    const one = await added({ naming: 'unknown', sex: 'female', age: 30, phones })
    const other = await added({ naming: 'unknown', sex: 'female', age: 30 })
    const third = await added({ naming: 'unknown', sex: 'female', age: 31, phones })
    const typed = await added({ fullName: 'Unknown female, about 30', sex: 'female', age: 30 })
    const asked = await lab.call('POST', '/api/people/duplicates/find', { by: manager })
    expect(asked.statusCode, asked.body).toBe(200)
    const { rows: pairs } = (
      await lab.call('GET', '/api/people/duplicates?limit=100', { by: manager })
    ).json()
    type Pair = { one: { id: string }; other: { id: string }; reasons: string[] }
    const ofThese = (pairs as Pair[]).filter((pair) =>
      [one, other, third, typed].some(({ id }) => id === pair.one.id || id === pair.other.id),
    )
    // The phone number makes them possible duplicates, the name does not.
    expect(ofThese.map(({ one: a, other: b, reasons }) => [[a.id, b.id].sort(), reasons])).toEqual([
      [[one.id, third.id].sort(), ['phone', 'age_and_sex']],
    ])
  })

  it('an unnamed person is named later, and the made-up name can still be searched and stays on the visits', async () => {
    const visit = await walkedIn({ age: 50, gender: 'male' }, { naming: 'unknown' })
    const answer = await change(visit.person_id, { fullName: 'Kwame Known' })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await read(visit.person_id)).toMatchObject({
      fullName: 'Kwame Known',
      naming: 'named',
      formerNames: ['Unknown male, about 50'],
    })
    expect((await found('unknown male 50')).find(({ id }) => id === visit.person_id)).toMatchObject({
      because: 'former name',
      naming: 'named',
    })
    const { rows } = await lab.pool.query('select full_name from visit where id = $1', [visit.id])
    expect(rows).toEqual([{ full_name: 'Unknown male, about 50' }])
  })

  it('the report of an unnamed person keeps the made-up name after naming, and no message is sent', async () => {
    const bench = benchOf(lab)
    const hana = await bench.skilled('Hana Enters')
    const visit = await walkedIn({ age: 45, gender: 'male' }, { naming: 'unknown' })
    const collected = await lab.call('POST', `/api/labtest/appointment/${visit.id}/collect`, {
      by: hana,
      body: { identifiedBy: ['Full name', 'Person number'], prepared: 'yes' },
    })
    expect(collected.statusCode, collected.body).toBe(201)
    const [{ accession }] = collected.json().samples
    await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: hana })
    const list = await lab.call('GET', `/api/Labtask/tasks?search=${accession}`, { by: hana })
    const [{ id: task }] = list.json().rows
    await lab.call('PUT', `/api/Labtask/task/${task}/status`, { by: hana, body: { status: 'in_progress' } })
    await bench.enter(task, normalCount, 0, hana)
    await bench.complete(task, hana)
    expect((await bench.release([task], manager)).statusCode).toBe(200)
    const before = (await bench.report(visit.id, manager)).body
    expect(before).toContain('Unknown male, about 45')
    expect((await change(visit.person_id, { fullName: 'Kwabena Named' })).statusCode).toBe(200)
    expect((await bench.report(visit.id, manager)).body).toBe(before)
    await deliverOutbox(lab.context)
    const { rows } = await lab.pool.query(
      "select distinct kind, state from outbox where payload ->> 'visitId' = $1",
      [visit.id],
    )
    expect(rows).toEqual([])
  })

  it('the made-up name of an unnamed person changes when sex or age are corrected', async () => {
    const { id } = await added({ naming: 'unknown', sex: 'male', age: 20 })
    expect(
      (await change(id, { sex: 'female', birth: { date: '1986-01-01', precision: 'year' } })).statusCode,
    ).toBe(200)
    expect(await read(id)).toMatchObject({
      fullName: 'Unknown female, about 39',
      naming: 'unknown',
      formerNames: ['Unknown male, about 20'],
    })
  })

  it('the name given to the only visit of an unnamed person corrects the person', async () => {
    const visit = await walkedIn({ age: 33, gender: 'male' }, { naming: 'unknown' })
    await lab.pool.query("update visit set status = 'booked', chair = 1 where id = $1", [visit.id])
    const path = `/api/labtest/appointment/${visit.id}`
    const { scheduledDate, testType } = (await lab.call('GET', path, { by: manager })).json()
    const answer = await lab.call('PUT', `/api/labtest/update-appointments/${visit.id}`, {
      by: manager,
      body: {
        patientDetails: { fullName: 'Yaw Found', age: 33, gender: 'male', contact: '+233 24 800 0002' },
        testType,
        scheduledDate,
        reason: 'His brother came',
      },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await read(visit.person_id)).toMatchObject({
      fullName: 'Yaw Found',
      naming: 'named',
      formerNames: ['Unknown male, about 33'],
    })
  })
})

describe('a newborn', () => {
  it('a newborn is recorded by the mother’s number, born today unless another day is given', async () => {
    const ama = await mother()
    const baby = await added({ naming: 'baby', sex: 'female', mother: ama.number })
    const record = await read(baby.id)
    expect(record).toMatchObject({
      fullName: `Baby of ${(await read(ama.id)).fullName}`,
      naming: 'baby',
      birth: { date: today, precision: 'day' },
      birthOrder: null,
      mother: { id: ama.id, number: ama.number },
    })
    expect((await read(ama.id)).babies).toMatchObject([{ id: baby.id, birthOrder: null }])
    expect((await read(baby.id, elsewhere)).mother).toMatchObject({ id: ama.id })
    await walkedIn({ fullName: 'Ama', age: 34, gender: 'female' }, { personNumber: ama.number })
    expect((await read(baby.id, elsewhere)).mother).toBeNull()
  })

  it('newborn twins are numbered, also around midnight, and the first keeps the unnumbered name as a former name', async () => {
    const esi = await mother('Esi Twins')
    const first = await added({ naming: 'baby', sex: 'male', mother: esi.number })
    const twin = { naming: 'baby', sex: 'male', mother: esi.number }
    expect((await add(twin)).json().fields).toEqual({
      birthOrder: [
        `Baby of Esi Twins, born at this time, has the person number ${first.number}. If this is a twin, say which`,
      ],
    })
    const born = { birth: { date: '2026-03-08', precision: 'day' } }
    const second = await added({ ...twin, ...born, birthOrder: 2 })
    expect((await add({ ...twin, birthOrder: 2 })).json().fields).toEqual({
      birthOrder: [`Number 2 is Baby 2 of Esi Twins, who has the person number ${second.number}`],
    })
    expect(await read(first.id)).toMatchObject({
      fullName: 'Baby 1 of Esi Twins',
      birthOrder: 1,
      formerNames: ['Baby of Esi Twins'],
    })
    expect(await read(second.id)).toMatchObject({ fullName: 'Baby 2 of Esi Twins', birthOrder: 2 })
    expect((await read(esi.id)).babies.map(({ id }: Added) => id).sort()).toEqual(
      [first.id, second.id].sort(),
    )
    await lab.call('POST', '/api/people/duplicates/find', { by: manager })
    expect((await lab.call('GET', `/api/people/${first.id}/joins`, { by: manager })).json().couldBe).toEqual(
      [],
    )
    const { rows } = await lab.pool.query(
      "select before, after from audit where action = 'person.changed' and subject_id = $1",
      [first.id],
    )
    expect(rows).toEqual([
      {
        before: { fullName: 'Baby of Esi Twins', birthOrder: null },
        after: { fullName: 'Baby 1 of Esi Twins', birthOrder: 1 },
      },
    ])
    // A year later the mother has another baby.
    await lab.pool.query("update person set birth_date = '2025-03-08' where id = any($1)", [
      [first.id, second.id],
    ])
    expect((await read((await added(twin)).id)).fullName).toBe('Baby of Esi Twins')
  })

  it('joining a newborn that was recorded twice frees its number for the real twin', async () => {
    const efua = await mother('Efua Twice')
    const baby = { naming: 'baby', sex: 'female', mother: efua.number }
    const [first, again] = [await added(baby), await added({ ...baby, birthOrder: 2 })]
    const join = await lab.call('POST', `/api/people/${first.id}/join`, {
      by: manager,
      body: { other: again.id, reason: 'Written down twice', versions: { kept: 2, other: 1 } },
    })
    expect(join.statusCode, join.body).toBe(200)
    const twin = await added({ ...baby, birthOrder: 2 })
    expect((await read(efua.id)).babies.map(({ id }: Added) => id)).toEqual([first.id, twin.id])
    const undone = await lab.call('POST', `/api/people/joins/${join.json().joinId}/undo`, {
      by: manager,
      body: { reason: 'They were three' },
    })
    expect([undone.statusCode, undone.json().code]).toEqual([409, 'not_possible_now'])
    const older = await added({ ...baby, birth: { date: '2025-01-01', precision: 'day' }, birthOrder: 2 })
    expect((await change(older.id, { birth: { date: today, precision: 'day' } })).json().fields).toEqual({
      'birth.date': ['Another baby of this mother has this date of birth and the same number'],
    })
  })

  it('two desks that record a newborn at once record it once', async () => {
    const yaa = await mother()
    const answers = await Promise.all(
      [1, 2, 3].map(() => add({ naming: 'baby', sex: 'male', mother: yaa.number })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400, 400])
  })

  it('a newborn walks in, and keeps the made-up name on the visit and the mother when it is named', async () => {
    const abena = await mother('Abena Walks')
    const visit = await walkedIn(
      { age: 0, gender: 'female' },
      { naming: 'baby', mother: abena.number, birthOrder: 1 },
    )
    expect(visit.full_name).toBe('Baby 1 of Abena Walks')
    expect((await change(visit.person_id, { fullName: 'Panyin Walks' })).statusCode).toBe(200)
    expect(await read(visit.person_id)).toMatchObject({
      naming: 'named',
      birth: { date: today, precision: 'day' },
      birthOrder: 1,
      mother: { id: abena.id },
      formerNames: ['Baby 1 of Abena Walks'],
    })
    const second = await walkedIn(
      { age: 0, gender: 'female' },
      { naming: 'baby', mother: abena.number, birthOrder: 2 },
    )
    expect((await read(abena.id)).babies.map(({ fullName }: { fullName: string }) => fullName)).toEqual([
      'Panyin Walks',
      'Baby 2 of Abena Walks',
    ])
    expect(
      (await change(second.person_id, { birth: { date: today, precision: 'month' } })).json().fields,
    ).toEqual({ 'birth.precision': ['Give the day on which the baby was born'] })
  })

  it('a newborn needs a mother whom the caller may see, who is female and older', async () => {
    const [akua, kofi] = [await mother(), await added({ fullName: 'Kofi Father', sex: 'male', age: 30 })]
    const baby = { naming: 'baby', sex: 'male' }
    for (const [body, by, field] of [
      [{ ...baby }, manager, 'mother'],
      [{ ...baby, mother: 'P000000000' }, manager, 'mother'],
      [{ ...baby, mother: kofi.number }, manager, 'mother'],
      [{ ...baby, mother: akua.number, birth: { date: '1980-01-01', precision: 'day' } }, manager, 'mother'],
      [{ ...baby, mother: akua.number, birth: { date: today, precision: 'month' } }, manager, 'birth.date'],
      [{ ...baby, mother: akua.number, age: 0 }, manager, 'birth.date'],
      [{ ...baby, mother: akua.number, fullName: 'Kojo' }, manager, 'fullName'],
      [{ sex: 'male', age: 3 }, manager, 'fullName'],
      [{ sex: 'male', age: 3, fullName: 'Kojo', mother: akua.number }, manager, 'mother'],
      [{ sex: 'male', age: 3, naming: 'unknown', birthOrder: 1 }, manager, 'birthOrder'],
    ] as const) {
      const answer = await add(body, by)
      expect([answer.statusCode, Object.keys(answer.json().fields)], answer.body).toEqual([400, [field]])
    }
    await walkedIn({ fullName: 'Akua', age: 34, gender: 'female' }, { personNumber: akua.number })
    const refused = await add({ ...baby, mother: akua.number }, elsewhere)
    expect(refused.json().fields).toEqual({
      mother: ['Nobody has this number: give the person number of the mother'],
    })
  })
})

describe('recording a walk-in', () => {
  it('a walk-in with a name needs contact details or a person number', async () => {
    expect((await walkIn({ ...man, fullName: 'Kojo Unreached' })).json().fields).toHaveProperty(
      'patientDetails.contact',
    )
    expect((await walkIn(man)).json().fields).toEqual({
      'patientDetails.fullName': ['Full name is required'],
    })
    const known = await added({ naming: 'unknown', sex: 'male', age: 40 })
    expect(
      (await walkIn(man, { naming: 'unknown', personNumber: known.number })).json().fields,
    ).toHaveProperty('personNumber')
  })
})
