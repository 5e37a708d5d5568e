import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody, separateStarts } from './visits.ts'

let lab: TestApp
let manager: Person
let ama: Person

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin')
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
})
afterAll(() => lab.close())

const nextStart = separateStarts('2026-03-16')
/** Books for Ama's account, and returns the visit's person. */
async function personBooked(details: object): Promise<string> {
  const answer = await lab.call('POST', '/api/labtest/book', {
    by: ama,
    body: {
      ...bookingBody,
      ...nextStart(),
      patientDetails: { ...bookingBody.patientDetails, age: 30, gender: 'female', ...details },
    },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const { id } = answer.json().appointment
  return (await lab.call('GET', `/api/labtest/appointment/${id}/history`, { by: manager })).json().personId
}
const read = (id: string, by = manager) => lab.call('GET', `/api/people/${id}`, { by })
const change = (id: string, body: object, by = manager) =>
  lab.call('PATCH', `/api/people/${id}`, { by, body })
/** A body that changes nothing. */
async function asItIs(id: string) {
  const { fullName, sex, birth, version } = (await read(id)).json()
  return { fullName, sex, birth, version }
}

describe('the record of a person', () => {
  it('the record of a person has number, estimated date of birth, accounts and the visits of every booking', async () => {
    const id = await personBooked({ fullName: 'Ama Mensah' })
    expect(await personBooked({ fullName: 'Ama Mensah' })).toBe(id)
    const record = (await read(id)).json()
    expect(record).toMatchObject({
      fullName: 'Ama Mensah',
      sex: 'female',
      birth: { precision: 'estimated' },
      age: 30,
      formerNames: [],
      accounts: [{ id: ama.accountId, fullName: 'Ama Mensah', kind: 'self' }],
      visits: 2,
      version: 1,
    })
    expect(record.number).toMatch(/^P\d{9}$/)
    const { rows: visits } = (await lab.call('GET', `/api/people/${id}/visits`, { by: manager })).json()
    expect(visits.map(({ fullName }: { fullName: string }) => fullName)).toEqual(['Ama Mensah', 'Ama Mensah'])
  })

  it('the record of a person needs the permission for patients and a site where the person was', async () => {
    const id = await personBooked({ fullName: 'Ama Mensah' })
    expect((await read(id, ama)).statusCode).toBe(403)
    expect((await change(id, await asItIs(id), ama)).statusCode).toBe(403)
    const added = await lab.call('POST', '/api/settings/sites', {
      by: manager,
      body: { name: 'Tema', timeZone: 'Africa/Accra', chairs: 1 },
    })
    const elsewhere = await lab.makeStaff('admin')
    await lab.pool.query('insert into account_site values ($1, $2)', [elsewhere.accountId, added.json().id])
    expect((await read(id, elsewhere)).statusCode).toBe(404)
    expect((await change(id, await asItIs(id), elsewhere)).statusCode).toBe(404)
  })
})

describe('a correction of a person', () => {
  it('a correction of a person keeps the former name and the visits, and is audited', async () => {
    const id = await personBooked({ fullName: 'Adwoa Before' })
    const answer = await change(id, { ...(await asItIs(id)), fullName: 'Adwoa After' })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await read(id)).json()).toMatchObject({
      fullName: 'Adwoa After',
      formerNames: ['Adwoa Before'],
      version: 2,
    })
    const visits = await lab.pool.query('select full_name from visit where person_id = $1', [id])
    expect(visits.rows).toEqual([{ full_name: 'Adwoa Before' }])
    const { rows } = await lab.pool.query(
      "select account_id, before, after from audit where action = 'person.changed' and subject_id = $1",
      [id],
    )
    expect(rows).toEqual([
      {
        account_id: manager.accountId,
        before: { fullName: 'Adwoa Before' },
        after: { fullName: 'Adwoa After' },
      },
    ])
  })

  it('the parts of a name are kept as long as the name, and deleted when it changes', async () => {
    const id = await personBooked({ fullName: 'Efua Parts Owusu' })
    const parts = async () => {
      const { givenNames, familyName } = (await read(id)).json()
      return { givenNames, familyName }
    }
    expect(await parts()).toEqual({ givenNames: '', familyName: '' })
    const known = { givenNames: 'Efua Parts', familyName: 'Owusu' }
    expect((await change(id, { ...(await asItIs(id)), ...known })).statusCode).toBe(200)
    expect((await change(id, { ...(await asItIs(id)), note: 'Another' })).statusCode).toBe(200)
    expect(await parts()).toEqual(known)
    const married = { ...(await asItIs(id)), fullName: 'Efua Mensah' }
    expect((await change(id, { ...married, familyName: 'Mensah' })).statusCode).toBe(200)
    expect(await parts()).toEqual({ givenNames: '', familyName: 'Mensah' })
    await change(id, { ...(await asItIs(id)), fullName: 'Efua Another' })
    expect(await parts()).toEqual({ givenNames: '', familyName: '' })
  })

  it('a corrected date of birth must fit the stated age, and may be known to the day, month or year', async () => {
    const id = await personBooked({ fullName: 'Esi Exact' })
    for (const [stated, stored] of [
      [
        { date: '1995-08-17', precision: 'year' },
        { date: '1995-01-01', precision: 'year' },
      ],
      [
        { date: '1995-08-17', precision: 'month' },
        { date: '1995-08-01', precision: 'month' },
      ],
      [
        { date: '1995-08-17', precision: 'day' },
        { date: '1995-08-17', precision: 'day' },
      ],
    ]) {
      const answer = await change(id, { ...(await asItIs(id)), birth: stated })
      expect(answer.statusCode, answer.body).toBe(200)
      expect((await read(id)).json().birth).toEqual(stored)
    }
    expect((await read(id)).json().age).toBe(30)
  })

  it('a change that contradicts the record of a person needs a confirmation', async () => {
    const id = await personBooked({ fullName: 'Yaa Contradicted' })
    const known = { date: '1995-08-17', precision: 'day' }
    expect((await change(id, { ...(await asItIs(id)), birth: known })).statusCode).toBe(200)
    for (const contradicted of [{ birth: { date: '1995-08-18', precision: 'day' } }, { sex: 'male' }]) {
      const body = { ...(await asItIs(id)), ...contradicted }
      const refused = await change(id, body)
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
      expect((await read(id)).json().version).toBe(body.version)
      expect((await change(id, { ...body, confirmed: true })).statusCode).toBe(200)
      expect((await read(id)).json()).toMatchObject(contradicted)
    }
  })

  it('a change of a person is refused when somebody else changed the person meanwhile', async () => {
    const id = await personBooked({ fullName: 'Akua Meanwhile' })
    const seen = await asItIs(id)
    expect((await change(id, { ...seen, fullName: 'Akua First' })).statusCode).toBe(200)
    const second = await change(id, { ...seen, fullName: 'Akua Second' })
    expect([second.statusCode, second.json().code]).toEqual([409, 'changed_meanwhile'])
    expect((await read(id)).json().fullName).toBe('Akua First')
  })

  it('of two concurrent changes of a person, one is made', async () => {
    const id = await personBooked({ fullName: 'Efua Twice' })
    const seen = await asItIs(id)
    const answers = await Promise.all(
      ['Efua One', 'Efua Two', 'Efua Three'].map((fullName) => change(id, { ...seen, fullName })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect((await read(id)).json().version).toBe(2)
  })

  it('a date of birth in the future and a new estimate are refused at their field', async () => {
    const id = await personBooked({ fullName: 'Afia Wrong' })
    for (const [birth, field] of [
      [{ date: '2027-01-01', precision: 'day' }, 'birth.date'],
      [{ date: '1990-01-01', precision: 'estimated' }, 'birth.precision'],
      [{ date: '1990-02-30', precision: 'day' }, 'birth.date'],
    ] as const) {
      const refused = await change(id, { ...(await asItIs(id)), birth })
      expect(refused.statusCode).toBe(400)
      expect(Object.keys(refused.json().fields)).toEqual([field])
    }
  })

  it('the age of a booking does not overwrite a corrected date of birth', async () => {
    const id = await personBooked({ fullName: 'Kofi Known' })
    const birth = { date: '1995-08-17', precision: 'day' }
    expect((await change(id, { ...(await asItIs(id)), birth })).statusCode).toBe(200)
    const { rows } = await lab.pool.query('select id from visit where person_id = $1', [id])
    const visitId = rows[0].id
    const restate = async (details: object) => {
      const visit = (await lab.call('GET', `/api/labtest/appointment/${visitId}`, { by: ama })).json()
      const answer = await lab.call('PUT', `/api/labtest/update-appointments/${visitId}`, {
        by: ama,
        body: {
          patientDetails: { ...visit.patientDetails, ...details },
          testType: visit.testType,
          scheduledDate: visit.scheduledDate,
          priority: visit.priority,
        },
      })
      expect(answer.statusCode, answer.body).toBe(200)
      return (await lab.pool.query('select person_id from visit where id = $1', [visitId])).rows[0].person_id
    }
    // A corrected name keeps the person; an impossible age belongs to another person.
    expect(await restate({ fullName: 'Kofi Knowne' })).toBe(id)
    expect((await read(id)).json()).toMatchObject({ fullName: 'Kofi Knowne', birth })
    expect(await restate({ age: 60 })).not.toBe(id)
    const kept = await lab.pool.query('select birth_date::text, birth_precision from person where id = $1', [
      id,
    ])
    expect(kept.rows).toEqual([{ birth_date: '1995-08-17', birth_precision: 'day' }])
  })
})
