import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Nonconformity, NonconformityReview } from '#contract/nonconformities.ts'
import { type Bench, openBench } from './bench-tasks.ts'
import { mondayMorning, type Person, type TestApp } from './harness.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let manager: Person
beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin', { fullName: 'Mabel Manager' })
  await lab.pool.query(`update account set permissions = '{nonconformities}' where id = $1`, [rita.accountId])
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const base = '/api/nonconformities'
const report = (body: object = {}, by: Person = hana) =>
  lab.call('POST', base, {
    by,
    body: { kind: 'delay', harm: 'none', description: 'Two hours late', ...body },
  })
const read = async (id: string, by: Person = manager): Promise<Nonconformity> =>
  (await lab.call('GET', `${base}/${id}`, { by })).json()
const reported = async (body: object = {}): Promise<string> => (await report(body)).json().id
const act = (id: string, version: number, by: Person, more: object = {}) =>
  lab.call('PUT', `${base}/${id}/action`, {
    by,
    body: { cause: 'Nobody was told', action: 'A call after 90 minutes', dueOn: null, version, ...more },
  })
const close = (id: string, version: number, by: Person) =>
  lab.call('POST', `${base}/${id}/close`, { by, body: { effectiveness: 'None since', version } })

it('all staff report nonconformities about a visit, a sample or no subject; others cannot', async () => {
  const { visitId } = await bench.started(ama, hana)
  const { rows } = await lab.pool.query(
    `select p.accession, v.reference from sample p join visit v on v.id = p.visit_id where v.id = $1`,
    [visitId],
  )
  const { accession, reference } = rows[0]
  expect(await read(await reported({ visitId }))).toMatchObject({
    ...{
      state: 'open',
      visitId,
      reference,
      accession: null,
      reportedBy: 'Hana Haematologist',
      kind: 'delay',
    },
  })
  expect(await read(await reported({ accession }))).toMatchObject({ visitId: null, reference, accession })
  expect(await read(await reported())).toMatchObject({ visitId: null, reference: null, accession: null })
  for (const by of [ama, undefined]) {
    const refused = await lab.call('POST', base, { ...(by && { by }), body: {} })
    expect([401, 403]).toContain(refused.statusCode)
  }
  const wrong = await report({ visitId: '01900000-0000-7000-8000-0000000000ff' })
  expect([wrong.statusCode, wrong.json().fields]).toEqual([400, { visitId: ['There is no such visit'] }])
  const empty = await report({ description: ' ' })
  expect([empty.statusCode, empty.json().fields]).toEqual([
    400,
    { description: ['What happened is required'] },
  ])
})

it('a nonconformity about a message is reported only by staff who may read messages', async () => {
  const { rows } =
    await lab.pool.query(`insert into contact_message (id, name, email, message, network, received_at, state, signs)
    values (gen_random_uuid(), 'Kofi', 'kofi@example.com', 'I waited', '127.0.0.1', now(), 'open', '{}') returning id`)
  const messageId = rows[0].id
  const refused = await report({ kind: 'complaint', messageId })
  expect([refused.statusCode, refused.json().fields]).toEqual([
    400,
    { messageId: ['There is no such message'] },
  ])
  const { id } = (await report({ kind: 'complaint', messageId }, manager)).json()
  expect(await read(id)).toMatchObject({ messageId, kind: 'complaint' })
})

it('staff with the permission enter cause and corrective action, and another person closes the nonconformity', async () => {
  const id = await reported()
  expect((await act(id, 1, hana)).statusCode).toBe(403)
  const early = await close(id, 1, manager)
  expect([early.statusCode, early.json().message]).toEqual([
    409,
    'Enter the cause and the corrective action first.',
  ])
  expect((await act(id, 1, rita, { dueOn: '2026-03-20' })).statusCode).toBe(200)
  expect(await read(id, rita)).toMatchObject({
    ...{ state: 'acting', cause: 'Nobody was told', actedBy: 'Rita Reviewer', dueOn: '2026-03-20' },
    whyNotClose: 'Another person must close it: you entered the corrective action.',
  })
  expect((await close(id, 2, rita)).statusCode).toBe(409)
  expect((await close(id, 2, manager)).statusCode).toBe(200)
  expect(await read(id)).toMatchObject({
    state: 'closed',
    effectiveness: 'None since',
    closedBy: 'Mabel Manager',
  })
  expect((await act(id, 3, rita)).statusCode).toBe(409)
  const body = { reason: 'It happened again', version: 3 }
  expect((await lab.call('POST', `${base}/${id}/reopen`, { by: rita, body })).statusCode).toBe(200)
  expect(await read(id)).toMatchObject({ state: 'acting', effectiveness: '', closedBy: null })
})

it('the database refuses closure by the person who entered the corrective action', async () => {
  const id = await reported()
  await act(id, 1, rita)
  const statement = `update nonconformity set effectiveness = 'Good', closed_by = acted_by, closed_at = now() where id = $1`
  await expect(lab.pool.query(statement, [id])).rejects.toThrow('nonconformity_closed_by_another')
})

it('of two concurrent changes of a nonconformity one is saved, and the other gets `changed_meanwhile`', async () => {
  const id = await reported()
  const answers = await Promise.all([act(id, 1, rita), act(id, 1, manager)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json().code).toBe('changed_meanwhile')
})

it('a nonconformity is overdue from the day after its due day until it is closed', async () => {
  const id = await reported()
  await act(id, 1, rita, { dueOn: '2026-03-09' })
  expect((await read(id)).overdue).toBe(false)
  await act(id, 2, rita, { dueOn: '2026-03-08' })
  expect((await read(id)).overdue).toBe(true)
  expect((await close(id, 3, manager)).statusCode).toBe(200)
  expect((await read(id)).overdue).toBe(false)
})

it('the monthly review counts reported and closed nonconformities, also of the previous month', async () => {
  const ids = [
    await reported({ kind: 'safety' }),
    await reported({ kind: 'safety', harm: 'done' }),
    await reported({ kind: 'complaint' }),
  ]
  const [before, first] = ids as [string, string]
  await act(first, 1, rita)
  await close(first, 2, manager)
  const setTimes = (id: string | undefined, at: string, closedAt: string | null) =>
    lab.pool.query(
      'update nonconformity set reported_at = $2, closed_at = coalesce($3, closed_at) where id = $1',
      [id, at, closedAt],
    )
  await setTimes(before, '2025-08-31T23:59:59Z', null)
  await setTimes(first, '2025-09-01T10:00:00Z', '2025-09-05T10:00:00Z')
  await setTimes(ids[2], '2025-09-30T10:00:00Z', null)
  const review: NonconformityReview = (
    await lab.call('GET', `${base}/review?month=2025-09`, { by: hana })
  ).json()
  expect(review).toEqual({
    ...{
      month: '2025-09',
      reported: 2,
      withHarm: 1,
      complaints: 1,
      closed: 1,
      medianDays: 4,
      open: 2,
      overdue: 0,
    },
    byKind: [
      { kind: 'safety', reported: 1, monthBefore: 1 },
      { kind: 'complaint', reported: 1, monthBefore: 0 },
    ],
  })
  // At a site in Tokyo the first was reported in September.
  const setZone = (zone: string) => lab.superuser.query('update site set time_zone = $1', [zone])
  await setZone('Asia/Tokyo')
  const inTokyo = await lab.call('GET', `${base}/review?month=2025-09`, { by: hana })
  expect(inTokyo.json()).toMatchObject({ reported: 3, byKind: [{ monthBefore: 0 }, {}] })
  await setZone('Africa/Accra')
})

it('the list of nonconformities is filtered by state and kind, and read page by page with a cursor', async () => {
  const ids = [
    await reported({ kind: 'stock' }),
    await reported({ kind: 'stock' }),
    await reported({ kind: 'stock' }),
  ]
  await act(ids[0] ?? '', 1, rita)
  const list = async (query: string) => (await lab.call('GET', `${base}?${query}`, { by: hana })).json()
  const found = (answer: { rows: { id: string }[] }) => answer.rows.map(({ id }) => id)
  expect(found(await list('kind=stock&state=open'))).toEqual([ids[2], ids[1]])
  expect(found(await list('kind=stock&state=acting'))).toEqual([ids[0]])
  const page = await list('kind=stock&limit=2')
  expect(found(page)).toEqual([ids[2], ids[1]])
  expect(found(await list(`kind=stock&limit=2&cursor=${page.nextCursor}`))).toEqual([ids[0]])
})
