import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { utcDay } from '#server/platform/clock.ts'
import { analyteOf, type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'
import { textsOf } from './read-pdf.ts'
import { bookingBody, separateStarts } from './visits.ts'

let lab: TestApp
let bench: Bench
let hana: Person
let rita: Person
let manager: Person
let kofi: Person

beforeAll(async () => {
  ;({ lab, bench, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin')
})
afterAll(() => lab.close())
beforeEach(async () => {
  kofi = await lab.signUpPatient({ fullName: 'Kofi Mensah' })
})

const father = { fullName: 'Kofi Mensah', age: 45, gender: 'male' }
const son = { ...father, age: 12 }

const nextStart = separateStarts('2026-04-01')
async function book(details: object, by: Person = kofi, more: object = {}) {
  const answer = await lab.call('POST', '/api/labtest/book', {
    by,
    body: {
      ...bookingBody,
      testType: ['Full Blood Count'],
      ...nextStart(),
      patientDetails: { ...bookingBody.patientDetails, ...details },
      ...more,
    },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().appointment.id as string
}
const walkIn = (details: object, personNumber?: string) =>
  lab.call('POST', '/api/queue/walk-in', {
    by: manager,
    body: {
      patientDetails: { ...bookingBody.patientDetails, ...details },
      testType: ['Full Blood Count'],
      ...(personNumber !== undefined && { personNumber }),
    },
  })
const personOf = async (visitId: string): Promise<string> =>
  (await lab.pool.query('select person_id from visit where id = $1', [visitId])).rows[0].person_id
const numberOf = async (visitId: string): Promise<string> =>
  (await lab.call('GET', `/api/labtest/appointment/${visitId}/history`, { by: manager })).json().personNumber
const update = async (visitId: string, details: object, by: Person = kofi) => {
  const visit = (await lab.call('GET', `/api/labtest/appointment/${visitId}`, { by })).json()
  const answer = await lab.call('PUT', `/api/labtest/update-appointments/${visitId}`, {
    by,
    body: {
      patientDetails: { ...visit.patientDetails, ...details },
      testType: visit.testType,
      scheduledDate: visit.scheduledDate,
      priority: visit.priority,
    },
  })
  expect(answer.statusCode, answer.body).toBe(200)
}
/** A released blood count. */
async function released(by: Person, details: object): Promise<string> {
  const { visitId, task } = await bench.started(by, hana, ['Full Blood Count'], details)
  await bench.enter(task, normalCount, 0, hana)
  await bench.complete(task, hana)
  expect((await bench.release([task], rita)).statusCode).toBe(200)
  return visitId
}

describe('the person of a booking', () => {
  it('a booking is for the account holder or a person the account books for, and the same details give the same person', async () => {
    const own = await personOf(await book(father))
    const child = await personOf(await book({ fullName: 'Esi Mensah', age: 5, gender: 'female' }))
    expect(await personOf(await book({ ...father, age: 46 }))).toBe(own)
    expect(await personOf(await book({ fullName: 'Esi Mensah', age: 6, gender: 'female' }))).toBe(child)
    const { rows } = await lab.pool.query(
      'select person_id, kind, number, granted_by from account_person where account_id = $1 order by number',
      [kofi.accountId],
    )
    expect(rows).toEqual([
      { person_id: own, kind: 'self', number: 1, granted_by: kofi.accountId },
      { person_id: child, kind: 'other', number: 2, granted_by: kofi.accountId },
    ])
  })

  it('a namesake of another age, another spelling or another account is a new person', async () => {
    const own = await personOf(await book(father))
    const child = await personOf(await book(son))
    const others = [
      await personOf(await book({ ...father, fullName: 'KOFI MENSAH' })),
      await personOf(await book(father, await lab.signUpPatient({ fullName: 'Kofi Mensah' }))),
    ]
    expect(new Set([own, child, ...others]).size).toBe(4)
    const { rows } = await lab.pool.query(
      `select after -> 'couldBe' as "couldBe" from audit where action = 'visit.booked' and after ->> 'person' = $1`,
      [child],
    )
    expect(rows).toEqual([{ couldBe: [own] }])
  })

  it('concurrent bookings for a new person insert the person once', async () => {
    const visits = await Promise.all(Array.from({ length: 8 }, () => book(father)))
    const persons = await Promise.all(visits.map(personOf))
    expect(new Set(persons).size).toBe(1)
  })

  it('a change of the only visit corrects its person, unless other visits refer to the person', async () => {
    const typo = await book({ fullName: 'Essi Mensah', age: 5, gender: 'female' })
    const before = await personOf(typo)
    await update(typo, { fullName: 'Esi Mensah' })
    expect(await personOf(typo)).toBe(before)
    const again = await book({ fullName: 'Esi Mensah', age: 5, gender: 'female' })
    expect(await personOf(again)).toBe(before)
    await update(again, { fullName: 'Yaa Mensah' })
    expect(await personOf(again)).not.toBe(before)
    await update(again, { fullName: 'Esi Mensah' })
    expect(await personOf(again)).toBe(before)
  })

  it('only staff name a person by number, and details that do not fit are refused', async () => {
    const number = await numberOf(await book(father))
    expect(number).toMatch(/^P\d{9}$/)
    const typed = ` ${number.toLowerCase().slice(0, 5)}-${number.slice(5)} `
    const known = await walkIn({ ...father, fullName: 'Kofi A. Mensah' }, typed)
    expect(known.statusCode, known.body).toBe(201)
    expect(await numberOf(known.json().visit.id)).toBe(number)
    const fieldsOf = async (details: object, said: string) =>
      (await walkIn(details, said)).json().fields.personNumber[0]
    const differs = 'The person of this number has another sex or age: compare the number digit by digit'
    expect(await fieldsOf(son, number)).toBe(differs)
    expect(await fieldsOf({ ...father, gender: 'female' }, number)).toBe(differs)
    expect(await fieldsOf(father, `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`)).toMatch(
      /no person number/,
    )
    const stranger = await lab.signUpPatient()
    const body = { ...bookingBody, personNumber: number }
    expect((await lab.call('POST', '/api/labtest/book', { by: stranger, body })).statusCode).toBe(403)
    const forOther = { ...bookingBody, patientDetails: { ...bookingBody.patientDetails, ...father } }
    const refused = await lab.call('POST', '/api/labtest/book', {
      by: manager,
      body: { ...forOther, personNumber: number, accountId: stranger.accountId },
    })
    expect(refused.json().fields.personNumber).toEqual(['This account does not book for this person'])
  })
})

describe('earlier results', () => {
  const previousOf = async (task: string) =>
    (analyteOf(await bench.form(task, hana), 'HGB') as { previous?: { value: number } | null })?.previous
  const startedFor = (by: Person, details: object) => bench.started(by, hana, ['Full Blood Count'], details)

  it('a father’s earlier results are not shown for his son of the same name in the same account', async () => {
    await released(kofi, father)
    expect(await previousOf((await startedFor(kofi, son)).task)).toBeNull()
    expect(await previousOf((await startedFor(kofi, { ...father, age: 46 })).task)).toMatchObject({
      value: 12.9,
    })
  })

  it('a walk-in’s earlier results are found by person number, and not for a namesake with the same phone number', async () => {
    const visitId = await released(kofi, father)
    const [known, namesake] = [await walkIn(father, await numberOf(visitId)), await walkIn(father)]
    const taskOf = async (id: string) => {
      const collected = await lab.call('POST', `/api/labtest/appointment/${id}/collect`, {
        by: hana,
        body: { identifiedBy: ['Full name', 'Age'], prepared: 'yes' },
      })
      const [{ accession }] = collected.json().samples
      await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: hana })
      const { rows: tasks } = (
        await lab.call('GET', `/api/Labtask/tasks?search=${accession}`, { by: hana })
      ).json()
      await lab.call('PUT', `/api/Labtask/task/${tasks[0].id}/status`, {
        by: hana,
        body: { status: 'in_progress' },
      })
      return tasks[0].id as string
    }
    const task = await taskOf(known.json().visit.id)
    expect(await previousOf(task)).toMatchObject({ value: 12.9 })
    expect(await previousOf(await taskOf(namesake.json().visit.id))).toBeNull()

    // An account that opens the record sees its values, whether the account or the desk booked the visit.
    await bench.enter(task, normalCount, 0, hana)
    await bench.complete(task, hana)
    expect((await bench.release([task], rita)).statusCode).toBe(200)
    const pointsFor = async (by: Person) =>
      (await lab.call('GET', `/api/labtest/appointment/${visitId}/trends`, { by }))
        .json()
        .find(({ code }: { code: string }) => code === 'HGB').points.length
    expect([await pointsFor(manager), await pointsFor(kofi)]).toEqual([2, 2])
  })
})

describe('the person number', () => {
  it('the person number is on the collection plan, the sample, its label, its task, the worklist and the report', async () => {
    const visit = await released(kofi, father)
    const number = await numberOf(visit)
    const get = (path: string) => lab.call('GET', path, { by: hana })
    const plan = (await get(`/api/labtest/appointment/${visit}/collection`)).json()
    expect(plan.patient.personNumber).toBe(number)
    const [{ accession, patient }] = plan.samples
    expect(patient.personNumber).toBe(number)
    const label = await get(`/api/Labtask/labels.pdf?accessions=${accession}`)
    expect(textsOf(label.rawPayload)).toContain(`${number}, 45 y, male, ${plan.reference}`)
    const { rows: tasks } = (await get(`/api/Labtask/tasks?search=${accession}`)).json()
    expect(tasks.map((task: { patient: object }) => task.patient)).toEqual([
      { fullName: 'Kofi Mensah', age: 45, gender: 'male', personNumber: number },
    ])
    const report = await lab.call('GET', `/api/labtest/appointment/${visit}/report`, { by: kofi })
    expect(report.json().report.patient.personNumber).toBe(number)
    const paper = await lab.call('GET', `/api/labtest/appointment/${visit}/report.pdf`, { by: kofi })
    expect(textsOf(paper.rawPayload)).toContain(`Kofi Mensah  ·  ${number}  ·  ${plan.reference}`)
  })

  it('the person number is one of the two identifiers at collection', async () => {
    const visit = await book({ ...father, age: 50 })
    const path = `/api/labtest/appointment/${visit}`
    await lab.call('POST', `${path}/arrive`, { by: hana })
    const answer = await lab.call('POST', `${path}/collect`, {
      by: hana,
      body: { identifiedBy: ['Full name', 'Person number'], prepared: 'yes' },
    })
    expect(answer.statusCode, answer.body).toBe(201)
  })
})

describe('an upgrade to persons', () => {
  const migration = [
    '0052_persons',
    '0053_person_details',
    '0055_person_contact',
    '0063_unnamed_persons',
    '0065_name_parts',
  ]
    .map((name) => readFileSync(new URL(`../migrations/${name}.sql`, import.meta.url), 'utf8'))
    .join('\n')

  it('an upgrade makes persons from existing visits, by the earlier comparison and fitting ages', async () => {
    const visits = {
      father: await book(father),
      older: await book({ ...father, age: 46 }),
      son: await book(son),
      capitals: await book({ ...father, fullName: 'KOFI MENSAH' }),
      walkIn: (await walkIn({ ...father, fullName: 'Yaw Alone' })).json().visit.id,
      again: (await walkIn({ ...father, fullName: 'Yaw Alone' })).json().visit.id,
      namesake: (await walkIn({ ...father, fullName: 'Yaw Alone', age: 20 })).json().visit.id,
      elsewhere: (await walkIn({ ...father, fullName: 'Yaw Alone', contact: '+233 20 999 9999' })).json()
        .visit.id,
    }
    await lab.superuser.query(`
      alter table visit drop column person_id cascade;
      drop table erasure_wish, erasure_again, legal_hold cascade;
      alter table import_row drop column person_id cascade;
      alter table standing_order drop column person_id cascade;
      alter table clinic_order drop column person_id cascade;
      alter table api_patient drop column person_id cascade;
      create table patient_merge (id uuid, number int, kept_id uuid, other_id uuid, merged_at timestamptz, undone_at timestamptz,
        visits uuid[]);
      alter table account add also_known_as text[] not null default '{}';
      drop table person_join, person_pair, account_person, person_phone, person_identifier;
      alter table emergency_access drop column person_id cascade;
      alter table app_access drop column person_id cascade;
      alter table app_launch drop column person_id cascade;
      drop function records_of_person, current_person;
      drop table person;
      drop function person_words`)
    await lab.superuser.query(`begin; ${migration}; commit`)
    await lab.superuser.query('drop table patient_merge; alter table account drop column also_known_as')
    // The tests after this one read columns of later migrations.
    await lab.superuser.query(`
      alter table person add column forgotten_at timestamptz;
      alter table person_identifier add column id uuid not null default gen_random_uuid(), add column value_hash bytea`)
    await lab.superuser.query(
      'grant select, insert, update on person, account_person, person_phone, person_identifier to public',
    )
    const { rows } = await lab.pool.query(
      `select v.id, p.number, k.kind from visit v join person p on p.id = v.person_id
         left join account_person k on k.person_id = p.id where v.id = any($1)`,
      [Object.values(visits)],
    )
    const of = (id: string) => rows.find((row) => row.id === id)
    const same = (...ids: string[]) => new Set(ids.map((id) => of(id).number)).size === 1
    expect(rows).toHaveLength(8)
    expect(same(visits.father, visits.older, visits.capitals)).toBe(true)
    expect(same(visits.walkIn, visits.again)).toBe(true)
    const apart = [visits.father, visits.son, visits.walkIn, visits.namesake, visits.elsewhere]
    expect(new Set(apart.map((id) => of(id).number)).size).toBe(5)
    // The migration does not guess which of two namesakes is the account holder.
    expect(apart.map((id) => of(id).kind)).toEqual(['other', 'other', null, null, null])
    const { rows: without } = await lab.pool.query(
      `select count(*)::int as n from visit where status <> 'held' and person_id is null`,
    )
    expect(without).toEqual([{ n: 0 }])
  })
})

describe('the search for persons at a desk', () => {
  type Found = Record<'number' | 'fullName' | 'phone', string> & {
    age: number
    bookedAs: string | null
    bookedToday: string | null
  }
  const search = async (typed: string, by: Person = manager) => {
    const answer = await lab.call('GET', `/api/people?${new URLSearchParams({ search: typed })}`, { by })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json() as { people: Found[]; more: boolean }
  }
  const numbersOf = async (typed: string, by?: Person) =>
    (await search(typed, by)).people.map(({ number }) => number)

  it('the search at a desk shows a father and a son of the same name as two persons with their ages, the latest visit first', async () => {
    const [father, son] = [
      { fullName: 'Yaw Findable', age: 45, gender: 'male' },
      { fullName: 'Yaw Findable', age: 12, gender: 'male' },
    ]
    const numbers = [await numberOf(await book(father)), await numberOf(await book(son))]
    const { people, more } = await search('find yaw')
    expect(people.map(({ number }) => number)).toEqual(numbers.toReversed())
    expect(people.map(({ age }) => age)).toEqual([12, 45])
    expect(more).toBe(false)
    expect((await search('yaw findable nobody')).people).toEqual([])
  })

  it('the search at a desk finds walk-ins by number, phone and reference, and two with the same name and phone as two persons', async () => {
    const details = { fullName: 'Abena Twice', age: 30, gender: 'female', contact: '+233 20 555 0199' }
    const [one, other] = [(await walkIn(details)).json(), (await walkIn({ ...details, age: 31 })).json()]
    const number = await numberOf(one.visit.id)
    expect(await numbersOf('020 555 0199')).toEqual([await numberOf(other.visit.id), number])
    expect(await numbersOf(one.visit.reference)).toEqual([number])
    expect(await numbersOf(` ${number.toLowerCase().slice(0, 6)} ${number.slice(6)}`)).toEqual([number])
    const [found] = (await search(number)).people
    expect(found).toMatchObject({ fullName: 'Abena Twice', age: 30, phone: details.contact, bookedAs: null })
  })

  it('the search at a desk finds a woman who changed her name by either name, and lists her once', async () => {
    const number = await numberOf((await walkIn({ fullName: 'Efua Maiden', age: 27 })).json().visit.id)
    expect((await walkIn({ fullName: 'Efua Married', age: 27 }, number)).statusCode).toBe(201)
    expect(await search('Maiden')).toMatchObject({ people: [{ number, bookedAs: null }] })
    expect(await search('Efua Married')).toMatchObject({ people: [{ number, bookedAs: 'Efua Married' }] })
    expect(await numbersOf('Efua')).toEqual([number])
  })

  it('the search at a desk shows a visit of today until it is checked in', async () => {
    const details = { fullName: 'Akua Expected', age: 41, gender: 'female' }
    const today = { scheduledDate: '2026-03-09', scheduleTime: '15:30' }
    const visit = await book(details, kofi, today)
    await book(details, kofi)
    const bookedToday = async () => (await search('akua expected')).people.map((one) => one.bookedToday)
    expect(await bookedToday()).toEqual(['15:30'])
    const arrived = await lab.call('POST', `/api/labtest/appointment/${visit}/arrive`, { by: hana })
    expect(arrived.statusCode, arrived.body).toBe(200)
    expect(await bookedToday()).toEqual([null])
  })

  it('the search at a desk says that there are more results than shown', async () => {
    for (let age = 20; age < 29; age++) await walkIn({ fullName: 'Kwesi Countless', age })
    const { people, more } = await search('countless')
    expect([people.length, more]).toEqual([8, true])
  })

  it('the search at a desk needs the permission to manage patients', async () => {
    const number = await numberOf((await walkIn({ fullName: 'Adjoa Elsewhere', age: 50 })).json().visit.id)
    const path = '/api/people?search=elsewhere'
    expect((await lab.call('GET', path, { by: kofi })).statusCode).toBe(403)
    expect((await lab.call('GET', path)).statusCode).toBe(401)
    const technician = await lab.makeStaff('technician')
    expect((await lab.call('GET', path, { by: technician })).statusCode).toBe(403)
    await lab.pool.query("update account set permissions = '{patients}' where id = $1", [
      technician.accountId,
    ])
    expect(await numbersOf('elsewhere', technician)).toEqual([number])
  })

  it('the search at a desk requires a search text', async () => {
    const answer = await lab.call('GET', '/api/people?search=', { by: manager })
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['search']])
  })
})

describe('a stated date of birth', () => {
  const birthOf = async (visitId: string) =>
    (await lab.call('GET', `/api/people/${await personOf(visitId)}`, { by: manager })).json().birth
  const child = { fullName: 'Esi Mensah', gender: 'female', age: 5 }
  const bornOn = '2020-07-08'
  const day = { date: bornOn, precision: 'day' }

  it('a new person has the stated date of birth, and is found by it and by the age', async () => {
    const first = await book(child, kofi, { bornOn })
    expect(await birthOf(first)).toEqual(day)
    expect(await personOf(await book(child, kofi, { bornOn }))).toBe(await personOf(first))
    expect(await personOf(await book(child))).toBe(await personOf(first))
    const other = await book(child, kofi, { bornOn: '2020-07-09' })
    expect(await personOf(other)).not.toBe(await personOf(first))
  })

  it('a stated date of birth replaces an estimate and is audited', async () => {
    const first = await book(child)
    expect((await birthOf(first)).precision).toBe('estimated')
    const again = await book(child, kofi, { bornOn })
    expect(await personOf(again)).toBe(await personOf(first))
    expect(await birthOf(first)).toEqual(day)
    const { rows } = await lab.pool.query(
      `select account_id as by, after from audit where action = 'person.changed' and subject_id = $1`,
      [await personOf(first)],
    )
    expect(rows).toEqual([{ by: kofi.accountId, after: { birth: day } }])
  })

  it('a stated date of birth that contradicts the age on the day of the visit or the record of a number is refused', async () => {
    const send = (more: object) =>
      lab.call('POST', '/api/labtest/book', {
        by: manager,
        body: {
          ...bookingBody,
          ...nextStart(),
          patientDetails: { ...bookingBody.patientDetails, ...child },
          ...more,
        },
      })
    expect((await send({ bornOn: '2019-01-01' })).json().fields).toEqual({
      bornOn: ['On the day of the visit this makes 7 years, and the age is given as 5'],
    })
    expect((await send({ bornOn: '2030-01-01' })).json().fields).toEqual({
      bornOn: ['This day is after the visit'],
    })
    const personNumber = await numberOf(await book(child, kofi, { bornOn }))
    expect((await send({ bornOn: '2020-07-09', personNumber })).json().fields).toHaveProperty('personNumber')
    expect((await send({ bornOn, personNumber })).statusCode).toBe(201)
  })

  it('a stated date of birth is recorded at a walk-in, also of a newborn', async () => {
    const today = utcDay(lab.clock.now())
    const answer = await lab.call('POST', '/api/queue/walk-in', {
      by: manager,
      body: {
        patientDetails: { ...bookingBody.patientDetails, fullName: 'Baby Mensah', age: 0, gender: 'male' },
        testType: ['Full Blood Count'],
        bornOn: today,
      },
    })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(await birthOf(answer.json().visit.id)).toEqual({ date: today, precision: 'day' })
  })
})
