import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { EqaResult, EqaRoundDetail } from '#contract/eqa.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'

let lab: TestApp
let hana: Person
let quinn: Person
let manager: Person
/** A quantity, and an analyte whose results are answers in words. */
const number = 'HGB'
let words = ''
let scheme = ''
beforeAll(async () => {
  lab = await openTestApp()
  hana = await lab.makeStaff('technician', { fullName: 'Hana Haematologist' })
  quinn = await lab.makeStaff('technician', { fullName: 'Quinn Quality' })
  manager = await lab.makeStaff('admin', { fullName: 'Mabel Manager' })
  await lab.pool.query(`update account set permissions = '{quality}' where id = $1`, [quinn.accountId])
  words = (await lab.pool.query(`select code from analyte where kind = 'coded' order by code limit 1`))
    .rows[0].code
  const body = { name: 'Chemistry', provider: 'National Reference Laboratory' }
  scheme = (await lab.call('POST', '/api/eqa/schemes', { by: quinn, body })).json().id
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const base = '/api/eqa/rounds'
let made = 0
const body = (more: object = {}) => ({
  schemeId: scheme,
  name: `2026-${++made}`,
  receivedOn: '2026-03-02',
  dueOn: '2026-03-12',
  samples: ['A', 'B'],
  analytes: [number, words],
  ...more,
})
const added = async (more: object = {}): Promise<string> => {
  const answer = await lab.call('POST', base, { by: quinn, body: body(more) })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
const read = async (id: string): Promise<EqaRoundDetail> =>
  (await lab.call('GET', `${base}/${id}`, { by: hana })).json()
const of = (round: EqaRoundDetail, sample: string, analyte: string) =>
  round.list.find((one) => one.sample === sample && one.analyteCode === analyte) as EqaResult
const enter = (id: string, version: number, results: object[], by: Person = hana) =>
  lab.call('PUT', `${base}/${id}/results`, { by, body: { results, version } })
const send = (id: string, version: number, by: Person = quinn) =>
  lab.call('POST', `${base}/${id}/send`, { by, body: { version } })
const assess = (id: string, version: number, results: object[], by: Person = quinn) =>
  lab.call('PUT', `${base}/${id}/assessment`, { by, body: { results, version } })

/** A round that is sent with 12.1, 10 and the answer Positive. */
async function sent(): Promise<EqaRoundDetail> {
  const id = await added()
  const round = await read(id)
  const results = [
    { id: of(round, 'A', number).id, value: 12.1 },
    { id: of(round, 'B', number).id, value: 10 },
    { id: of(round, 'A', words).id, answer: 'Positive' },
  ]
  expect((await enter(id, round.version, results)).statusCode).toBe(200)
  expect((await send(id, round.version + 1)).statusCode).toBe(200)
  return read(id)
}

it('only staff with the permission for quality control set up schemes and rounds, send and assess', async () => {
  const refused = async (method: 'POST' | 'PUT', path: string, sentBody: object) =>
    (await lab.call(method, path, { by: hana, body: sentBody })).statusCode
  expect(await refused('POST', '/api/eqa/schemes', { name: 'X', provider: 'Y' })).toBe(403)
  expect(await refused('POST', base, body())).toBe(403)
  const id = await added()
  expect((await send(id, 1, hana)).statusCode).toBe(403)
  expect((await assess(id, 1, [], hana)).statusCode).toBe(403)
  expect((await lab.call('GET', base, { by: hana })).json().rows[0]).toMatchObject({ id, state: 'open' })
  const twice = { name: 'chemistry', provider: 'Other' }
  expect((await lab.call('POST', '/api/eqa/schemes', { by: manager, body: twice })).json().fields).toEqual({
    name: ['The site has a scheme with this name'],
  })
  const again = await lab.call('POST', base, { by: quinn, body: body({ name: (await read(id)).name }) })
  expect(again.json().fields).toEqual({ name: ['The scheme has a round with this name'] })
  const late = await lab.call('POST', base, { by: quinn, body: body({ dueOn: '2026-03-01' }) })
  expect(late.json().fields).toEqual({ dueOn: ['The due day must not be before the day of receipt'] })
})

it('an ended scheme takes no further rounds', async () => {
  const fields = { name: 'Old scheme', provider: 'P' }
  const { id } = (await lab.call('POST', '/api/eqa/schemes', { by: quinn, body: fields })).json()
  const ended = { ...fields, ended: true, version: 1 }
  expect((await lab.call('PUT', `/api/eqa/schemes/${id}`, { by: quinn, body: ended })).statusCode).toBe(200)
  const stale = await lab.call('PUT', `/api/eqa/schemes/${id}`, { by: quinn, body: ended })
  expect(stale.json().code).toBe('changed_meanwhile')
  const refused = await lab.call('POST', base, { by: quinn, body: body({ schemeId: id }) })
  expect(refused.json().code).toBe('not_possible_now')
})

it('all staff enter numbers or answers, depending on the analyte, until the round is sent', async () => {
  const id = await added()
  const round = await read(id)
  expect(round.list.map(({ sample, analyteCode }) => [sample, analyteCode])).toEqual([
    ['A', number],
    ['A', words],
    ['B', number],
    ['B', words],
  ])
  expect((await send(id, round.version)).json().message).toBe('Enter the results of this round first.')
  const wrong = await enter(id, 1, [{ id: of(round, 'A', number).id, answer: 'Positive' }])
  expect(wrong.json().fields).toEqual({ 'results.0.value': ['Enter a number'] })
  const right = [{ id: of(round, 'A', number).id, value: 12.1 }]
  const both = await Promise.all([enter(id, 1, right), enter(id, 1, right, quinn)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await send(id, 2)).statusCode).toBe(200)
  const after = await read(id)
  expect(after).toMatchObject({ state: 'sent', entered: 1, results: 4, sentBy: 'Quinn Quality' })
  expect((await enter(id, after.version, right)).json().message).toBe(
    'The results of this round have already been sent.',
  )
  const change = `update eqa_result set value = 99 where id = $1`
  await expect(lab.pool.query(change, [of(round, 'A', number).id])).rejects.toThrow('The round was sent')
  const early = `update eqa_result set value = 1, target = 1, assessed_at = now(), assessed_by = $2, entered_at = now(),
    entered_by = $2 where round_id = $1`
  await expect(lab.pool.query(early, [await added(), quinn.accountId])).rejects.toThrow('was not sent')
})

it('a sent round can be opened again with a reason until a result is assessed', async () => {
  const round = await sent()
  const reopen = (version: number) =>
    lab.call('POST', `${base}/${round.id}/reopen`, { by: quinn, body: { reason: 'Sent too early', version } })
  expect((await reopen(round.version)).statusCode).toBe(200)
  expect(await read(round.id)).toMatchObject({ state: 'open', sentAt: null, sentBy: null })
  expect((await send(round.id, round.version + 1)).statusCode).toBe(200)
  const results = [{ id: of(round, 'A', number).id, target: 12, sd: 0.2 }]
  expect((await assess(round.id, round.version + 2, results)).statusCode).toBe(200)
  expect((await reopen(round.version + 3)).json().code).toBe('not_possible_now')
})

it.each([
  [{ target: 12, sd: 0.05 }, 2, 'acceptable'],
  [{ target: 12.2, sd: 0.05 }, -2, 'acceptable'],
  [{ score: 2.01 }, 2.01, 'warning'],
  [{ score: -2.99 }, -2.99, 'warning'],
  [{ score: 3 }, 3, 'failed'],
  [{ target: 12, sd: 0.05, score: -3 }, -3, 'failed'],
  [{ target: 12 }, null, null],
])('the z score of %j is %s: %s', async (assessment, z, verdict) => {
  const round = await sent()
  const results = [{ id: of(round, 'A', number).id, ...assessment }]
  expect((await assess(round.id, round.version, results)).statusCode).toBe(200)
  expect(of(await read(round.id), 'A', number)).toMatchObject({ z, verdict })
})

it('an answer is acceptable if it is the expected one; a result that was not reported is not assessed', async () => {
  const round = await sent()
  const { id: answered } = of(round, 'A', words)
  const wrong = await assess(round.id, round.version, [{ id: answered, target: 1, sd: 1 }])
  expect(wrong.json().fields).toEqual({
    'results.0.target': ['This assessment does not fit the reported result'],
  })
  const missing = await assess(round.id, round.version, [
    { id: of(round, 'B', words).id, expected: 'Positive' },
  ])
  expect(missing.statusCode).toBe(400)
  await assess(round.id, round.version, [{ id: answered, expected: 'positive' }])
  expect(of(await read(round.id), 'A', words)).toMatchObject({ z: null, verdict: 'acceptable' })
  const others = [of(round, 'A', number), of(round, 'B', number)].map(({ id }) => ({ id, score: 0.4 }))
  await assess(round.id, round.version + 1, [{ id: answered, expected: 'Negative' }, ...others])
  expect(await read(round.id)).toMatchObject({ state: 'assessed', failed: 1, warnings: 0 })
})

it('a nonconformity is reported about a failed result only once', async () => {
  const round = await sent()
  const [{ id: failed }, { id: good }] = [of(round, 'A', number), of(round, 'B', number)]
  await assess(round.id, round.version, [
    { id: failed, score: 3.4 },
    { id: good, score: 1 },
  ])
  const report = (id: string) =>
    lab.call('POST', `/api/eqa/results/${id}/nonconformity`, { by: hana, body: {} })
  expect((await report(good)).json().message).toBe('This result has not failed.')
  const both = await Promise.all([report(failed), report(failed)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  const { nonconformity } = of(await read(round.id), 'A', number)
  const shown = (await lab.call('GET', `/api/nonconformities/${nonconformity?.id}`, { by: hana })).json()
  expect(shown).toMatchObject({ kind: 'analysis', state: 'open', reportedBy: 'Hana Haematologist' })
  expect(shown.description).toContain('Chemistry, round')
  expect(shown.description).toContain('z score 3.4')
})

it('an open round whose due day has passed is overdue', async () => {
  const id = await added()
  expect(await read(id)).toMatchObject({ isOverdue: false })
  lab.clock.advance(4 * 86_400_000)
  const fresh = await lab.makeStaff('technician', { fullName: 'Fred Fresh' })
  expect((await lab.call('GET', `${base}/${id}`, { by: fresh })).json()).toMatchObject({ isOverdue: true })
})

it('scores of an analyte are listed latest first, and as CSV', async () => {
  const fields = { name: 'History', provider: 'P' }
  const { id: own } = (await lab.call('POST', '/api/eqa/schemes', { by: quinn, body: fields })).json()
  for (const score of [0.5, -2.5]) {
    const id = await added({ schemeId: own, samples: ['=S1'], analytes: [number], name: `Round ${score}` })
    const [result] = (await read(id)).list
    await enter(id, 1, [{ id: result?.id, value: 13 }])
    await send(id, 2)
    await assess(id, 3, [{ id: result?.id, score }])
    lab.clock.advance(60_000)
  }
  const listed = await lab.call('GET', `/api/eqa/scores?scheme=${own}`, { by: hana })
  expect(listed.json()).toMatchObject({
    analyte: number,
    analytes: [{ code: number }],
    scores: [
      { round: 'Round -2.5', z: -2.5, verdict: 'warning', sentOn: '2026-03-09' },
      { round: 'Round 0.5', z: 0.5, verdict: 'acceptable' },
    ],
  })
  const csv = await lab.call('GET', `/api/eqa/scores.csv?scheme=${own}`, { by: hana })
  expect(csv.headers['content-type']).toContain('text/csv')
  const [head, first, second] = csv.body.split('\r\n')
  expect(head).toContain('scheme,round,sent,sample')
  expect(first).toContain("History,Round -2.5,2026-03-09,'=S1,")
  expect(first).toMatch(/-2\.5,warning$/)
  expect(second).toMatch(/0\.5,acceptable$/)
})
