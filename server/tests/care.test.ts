import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'
import { bookingBody, separateStarts } from './visits.ts'

let lab: TestApp
let bench: Bench
let hana: Person
let rita: Person
let manager: Person
let abena: Person
let yaw: Person

beforeAll(async () => {
  ;({ lab, bench, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin')
})
afterAll(() => lab.close())
beforeEach(async () => {
  abena = await lab.signUpPatient({ fullName: 'Abena Owusu' })
  yaw = await lab.signUpPatient({ fullName: 'Yaw Owusu' })
})

const nextStart = separateStarts('2026-04-01')
const daughter = { fullName: 'Adwoa Owusu', age: 6, gender: 'female' }
const mother = { fullName: 'Abena Owusu', age: 34, gender: 'female' }

const tryBook = (by: Person, details: object, more: object = {}) =>
  lab.call('POST', '/api/labtest/book', {
    by,
    body: {
      ...bookingBody,
      testType: ['Full Blood Count'],
      ...nextStart(),
      patientDetails: { ...bookingBody.patientDetails, ...details },
      ...more,
    },
  })
async function book(by: Person, details: object, more: object = {}): Promise<string> {
  const answer = await tryBook(by, details, more)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().appointment.id
}
const personOf = async (visitId: string): Promise<string> =>
  (await lab.pool.query('select person_id from visit where id = $1', [visitId])).rows[0].person_id
const careOf = async (by: Person) => (await lab.call('GET', '/api/care', { by })).json().people
const visitsOf = async (by: Person): Promise<string[]> =>
  (await lab.call('GET', '/api/labtest/appointments', { by }))
    .json()
    .map(({ id }: { id: string }) => id)
    .sort()
const makeCode = (by: Person, personId: string, kind = 'child') =>
  lab.call('POST', `/api/people/${personId}/carers/code`, { by, body: { kind } })
const codeOf = async (by: Person, personId: string, kind = 'child'): Promise<string> => {
  const made = await makeCode(by, personId, kind)
  expect(made.statusCode, made.body).toBe(201)
  return made.json().code
}
const take = (by: Person, code: string) => lab.call('POST', '/api/care', { by, body: { code } })
const end = (by: Person, personId: string, { accountId }: Person) =>
  lab.call('DELETE', `/api/people/${personId}/carers/${accountId}`, { by })
const actionsOn = async (personId: string): Promise<string[]> =>
  (
    await lab.pool.query(
      "select action from audit where subject_kind = 'person' and subject_id = $1 and action like 'person.c%' order by id",
      [personId],
    )
  ).rows.map(({ action }) => action)

describe('the persons of an account', () => {
  it('the persons of an account are its holder and those it has booked for, with the stated relation', async () => {
    const own = await personOf(await book(abena, mother))
    const child = await personOf(await book(abena, daughter, { relation: 'child', bornOn: '2019-05-04' }))
    expect(await careOf(abena)).toMatchObject([
      {
        id: own,
        fullName: 'Abena Owusu',
        kind: 'self',
        grantedBy: 'holder',
        otherAccounts: [],
        mayShare: true,
      },
      {
        id: child,
        fullName: 'Adwoa Owusu',
        kind: 'child',
        birth: { date: '2019-05-04', precision: 'day' },
        mayShare: true,
      },
    ])
    expect(await careOf(yaw)).toEqual([])
  })

  it('a person is chosen for a visit by id, also under another name, and only by their own account', async () => {
    const child = await personOf(await book(abena, daughter, { relation: 'child' }))
    const renamed = { ...daughter, fullName: 'Adwoa Serwaa Owusu' }
    expect(await personOf(await book(abena, renamed, { personId: child }))).toBe(child)
    const stranger = await tryBook(yaw, daughter, { personId: child })
    expect([stranger.statusCode, Object.keys(stranger.json().fields)]).toEqual([400, ['personId']])
    const other = await tryBook(abena, { ...daughter, age: 40 }, { personId: child })
    expect(other.json().fields.personId[0]).toContain('Adwoa Owusu has another sex or age')
    const desk = await tryBook(manager, daughter, { personId: child })
    expect(desk.statusCode).toBe(400)
  })

  it('the persons of an account include one record of the holder', async () => {
    await book(abena, mother)
    const second = await tryBook(abena, { ...mother, fullName: 'Abena Boateng' }, { relation: 'self' })
    expect(second.json().fields).toHaveProperty('relation')
    expect(await personOf(await book(yaw, { ...mother, fullName: 'Akua' }, { relation: 'self' }))).toBe(
      (await careOf(yaw))[0].id,
    )
    expect(await careOf(yaw)).toMatchObject([{ fullName: 'Akua', kind: 'self' }])
  })
})

describe('the visits that an account opens', () => {
  it('an account has access to all visits of its persons, also to a walk-in that a desk registers by the person number', async () => {
    const own = await personOf(await book(abena, mother))
    const [{ number }] = await careOf(abena)
    const walkIn = await lab.call('POST', '/api/queue/walk-in', {
      by: manager,
      body: {
        patientDetails: { ...bookingBody.patientDetails, ...mother },
        testType: ['Full Blood Count'],
        personNumber: number,
      },
    })
    expect(walkIn.statusCode, walkIn.body).toBe(201)
    const { id } = walkIn.json().visit
    expect(await personOf(id)).toBe(own)
    expect(await visitsOf(abena)).toContain(id)
    expect((await lab.call('GET', `/api/labtest/appointment/${id}`, { by: abena })).statusCode).toBe(200)
    const mine = (await lab.call('GET', '/api/queue/mine', { by: abena })).json()
    expect(mine.places).toHaveLength(1)
    expect((await lab.call('GET', '/api/queue/mine', { by: yaw })).json().places).toEqual([])
  })

  it('an account sees the visits of its persons at two sites, while staff of one site see only those there', async () => {
    const own = await personOf(await book(abena, mother))
    const [{ number }] = await careOf(abena)
    const { rows } = await lab.pool.query('select id from site order by created_at limit 1')
    const added = await lab.call('POST', '/api/settings/sites', {
      by: manager,
      body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 },
    })
    expect(added.statusCode, added.body).toBeLessThan(300)
    const walkIn = await lab.call('POST', '/api/queue/walk-in', {
      by: manager,
      body: {
        siteId: added.json().id,
        patientDetails: { ...bookingBody.patientDetails, ...mother },
        testType: ['Full Blood Count'],
        personNumber: number,
      },
    })
    expect(walkIn.statusCode, walkIn.body).toBe(201)
    expect(await personOf(walkIn.json().visit.id)).toBe(own)
    expect(await visitsOf(abena)).toHaveLength(2)
    const seen = async (site: string) => {
      const staff = await lab.makeStaff('technician')
      await lab.pool.query(`update account set permissions = '{patients}' where id = $1`, [staff.accountId])
      await lab.pool.query('insert into account_site values ($1, $2)', [staff.accountId, site])
      const person = (await lab.call('GET', `/api/people/${own}`, { by: staff })).json()
      const visits = (await lab.call('GET', `/api/people/${own}/visits`, { by: staff })).json().rows
      return [person.number, visits.map(({ site: at }: { site: { name: string } }) => at.name)]
    }
    expect(await seen(added.json().id)).toEqual([number, ['Kumasi']])
    expect(await seen(rows[0].id)).toEqual([number, ['Main laboratory']])
  })

  it('a code shares a person with another account, and ending care revokes access everywhere', async () => {
    const { visitId, task } = await bench.started(abena, hana, ['Full Blood Count'], daughter)
    await bench.enter(task, normalCount, 0, hana)
    await bench.complete(task, hana)
    expect((await bench.release([task], rita)).statusCode).toBe(200)
    const child = await personOf(visitId)
    await lab.call('POST', `/api/people/${child}/carers`, {
      by: manager,
      body: { accountId: abena.accountId, kind: 'child' },
    })
    const open = () =>
      Promise.all(
        [
          lab.call('GET', `/api/labtest/appointment/${visitId}`, { by: yaw }),
          lab.call('GET', `/api/labtest/appointment/${visitId}/report`, { by: yaw }),
          lab.call('GET', `/api/labtest/appointment/${visitId}/trends`, { by: yaw }),
          lab.call('POST', `/api/labtest/appointment/${visitId}/share`, { by: yaw, body: { days: 7 } }),
        ].map(async (answer) => (await answer).statusCode),
      )
    expect(await open()).toEqual([404, 404, 404, 404])

    const code = await codeOf(abena, child)
    const taken = await take(yaw, code.toLowerCase())
    expect(taken.json()).toMatchObject({ personId: child })
    expect(await open()).toEqual([200, 200, 200, 201])
    expect(await visitsOf(yaw)).toEqual([visitId])
    expect(await careOf(yaw)).toMatchObject([
      {
        id: child,
        kind: 'child',
        grantedBy: 'holder',
        otherAccounts: [{ fullName: 'Abena Owusu', kind: 'child' }],
      },
    ])
    const shared = await lab.call('POST', `/api/labtest/appointment/${visitId}/share`, {
      by: yaw,
      body: { days: 7 },
    })
    const token = new URL(shared.json().link).hash.slice('#token='.length)
    const byLink = async () => (await lab.call('POST', '/api/shared', { body: { token } })).statusCode
    expect(await byLink()).toBe(200)

    // A parent cannot end the other parent’s care: the desk does.
    expect((await end(abena, child, yaw)).statusCode).toBe(403)
    expect((await end(manager, child, yaw)).statusCode).toBe(200)
    expect(await open()).toEqual([404, 404, 404, 404])
    expect(await visitsOf(yaw)).toEqual([])
    expect(await byLink()).toBe(404)
    expect((await take(yaw, code)).json().code).toBe('code_invalid')
    expect(await visitsOf(abena)).toContain(visitId)
    expect(await actionsOn(child)).toEqual([
      'person.care_granted',
      'person.code_made',
      'person.care_granted',
      'person.care_ended',
    ])
  })

  it('having booked does not restore access after care ended; messages go to accounts that still care for the person', async () => {
    const visitId = await book(yaw, { ...daughter, email: '' }, { relation: 'child' })
    const child = await personOf(visitId)
    expect((await take(abena, await codeOf(yaw, child))).statusCode).toBe(200)
    expect((await end(yaw, child, yaw)).statusCode).toBe(200)
    expect((await lab.call('GET', `/api/labtest/appointment/${visitId}`, { by: yaw })).statusCode).toBe(404)
    await lab.call('DELETE', `/api/labtest/appointment/${visitId}/cancel`, { by: abena })
    const subjectsTo = async ({ email }: Person) => (await lab.mailsTo(email)).map(({ subject }) => subject)
    expect(await subjectsTo(abena)).toContain('Your laboratory visit is cancelled')
    expect(await subjectsTo(yaw)).toEqual(['Your laboratory visit is booked'])
  })

  it('closing the booking account does not cancel a visit while another account cares for the person', async () => {
    const own = await book(yaw, { ...mother, fullName: 'Yaw Owusu', gender: 'male' })
    const shared = await book(yaw, daughter, { relation: 'child' })
    expect((await take(abena, await codeOf(yaw, await personOf(shared)))).statusCode).toBe(200)
    expect((await lab.call('DELETE', '/api/auth/profile', { by: yaw, body: {} })).statusCode).toBe(200)
    const { rows } = await lab.pool.query('select id, status from visit where id in ($1, $2)', [own, shared])
    expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [own, 'cancelled'],
        [shared, 'booked'],
      ]),
    )
  })
})

describe('a code that opens a record', () => {
  it("a code claims the record of a walk-in for the patient's own account", async () => {
    const walkIn = await lab.call('POST', '/api/queue/walk-in', {
      by: manager,
      body: { patientDetails: { ...bookingBody.patientDetails, ...mother }, testType: ['Full Blood Count'] },
    })
    const { id } = walkIn.json().visit
    const person = await personOf(id)
    const code = await codeOf(manager, person, 'self')
    expect((await take(abena, code)).statusCode).toBe(200)
    expect(await visitsOf(abena)).toEqual([id])
    expect(await careOf(abena)).toMatchObject([{ id: person, kind: 'self', grantedBy: 'holder' }])
    expect(await personOf(await book(abena, { ...mother, age: 35 }))).toBe(person)
  })

  it('a code that opens a record works once, for a week, and guessing is limited', async () => {
    const child = await personOf(await book(abena, daughter, { relation: 'child' }))
    const code = await codeOf(manager, child)
    const both = await Promise.all([take(yaw, code), take(await lab.signUpPatient(), code)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    const late = await codeOf(manager, child)
    await lab.pool.query(
      "update one_time_token set expires_at = $1 where purpose = 'open_person' and used_at is null",
      [lab.clock.now()],
    )
    const stranger = await lab.signUpPatient()
    expect((await take(stranger, late)).statusCode).toBe(400)
    for (let tries = 1; tries < 10; tries += 1) {
      expect((await take(stranger, `0000000${tries}`)).statusCode).toBe(400)
    }
    expect((await take(stranger, '00000000')).statusCode).toBe(429)
    expect(await careOf(stranger)).toEqual([])
  })

  it('a code does not make an account two persons', async () => {
    await book(abena, mother)
    const other = await personOf(await book(yaw, { ...mother, fullName: 'Akua' }, { relation: 'other' }))
    const code = await codeOf(manager, other, 'self')
    expect((await take(abena, code)).json()).toMatchObject({ code: 'not_possible_now' })
    // The refusal does not consume the code.
    expect((await take(yaw, code)).statusCode).toBe(200)
  })

  it('only the person and the parents of a child under age make a code that opens the record', async () => {
    const own = await personOf(await book(abena, mother))
    const parent = await personOf(
      await book(abena, { fullName: 'Nana Owusu', age: 70, gender: 'male' }, { relation: 'parent' }),
    )
    const grown = await personOf(
      await book(abena, { fullName: 'Kojo Owusu', age: 19, gender: 'male' }, { relation: 'child' }),
    )
    const status = async (by: Person, id: string, kind: string) => (await makeCode(by, id, kind)).statusCode
    expect(await status(abena, own, 'other')).toBe(201)
    expect(await status(abena, own, 'self')).toBe(403)
    expect(await status(abena, parent, 'other')).toBe(403)
    expect(await status(abena, grown, 'child')).toBe(403)
    expect(await status(yaw, own, 'other')).toBe(404)
    expect(await status(hana, own, 'self')).toBe(403)
    expect(await status(manager, own, 'self')).toBe(201)
  })

  it('a person ends the care of an account that looks after them', async () => {
    const own = await personOf(await book(abena, mother))
    await take(yaw, await codeOf(abena, own, 'other'))
    expect((await end(yaw, own, abena)).statusCode).toBe(403)
    expect((await end(abena, own, abena)).statusCode).toBe(403)
    expect((await end(abena, own, yaw)).statusCode).toBe(200)
    expect(await careOf(yaw)).toEqual([])
    expect((await end(yaw, own, yaw)).statusCode).toBe(404)
  })
})

describe('a child who has come of age', () => {
  it('a child who has come of age is listed for the laboratory until the care ends', async () => {
    const visit = await book(
      abena,
      { fullName: 'Kojo Owusu', age: 19, gender: 'male' },
      { relation: 'child' },
    )
    await book(abena, daughter, { relation: 'child' })
    const grown = await personOf(visit)
    const listed = async () =>
      (await lab.call('GET', '/api/care/of-age', { by: manager }))
        .json()
        .people.filter(({ carers }: { carers: { accountId: string }[] }) =>
          carers.some(({ accountId }) => accountId === abena.accountId),
        )
    expect(await listed()).toMatchObject([
      { id: grown, carers: [{ accountId: abena.accountId, kind: 'child' }] },
    ])
    // With only the year of birth known, the child may still be a minor.
    const stated = async (date: string) => {
      const { fullName, sex, version } = (
        await lab.call('GET', `/api/people/${grown}`, { by: manager })
      ).json()
      const body = { fullName, sex, version, birth: { date, precision: 'year' }, confirmed: true }
      expect((await lab.call('PATCH', `/api/people/${grown}`, { by: manager, body })).statusCode).toBe(200)
    }
    await stated('2008-01-01')
    expect(await listed()).toEqual([])
    await stated('2007-01-01')
    expect(await listed()).toHaveLength(1)
    expect((await lab.call('GET', '/api/care/of-age', { by: abena })).statusCode).toBe(403)
    expect((await end(manager, grown, abena)).statusCode).toBe(200)
    expect(await listed()).toEqual([])
    expect(await visitsOf(abena)).not.toContain(visit)
  })
})
