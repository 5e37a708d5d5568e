import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'
import { bookingBody, separateStarts } from './visits.ts'

let lab: TestApp
let bench: Bench
let hana: Person
let rita: Person
let manager: Person
let one: Person
let two: Person
let people = 0

beforeAll(async () => {
  ;({ lab, bench, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin')
})
afterAll(() => lab.close())
beforeEach(async () => {
  one = await patient('Ama Mensah')
  two = await patient('Ama Mensa')
})

const patient = (fullName: string) =>
  lab.signUpPatient({ fullName, email: `joined${++people}@home.test`, phone: '' })

const nextStart = separateStarts('2026-04-01')
async function book(details: object, by: Person = manager): Promise<string> {
  const answer = await lab.call('POST', '/api/labtest/book', {
    by,
    body: {
      ...bookingBody,
      testType: ['Full Blood Count'],
      ...nextStart(),
      patientDetails: { ...bookingBody.patientDetails, ...details },
    },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().appointment.id
}
const ama = { fullName: 'Ama Mensah', age: 34, gender: 'female' }
const amaAgain = { ...ama, fullName: 'Ama Mensa', age: 35 }

/** The record that a visit points to, joined or not. */
const recordOf = async (visitId: string): Promise<string> =>
  (await lab.pool.query('select person_id from visit where id = $1', [visitId])).rows[0].person_id
const get = async (path: string, by: Person = manager) => {
  const answer = await lab.call('GET', `/api/people${path}`, { by })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const post = (path: string, body: object, by: Person = manager) =>
  lab.call('POST', `/api/people${path}`, { by, body })
async function join(kept: string, other: string, by: Person = manager) {
  const { kept: a, other: b } = await get(`/${kept}/join?other=${other}`, by)
  return post(
    `/${kept}/join`,
    { other, reason: 'Registered twice', versions: { kept: a.version, other: b.version } },
    by,
  )
}
async function joined(kept: string, other: string): Promise<string> {
  const answer = await join(kept, other)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().joinId
}
const undo = (id: string, by: Person = manager) =>
  post(`/joins/${id}/undo`, { reason: 'They are sisters' }, by)
async function undone(id: string) {
  const answer = await undo(id)
  expect(answer.statusCode, answer.body).toBe(200)
}
const visitsOf = async (by: Person): Promise<string[]> =>
  (await lab.call('GET', '/api/labtest/appointments', { by }))
    .json()
    .map(({ id }: { id: string }) => id)
    .sort()

/** A released blood count. */
async function released(by: Person, details: object): Promise<string> {
  const { visitId, task } = await bench.started(by, hana, ['Full Blood Count'], details)
  await bench.enter(task, normalCount, 0, hana)
  await bench.complete(task, hana)
  expect((await bench.release([task], rita)).statusCode).toBe(200)
  return visitId
}

describe('joining two records', () => {
  it('a join opens both records to the accounts of either, and notifies each account', async () => {
    const [first, second] = [await released(one, ama), await released(two, amaAgain)]
    const report = async (visitId: string, by: Person) =>
      (await lab.call('GET', `/api/labtest/appointment/${visitId}/report`, { by })).statusCode
    const points = async (visitId: string, by: Person) =>
      (await lab.call('GET', `/api/labtest/appointment/${visitId}/trends`, { by }))
        .json()
        .find(({ code }: { code: string }) => code === 'HGB').points.length
    expect([await report(second, one), await report(first, two)]).toEqual([404, 404])
    const bytes = async () =>
      (await lab.pool.query('select pdf, content::text from report order by site_id, visit_id, version')).rows
    const before = await bytes()

    const former = await recordOf(second)
    const id = await joined(await recordOf(first), former)
    expect([await report(second, one), await report(first, two)]).toEqual([200, 200])
    expect([await points(first, one), await points(second, two), await points(first, manager)]).toEqual([
      2, 2, 2,
    ])
    expect(await visitsOf(two)).toEqual([first, second].sort())
    expect(await bytes()).toEqual(before)
    for (const { email } of [one, two]) {
      expect((await lab.lastMailTo(email)).subject).toBe('Your records were joined')
    }
    const { joins } = await get(`/${await recordOf(first)}/joins`)
    expect(joins).toMatchObject([{ id, fullName: 'Ama Mensa', reason: 'Registered twice', undone: null }])
    // The surviving record has both numbers, and bookings under either name are for this person.
    expect((await get(`/${await recordOf(second)}`)).id).toBe(await recordOf(first))
    expect(await recordOf(await book(amaAgain, one))).toBe(await recordOf(first))

    // A reading by the former id is audited on the surviving record.
    expect((await get(`/${former}/trends`)).length).toBeGreaterThan(0)
    const { rows: noted } = await lab.pool.query(
      "select subject_id from audit where action = 'trends.read' and subject_kind = 'person'",
    )
    expect(noted).toEqual([{ subject_id: await recordOf(first) }])

    const share = await lab.call('POST', `/api/labtest/appointment/${second}/share`, {
      by: one,
      body: { days: 7 },
    })
    const token = new URL(share.json().link).hash.slice('#token='.length)
    const opened = async () => (await lab.call('POST', '/api/shared', { body: { token } })).statusCode
    expect(await opened()).toBe(200)
    await undone(id)
    expect([await report(second, one), await report(first, two), await opened()]).toEqual([404, 404, 404])
    expect([await report(first, one), await report(second, two)]).toEqual([200, 200])
    expect(await bytes()).toEqual(before)
    for (const { email } of [one, two]) {
      expect((await lab.lastMailTo(email)).subject).toBe('Your records were separated again')
    }
    expect((await get(`/${await recordOf(first)}/joins`)).joins).toMatchObject([
      { undone: { reason: 'They are sisters' } },
    ])
    expect((await undo(id)).json().code).toBe('not_possible_now')
    const mine = (await lab.call('GET', '/api/audit/mine', { by: one })).json().rows
    expect(mine.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['person.joined', 'person.parted']),
    )
  })

  it('joining is refused for contradicting, already joined and changed records', async () => {
    const kept = await recordOf(await book(ama, one))
    const child = await recordOf(await book({ ...ama, age: 9 }, one))
    const man = await recordOf(await book({ ...amaAgain, gender: 'male' }, two))
    expect((await get(`/${kept}/join?other=${child}`)).whyNot).toContain('dates of birth contradict')
    expect((await join(kept, child)).json()).toMatchObject({ code: 'not_possible_now' })
    expect((await join(kept, man)).json().message).toContain('as male and one as female')
    expect((await get(`/${kept}/join?other=${kept}`)).whyNot).toBe('These records are joined already.')
    const other = await recordOf(await book(amaAgain, two))
    const body = { other, reason: 'Twice', versions: { kept: 1, other: 1 } }
    expect((await post(`/${kept}/join`, { ...body, reason: ' ' })).json().fields).toHaveProperty('reason')
    expect((await post(`/${kept}/join`, body, one)).statusCode).toBe(403)
    expect((await post(`/${kept}/join`, body, hana)).statusCode).toBe(403)
    expect((await post(`/${kept}/join`, { ...body, versions: { kept: 1, other: 7 } })).json().code).toBe(
      'changed_meanwhile',
    )
    expect(
      (await post(`/${kept}/join`, { ...body, other: '01900000-0000-7000-8000-00000000dead' })).statusCode,
    ).toBe(404)
    const id = await joined(kept, other)
    expect((await post(`/${kept}/join`, body)).json().code).toBe('not_possible_now')
    await undone(id)
  })

  it('joining is refused to staff who do not see all visits of both records', async () => {
    const [first, second] = [await book(ama, one), await book(amaAgain, two)]
    const there = '00000000-0000-7000-8000-000000000077'
    const { rows } = await lab.pool.query('select site_id as here from visit where id = $1', [first])
    await lab.pool.query(
      `insert into site (id, name, time_zone) select $1, 'There', time_zone from site limit 1 on conflict do nothing`,
      [there],
    )
    const elsewhere = await book(amaAgain, two)
    await lab.superuser.query(`set session_replication_role = replica; update visit set site_id = '${there}' where id = '${elsewhere}';
      update visit_test set site_id = '${there}' where visit_id = '${elsewhere}'; set session_replication_role = origin`)
    const staff = await lab.makeStaff('technician')
    await lab.pool.query(`update account set permissions = '{patients}' where id = $1`, [staff.accountId])
    await lab.pool.query('insert into account_site values ($1, $2)', [staff.accountId, rows[0].here])
    const [kept, other] = [await recordOf(first), await recordOf(second)]
    expect((await get(`/${kept}/join?other=${other}`, staff)).whyNot).toContain('not yours')
    expect((await join(kept, other, staff)).json().code).toBe('not_allowed')
    const id = await joined(kept, other)
    expect((await undo(id, staff)).json().code).toBe('not_allowed')
    await undone(id)
  })

  it('concurrent joins of the same records succeed once', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await recordOf(await book(ama, one)), await recordOf(await book(amaAgain, two))]
      const answers = await Promise.all([join(a, b), join(b, a), join(a, b)])
      const codes = answers.map(({ statusCode }) => statusCode).sort()
      expect(codes, answers.map(({ body }) => body).join('\n')).toEqual([200, 409, 409])
      const done = answers.find(({ statusCode }) => statusCode === 200)
      await undone(done?.json().joinId)
    }
  })

  it("a visit that is booked while its person's records are joined belongs to the joined person", async () => {
    const [a, b] = [await recordOf(await book(ama, one)), await recordOf(await book(amaAgain, two))]
    const [answer, visit] = await Promise.all([join(a, b), book(amaAgain, two)])
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await visitsOf(one)).toContain(visit)
    await undone(answer.json().joinId)
    expect(await visitsOf(two)).toContain(visit)
    expect(await visitsOf(one)).not.toContain(visit)
  })
})

/** The answers of the calls that read by person, to staff and to each account, without the versions of records. */
async function answers(accounts: readonly Person[], visits: readonly string[]): Promise<string[]> {
  const { rows } = await lab.pool.query<{ person_id: string }>(
    'select distinct person_id from visit where id = any($1) order by 1',
    [visits],
  )
  const asked: [string, Person][] = [
    ['/api/people?search=chain', manager],
    ...rows.map(({ person_id }): [string, Person] => [`/api/people/${person_id}/trends`, manager]),
    ...visits.flatMap((id): [string, Person][] => [
      [`/api/labtest/appointment/${id}`, manager],
      [`/api/labtest/appointment/${id}/report`, manager],
      [`/api/labtest/appointment/${id}/trends`, manager],
      [`/api/labtest/appointment/${id}/report/standing`, manager],
    ]),
    ...accounts.flatMap((by): [string, Person][] => [
      ['/api/care', by],
      ['/api/labtest/appointments', by],
      ['/api/reports', by],
      ['/api/queue/mine', by],
      ['/api/notifications', by],
      ...visits.flatMap((id): [string, Person][] => [
        [`/api/labtest/appointment/${id}`, by],
        [`/api/labtest/appointment/${id}/report`, by],
        [`/api/labtest/appointment/${id}/trends`, by],
      ]),
    ]),
  ]
  const bodies: string[] = []
  for (const [path, by] of asked) {
    const { statusCode, body } = await lab.call('GET', path, { by })
    bodies.push(`${path} ${statusCode} ${body.replace(/"(requestId|version|at)":("[^"]*"|\d+)/g, '')}`)
  }
  return bodies
}

describe('records in any order of joins', () => {
  it('records that are joined and separated in any order answer every call as before', async () => {
    const accounts = await Promise.all([0, 1, 2].map(() => patient('Ama Chain')))
    const visits: string[] = []
    for (const [index, by] of accounts.entries()) {
      visits.push(await released(by, { ...ama, fullName: `Ama Chain${index}`, age: 34 + (index % 2) }))
    }
    visits.push(await book({ ...ama, fullName: 'Ama Chain Walksin' }))
    const records = await Promise.all(visits.map(recordOf))
    const start = await answers(accounts, visits)
    const step = fc.record({
      kept: fc.nat({ max: records.length - 1 }),
      other: fc.nat({ max: records.length - 1 }),
      undoes: fc.nat({ max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
        const open: string[] = []
        for (const { kept, other, undoes } of steps) {
          const [a, b] = [records[kept] ?? '', records[other] ?? '']
          if ((await get(`/${a}`)).id !== (await get(`/${b}`)).id) open.push(await joined(a, b))
          else if (open.length > 0) await undone(open.splice(undoes % open.length, 1)[0] ?? '')
        }
        if (open.length > 0) expect(await answers(accounts, visits)).not.toEqual(start)
        while (open.length > 0) await undone(open.splice(open.length >> 1, 1)[0] ?? '')
        expect(await answers(accounts, visits)).toEqual(start)
      }),
      { numRuns: 6 },
    )
  }, 120_000)
})

describe('proposed duplicates', () => {
  const find = async () => {
    lab.clock.advance(120_000)
    const asked = await post('/duplicates/find', {})
    expect(asked.statusCode, asked.body).toBe(200)
  }
  const couldBe = async (record: string) =>
    (await get(`/${record}/joins`)).couldBe.map(
      ({ one: a, other: b, reasons }: { one: { id: string }; other: { id: string }; reasons: string[] }) => [
        a.id === record ? b.id : a.id,
        reasons,
      ],
    )

  it('the list of proposed duplicates refuses an invalid cursor', async () => {
    const noId = '-'.repeat(36)
    for (const cursor of ['yesterday', `1_${noId}_${noId}`]) {
      const answer = await lab.call('GET', `/api/people/duplicates?cursor=${cursor}`, { by: manager })
      expect(answer.json().fields).toEqual({ cursor: ['This is not the cursor of a page of this list'] })
    }
  })

  it('duplicates are proposed with reasons, with or without an account, and not again once they are marked as two persons', async () => {
    const efua = { ...ama, fullName: 'Efua Quaye', contact: '024 300 4000', email: '' }
    const own = await recordOf(await book(efua, one))
    const alike = await recordOf(await book({ ...efua, fullName: 'Efua Quay', contact: '+233 24 300 4000' }))
    const walkIn = await recordOf(await book({ ...efua, age: 35 }))
    await book({ ...efua, fullName: 'Nobody Alike', contact: '0209990000' })
    await find()
    expect((await couldBe(own)).sort()).toEqual(
      [
        [walkIn, ['phone', 'name_same', 'age_and_sex']],
        [alike, ['phone', 'name_letter', 'age_and_sex']],
      ].sort(),
    )
    const said = await post('/duplicates/not-same', { one: alike, other: own })
    expect(said.statusCode, said.body).toBe(200)
    await find()
    expect(await couldBe(own)).toEqual([[walkIn, ['phone', 'name_same', 'age_and_sex']]])
    const id = await joined(own, walkIn)
    expect(await couldBe(own)).toEqual([])
    await find()
    await undone(id)
    await find()
    expect((await couldBe(own)).map(([other]: [string]) => other)).toEqual([walkIn])
  })

  it('duplicates are proposed without a common number, and namesakes of one account with another sex or age need a decision', async () => {
    const by = { contact: '', email: 'household@home.test' }
    const father = await recordOf(
      await book({ ...by, fullName: 'Kwabena Poku', age: 45, gender: 'male' }, one),
    )
    const son = await recordOf(await book({ ...by, fullName: 'Kwabena Poku', age: 12, gender: 'male' }, one))
    const woman = await recordOf(
      await book({ ...by, fullName: 'Kwabena Poku', age: 45, gender: 'female' }, one),
    )
    const again = await recordOf(
      await book({ fullName: 'Kwabena Pokuu', age: 46, gender: 'male', contact: '0201112222', email: '' }),
    )
    await find()
    const [age, sex] = ['age_differs', 'sex_differs'].map((reason) => ['account', 'name_same', reason])
    const sorted = (pairs: [string, string[]][]) => pairs.sort(([a], [b]) => (a < b ? -1 : 1))
    expect(sorted(await couldBe(father))).toEqual(
      sorted([
        [again, ['name_letter', 'age_and_sex']],
        [son, age ?? []],
        [woman, sex ?? []],
      ]),
    )
    expect((await couldBe(father))[0]?.[0]).toBe(again)
    expect((await join(father, son)).json().message).toContain('Correct the record that is wrong first.')
    await post('/duplicates/not-same', { one: father, other: son })
    await find()
    expect((await couldBe(son)).map(([other]: [string]) => other)).toEqual([woman])
  })

  it('details shared by more people than live in a household do not make them proposed duplicates', async () => {
    const shared = { gender: 'male', age: 50, contact: '030 277 7777', email: '' }
    const names = ['Abel', 'Bright', 'Caleb', 'Daniel', 'Elias', 'Felix', 'Gideon', 'Henry', 'Isaac']
    const records: string[] = []
    for (const name of names)
      records.push(await recordOf(await book({ ...shared, fullName: `${name} Clinic` })))
    await find()
    expect(await couldBe(records[0] ?? '')).toEqual([])
  })
})
