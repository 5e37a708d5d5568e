import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OwnReport, ReportContent } from '#contract/reports.ts'
import type { Share } from '#contract/sharing.ts'
import type { Trend } from '#contract/trends.ts'
import { days, minutes } from '#server/platform/clock.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import { figure } from './figures.ts'
import { mondayMorning, type Person, type TestApp } from './harness.ts'
import { takeFromAccounts } from './somebody.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let kofi: Person
let hana: Person
let rita: Person
let manager: Person

beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  kofi = await lab.signUpPatient()
  manager = await lab.makeStaff('admin', { fullName: 'Mabel Manager' })
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const count = 'Full Blood Count'
const salts = 'BUE & Cr'

/** Enters, completes and releases a task that is started or open for correction. */
async function finish(task: string, values: object = normalCount): Promise<void> {
  const { resultsRevision } = await bench.form(task, hana)
  const entered = await bench.enter(task, values, resultsRevision, hana)
  expect(entered.statusCode, entered.body).toBe(200)
  await bench.complete(task, hana)
  const released = await bench.release([task], rita)
  expect(released.statusCode, released.body).toBe(200)
}

/** The same with a critical haemoglobin, whose callback is recorded first. */
async function enterCritical(task: string): Promise<void> {
  const entered = await bench.enter(task, { ...normalCount, HGB: 5.1 }, 0, hana)
  for (const { id } of entered.json().form.callbacks) {
    expect((await bench.tell([id], hana)).statusCode).toBe(200)
  }
  await bench.complete(task, hana)
  const released = await bench.release([task], rita)
  expect(released.statusCode, released.body).toBe(200)
}

async function reported(tests: string[] = [count], patient: object = {}) {
  const visit = await bench.started(ama, hana, tests, patient)
  for (const [test, task] of visit.tasks)
    await finish(task, test === salts ? { SODIUM: 140, UREA: 5.1 } : normalCount)
  return visit
}

const path = (visitId: string, rest: string) => `/api/labtest/appointment/${visitId}/${rest}`
const report = async (visitId: string): Promise<ReportContent> =>
  (await bench.report(visitId, ama)).json().report
const pdf = async (visitId: string, version: number, by = ama): Promise<Buffer> =>
  (await lab.call('GET', path(visitId, `report.pdf?version=${version}`), { by })).rawPayload
const verify = async (code: string) => (await lab.call('GET', `/api/verify/${code}`)).json()
const retract = (tasks: string[], reason = 'The wrong tube was measured', by = manager) =>
  lab.call('POST', '/api/Labtask/retract', { by, body: { tasks, reason } })
const testIn = (content: ReportContent, name: string) => content.tests.find((test) => test.name === name)
const valueIn = (content: ReportContent, code: string) =>
  content.tests.flatMap(({ results }) => results).find((result) => result.code === code)

describe('a report', () => {
  it('a report names the requester: the patient, or the account that booked for them', async () => {
    const own = await reported()
    expect((await report(own.visitId)).requestedBy).toBe('The patient')
    const child = await reported([count], { fullName: 'Yaw Mensah', age: 6, gender: 'male' })
    expect((await report(child.visitId)).requestedBy).toBe('Ama Mensah')
  })

  it('a report names rejected samples and the patient’s preparation', async () => {
    const { visitId, task } = await bench.started(ama, hana)
    const { accession } = (await lab.call('GET', `/api/Labtask/task/${task}`, { by: hana })).json()
    await lab.call('POST', `/api/Labtask/sample/${accession}/reject`, {
      by: hana,
      body: { reason: 'Haemolysed', note: 'Pink serum' },
    })
    const body = { identifiedBy: ['Full name', 'Age'], prepared: 'no' }
    const again = (await lab.call('POST', path(visitId, 'collect'), { by: hana, body })).json().samples[0]
    await lab.call('POST', `/api/Labtask/sample/${again.accession}/receive`, { by: hana })
    const list = await lab.call('GET', `/api/Labtask/tasks?search=${again.accession}`, { by: hana })
    const [second] = list.json().rows
    await lab.call('PUT', `/api/Labtask/task/${second.id}/status`, {
      by: hana,
      body: { status: 'in_progress' },
    })
    await finish(second.id)
    expect(testIn(await report(visitId), count)).toMatchObject({
      accession: again.accession,
      prepared: 'no',
      rejected: [{ accession, at: '9 Mar 2026, 08:30', reason: 'Haemolysed: Pink serum' }],
    })
  })

  it('a report marks unconfirmed intervals, and prints units without UCUM code', async () => {
    const { visitId } = await reported([count, salts])
    const content = await report(visitId)
    expect(valueIn(content, 'UREA')).toMatchObject({ unconfirmed: true })
    expect(valueIn(content, 'SODIUM')).toMatchObject({ unconfirmed: false })
    expect(valueIn(content, 'WBC')).toMatchObject({ unit: '10³/µL' })
  })

  it('a report keeps every byte when people leave or tests are renamed, and later versions repeat it', async () => {
    const leaver = await bench.skilled('Lena Leaver')
    const { visitId, tasks } = await bench.started(ama, leaver, [count, salts])
    const [first, second] = [tasks.get(count) ?? '', tasks.get(salts) ?? '']
    await bench.enter(first, normalCount, 0, leaver)
    await bench.complete(first, leaver)
    await bench.release([first], rita)
    const before = { report: (await bench.report(visitId, ama)).body, pdf: await pdf(visitId, 1) }

    const gone = await lab.call('DELETE', `/api/technician/${leaver.accountId}`, { by: manager })
    expect(gone.statusCode, gone.body).toBe(200)
    await lab.pool.query("update account set full_name = 'Somebody Else' where id = $1", [leaver.accountId])
    await lab.pool.query("update laboratory set name = 'Another Laboratory'")
    await lab.pool.query("update analyte set name = 'Hb', unit = 'g/L', decimals = 0 where code = 'HGB'")
    await lab.pool.query("update test set catalogue_name = 'Blood count, full' where code = 'FBC'")
    try {
      expect((await bench.report(visitId, ama)).body).toBe(before.report)
      expect((await pdf(visitId, 1)).equals(before.pdf)).toBe(true)

      await lab.call('PUT', `/api/Labtask/task/${second}/status`, {
        by: hana,
        body: { status: 'in_progress' },
      })
      await finish(second, { SODIUM: 140 })
      const later = await report(visitId)
      expect(later).toMatchObject({ version: 2, laboratory: { name: 'Another Laboratory' } })
      expect(testIn(later, count)).toEqual(JSON.parse(before.report).report.tests[0])
      expect((await pdf(visitId, 1)).equals(before.pdf)).toBe(true)
    } finally {
      await lab.pool.query("update laboratory set name = 'Phial Laboratory'")
      await lab.pool.query("update analyte set name = 'HGB', unit = 'g/dL', decimals = 1 where code = 'HGB'")
      await lab.pool.query("update test set catalogue_name = 'Full Blood Count' where code = 'FBC'")
    }
  })

  it('a report still shows a test under correction when another test is released', async () => {
    const { visitId, tasks } = await bench.started(ama, hana, [count, salts])
    await finish(tasks.get(count) ?? '')
    await bench.correct(tasks.get(count) ?? '', 'To be looked at again', hana)
    await finish(tasks.get(salts) ?? '', { SODIUM: 140 })
    const content = await report(visitId)
    expect(content).toMatchObject({ version: 2, status: 'final', waitingFor: [] })
    expect(valueIn(content, 'HGB')).toMatchObject({ value: '12.9' })
  })
})

describe('a report on paper', () => {
  const standing = (visitId: string, by: Person) => lab.call('GET', path(visitId, 'report/standing'), { by })
  const print = (visitId: string, by: Person) =>
    lab.call('GET', path(visitId, 'report.pdf?purpose=print'), { by })

  it('staff print a released report for a patient without an account', async () => {
    const visit = await bench.started(ama, hana, [count])
    await takeFromAccounts(lab.pool, visit.visitId)
    expect((await standing(visit.visitId, hana)).json()).toEqual({
      report: null,
      confidential: null,
      correction: null,
      resultsTo: null,
    })
    expect((await print(visit.visitId, hana)).statusCode).toBe(404)
    await finish(visit.task)
    expect((await standing(visit.visitId, hana)).json()).toEqual({
      report: { version: 1, status: 'final', issuedAt: '2026-03-09T08:30:00.000Z' },
      confidential: null,
      correction: null,
      resultsTo: null,
    })
    for (const by of [hana, rita, manager]) {
      expect((await print(visit.visitId, by)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    }
    expect((await print(visit.visitId, ama)).statusCode).toBe(404)
  })

  it('a printed report is refused to other patients and to staff of another site', async () => {
    const { visitId } = await reported()
    const elsewhere = await lab.makeStaff('technician', { fullName: 'Tina Kumasi' })
    const added = await lab.call('POST', '/api/settings/sites', {
      by: manager,
      body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 },
    })
    await lab.pool.query('insert into account_site values ($1, $2)', [elsewhere.accountId, added.json().id])
    for (const by of [kofi, elsewhere]) {
      expect((await print(visitId, by)).statusCode).toBe(404)
      expect((await bench.report(visitId, by)).statusCode).toBe(404)
    }
    expect((await standing(visitId, elsewhere)).statusCode).toBe(404)
    for (const by of [ama, kofi]) expect((await standing(visitId, by)).statusCode).toBe(403)
    const { rows } = await lab.pool.query(
      `select account_id from audit where subject_id = $1 and action in ('report.read', 'report.printed')`,
      [visitId],
    )
    expect(rows).toEqual([])
  })
})

describe('the list of a patient’s own reports', () => {
  const own = async (by: Person, query = '') =>
    (await lab.call('GET', `/api/labtest/reports${query}`, { by })).json()

  it('a patient’s reports are listed the latest first, with content and whether they were opened, paged by cursor', async () => {
    const esi = await lab.signUpPatient({ fullName: 'Esi Mensah' })
    const first = await bench.started(esi, hana, [count])
    await finish(first.task)
    lab.clock.advance(minutes(10))
    const second = await bench.started(esi, hana, [count])
    await enterCritical(second.task)
    const list = await own(esi)
    expect(list).toMatchObject({ unopened: 2, nextCursor: null })
    expect(list.rows).toMatchObject([
      { visitId: second.visitId, version: 1, tests: [count], urgent: true, opened: false },
      { visitId: first.visitId, status: 'final', fullName: 'Ama Mensah', urgent: false, opened: false },
    ])
    expect(JSON.stringify(list)).not.toMatch(figure('12.9'))
    const page = await own(esi, '?limit=1')
    const next = await own(esi, `?limit=1&cursor=${page.nextCursor}`)
    expect([...page.rows, ...next.rows]).toEqual(list.rows)
    expect(next.nextCursor).toBeNull()
    for (const { visitId, usual, flagged } of list.rows) {
      const content: ReportContent = (await bench.report(visitId, esi)).json().report
      const results = content.tests.flatMap((test) => test.results)
      expect(usual).toBe(results.filter(({ flag, range }) => flag === '' && range !== '').length)
      expect(flagged).toBe(results.filter(({ flag }) => flag !== '').length)
    }
    expect(list.rows.map(({ flagged }: OwnReport) => flagged > 0)).toEqual([true, false])
  })

  it('a report is marked as opened once its patient has read it, until a later version is issued', async () => {
    const esi = await lab.signUpPatient()
    const { visitId, task } = await bench.started(esi, hana, [count])
    await finish(task)
    await bench.report(visitId, hana)
    expect(await own(esi)).toMatchObject({ unopened: 1, rows: [{ opened: false }] })
    await bench.report(visitId, esi)
    expect(await own(esi)).toMatchObject({ unopened: 0, rows: [{ opened: true }] })
    lab.clock.advance(minutes(10))
    await bench.correct(task, 'Two tubes were swapped', hana)
    await finish(task, { ...normalCount, HGB: 11.9 })
    expect(await own(esi)).toMatchObject({
      unopened: 1,
      rows: [{ version: 2, status: 'corrected', opened: false }],
    })
  })

  it('a patient’s list contains no reports of other patients, and is refused to staff', async () => {
    await reported()
    expect(await own(kofi)).toEqual({ rows: [], unopened: 0, nextCursor: null })
    for (const by of [hana, manager]) {
      expect((await lab.call('GET', '/api/labtest/reports', { by })).statusCode).toBe(403)
    }
    expect((await lab.call('GET', '/api/labtest/reports')).statusCode).toBe(401)
  })
})

describe('a notice of results', () => {
  it('a notice of results links to the report, and is marked as read with it', async () => {
    const esi = await lab.signUpPatient({ email: 'esi@example.com' })
    const [one, other] = [
      await bench.started(esi, hana, [count], { email: 'esi@example.com' }),
      await bench.started(esi, hana, [count], { email: 'esi@example.com' }),
    ]
    await finish(one.task)
    const link = `/patient-dashboard/results?id=${one.visitId}`
    const mails = await lab.mailsTo('esi@example.com')
    expect(mails.at(-1)?.text).toContain(link)
    await finish(other.task)
    await lab.mailsTo('esi@example.com')
    const unreadLinks = async () => {
      const { rows: notices } = (await lab.call('GET', '/api/notifications', { by: esi })).json()
      const unread = notices.filter(({ read }: { read: boolean }) => !read)
      return unread.map((notice: { link: string }) => notice.link)
    }
    expect(await unreadLinks()).toEqual(expect.arrayContaining([link]))
    const before = await unreadLinks()
    const read = (by: Person) =>
      lab.call('POST', '/api/notifications/read', { by, body: { resultsOf: one.visitId } })
    await read(kofi)
    expect(await unreadLinks()).toEqual(before)
    expect((await read(esi)).statusCode).toBe(200)
    expect(await unreadLinks()).toEqual(before.filter((was: string) => was !== link))
    expect(before.length).toBeGreaterThan(1)
  })
})

describe('results that are withdrawn', () => {
  it('withdrawn results have a version without values; the PDF, the message and the verification say so', async () => {
    const { visitId, tasks } = await reported([count, salts], { email: 'withdrawn@example.com' })
    const [paper, bytes] = [await report(visitId), await pdf(visitId, 2)]
    expect((await retract([tasks.get(count) ?? ''], '')).json().fields).toEqual({
      reason: ['Give the reason: the report will carry it'],
    })
    expect((await retract([tasks.get(count) ?? ''])).json()).toEqual({
      message: 'Full Blood Count was withdrawn.',
    })
    const content = await report(visitId)
    expect(content).toMatchObject({ version: 3, status: 'corrected', waitingFor: [] })
    expect(testIn(content, count)).toMatchObject({
      results: [],
      withdrawn: { reason: 'The wrong tube was measured', by: 'Mabel Manager', at: '9 Mar 2026, 08:30' },
    })
    expect(valueIn(content, 'SODIUM')).toMatchObject({ value: '140' })
    expect((await pdf(visitId, 2)).equals(bytes)).toBe(true)
    expect(await verify(paper.code)).toMatchObject({
      status: 'replaced',
      currentVersion: 3,
      withdrawnTests: ['Full Blood Count'],
    })
    const mail = await lab.lastMailTo('withdrawn@example.com')
    expect(mail.subject).toBe('A result was withdrawn')
    expect(mail.text).not.toMatch(/12\.9|blood count|haemoglobin|wrong tube/i)
  })

  it('a report without any remaining result is withdrawn', async () => {
    const { visitId, tasks } = await reported([count, salts])
    const paper = await report(visitId)
    expect(await verify(paper.code)).toMatchObject({ status: 'authentic', withdrawnTests: [] })
    const whole = { tasks: [tasks.get(salts)], wholeReport: true, reason: 'Another person’s blood' }
    expect((await lab.call('POST', '/api/Labtask/retract', { by: manager, body: whole })).json()).toEqual({
      message: '2 tests were withdrawn.',
    })
    const content = await report(visitId)
    expect(content).toMatchObject({ version: 3, status: 'withdrawn' })
    for (const code of [paper.code, content.code])
      expect(await verify(code)).toEqual({
        status: 'withdrawn',
        report: null,
        currentVersion: null,
        withdrawnTests: [],
      })
  })

  it('withdrawn results are deleted at the bench, and new ones show the value reported before', async () => {
    const { visitId, task } = await reported()
    await retract([task])
    const waiting = (await lab.call('GET', '/api/Labtask/release', { by: rita })).json()
    expect(waiting.rows.map((one: { id: string }) => one.id)).not.toContain(task)
    expect((await bench.release([task], rita)).statusCode).toBe(409)
    expect(await bench.form(task, hana)).toMatchObject({
      correctionReason: 'The wrong tube was measured',
      whyNotEnter: null,
    })
    await finish(task, { ...normalCount, HGB: 11.1 })
    const content = await report(visitId)
    expect(content).toMatchObject({ version: 3, status: 'corrected' })
    expect(testIn(content, count)).toMatchObject({
      withdrawn: null,
      correction: { reason: 'The wrong tube was measured', by: 'Rita Reviewer' },
    })
    expect(valueIn(content, 'HGB')).toMatchObject({ value: '11.1', before: '12.9' })
    expect(valueIn(content, 'WBC')).toMatchObject({ value: '6.1', before: null })
  })

  it('results under correction can be withdrawn, unreleased ones cannot, and none twice', async () => {
    const { visitId, task } = await bench.started(ama, hana)
    expect((await retract([task])).json()).toMatchObject({
      code: 'not_possible_now',
      message: expect.stringContaining('only results that a report shows can be withdrawn'),
    })
    await finish(task)
    await bench.correct(task, 'A second look', hana)
    expect((await retract([task])).statusCode).toBe(200)
    expect((await retract([task])).statusCode).toBe(409)
    expect((await bench.correct(task, 'Again', hana)).statusCode).toBe(409)
    expect(await report(visitId)).toMatchObject({ version: 2, status: 'withdrawn' })
  })

  it('withdrawing several tests is all or nothing', async () => {
    const good = await reported()
    const waiting = await bench.started(ama, hana)
    expect((await retract([good.task, waiting.task])).statusCode).toBe(409)
    expect(await report(good.visitId)).toMatchObject({ version: 1, status: 'final' })
  })

  it('only managers withdraw results, and the audit trail has who, when and what', async () => {
    const { task } = await reported()
    for (const by of [hana, rita, ama]) expect((await retract([task], 'No', by)).statusCode).toBe(403)
    await retract([task])
    const { rows } = await lab.pool.query(
      "select account_id, reason, before from audit where action = 'result.retracted' and subject_id = $1",
      [task],
    )
    expect(rows).toMatchObject([
      { account_id: manager.accountId, reason: 'The wrong tube was measured', before: { HGB: 12.9 } },
    ])
  })

  it('a withdrawal in a race with a correction leaves one of them, and the report says which', async () => {
    for (let round = 0; round < 4; round++) {
      const { visitId, task } = await reported()
      const [withdrawn] = await Promise.all([retract([task]), bench.correct(task, 'Swapped', hana)])
      expect(withdrawn.statusCode).toBe(200)
      expect((await report(visitId)).status).toBe('withdrawn')
      expect((await bench.release([task], rita)).statusCode).toBe(409)
    }
  })
})

describe('a link that shows a report', () => {
  const make = async (visitId: string, length = 7, by = ama) =>
    lab.call('POST', path(visitId, 'share'), { by, body: { days: length } })
  const links = async (visitId: string): Promise<Share[]> =>
    (await lab.call('GET', path(visitId, 'share'), { by: ama })).json()
  const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
  let network = 0
  // Each test uses its own network: limits depend on the clock, which each test sets back.
  beforeEach(() => {
    network++
  })
  const from = () => `10.${network}.0.1`
  const open = (token: string) => lab.call('POST', '/api/shared', { body: { token }, from: from() })
  const download = (token: string) =>
    lab.call('POST', '/api/shared/report.pdf', { body: { token }, from: from() })

  it('a share link has its token behind the #, and the database does not store it', async () => {
    const { visitId } = await reported()
    const answer = (await make(visitId)).json()
    const link = new URL(answer.link)
    expect([link.origin, link.pathname, link.search]).toEqual(['http://lab.test', '/shared', ''])
    expect(Buffer.from(tokenOf(answer.link), 'base64url')).toHaveLength(32)
    const { rows } = await lab.pool.query('select s::text from report_share s where id = $1', [
      answer.share.id,
    ])
    expect(JSON.stringify(rows)).not.toContain(tokenOf(answer.link))
    expect((await make(visitId, 8)).json().fields).toEqual({ days: ['Choose 1, 7, 30 days'] })
  })

  it('a share link shows the latest report without an account, and the patient sees each opening', async () => {
    const { visitId, task } = await reported()
    const { link, share } = (await make(visitId)).json()
    expect(share).toMatchObject({ state: 'open', opened: 0, lastOpenedAt: null })
    const shown = await open(tokenOf(link))
    expect(shown.headers['cache-control']).toBe('no-store')
    expect(shown.json()).toMatchObject({
      report: { version: 1, patient: { fullName: 'Ama Mensah' } },
      expiresAt: '2026-03-16T08:30:00.000Z',
    })
    expect((await download(tokenOf(link))).rawPayload.equals(await pdf(visitId, 1))).toBe(true)
    await retract([task])
    lab.clock.advance(minutes(33))
    expect((await open(tokenOf(link))).json().report).toMatchObject({ version: 2, status: 'withdrawn' })
    expect(await links(visitId)).toMatchObject([
      { id: share.id, state: 'open', opened: 2, lastOpenedAt: lab.clock.now().toISOString() },
    ])
    const { rows } = await lab.pool.query(
      "select action, account_id from audit where subject_id = $1 and action like 'share.%' order by id",
      [visitId],
    )
    expect(rows).toEqual([
      { action: 'share.made', account_id: ama.accountId },
      { action: 'share.opened', account_id: null },
      { action: 'share.downloaded', account_id: null },
      { action: 'share.opened', account_id: null },
    ])
  })

  it('a share link that is expired, revoked or of a closed account is answered like an unknown one', async () => {
    const { visitId } = await reported()
    const [short, long] = [(await make(visitId, 1)).json(), (await make(visitId, 30)).json()]
    const wrong = (await open('A'.repeat(43))).json()
    expect(wrong).toMatchObject({ code: 'not_found', message: 'What this link showed was not found' })
    const same = async (token: string) => {
      for (const answer of [await open(token), await download(token)]) {
        expect(answer.statusCode).toBe(404)
        expect(answer.json()).toEqual({ ...wrong, requestId: answer.json().requestId })
      }
    }
    lab.clock.advance(days(1) - 1)
    expect((await open(tokenOf(short.link))).statusCode).toBe(200)
    lab.clock.advance(1)
    await same(tokenOf(short.link))
    expect((await open(tokenOf(long.link))).statusCode).toBe(200)
    await lab.pool.query("update account set status = 'Deactivated', deactivated_at = now() where id = $1", [
      ama.accountId,
    ])
    await same(tokenOf(long.link))
    await lab.pool.query("update account set status = 'Active', deactivated_at = null where id = $1", [
      ama.accountId,
    ])
    const revoke = (id: string, by = ama) => lab.call('DELETE', path(visitId, `share/${id}`), { by })
    expect((await revoke(long.share.id)).json()).toEqual({ message: 'The link shows nothing any more.' })
    await same(tokenOf(long.link))
    expect((await revoke(long.share.id)).statusCode).toBe(404)
    expect((await revoke(short.share.id)).statusCode).toBe(404)
    expect((await links(visitId)).map(({ state, opened }) => [state, opened])).toEqual([
      ['revoked', 1],
      ['expired', 1],
    ])
  })

  it('a share link needs a report, and a visit has at most ten open links, also for concurrent requests', async () => {
    const { visitId, task } = await bench.started(ama, hana)
    expect((await make(visitId)).statusCode).toBe(404)
    await finish(task)
    const made = await Promise.all(Array.from({ length: 12 }, () => make(visitId)))
    expect(made.filter((answer) => answer.statusCode === 201)).toHaveLength(10)
    expect(made.find((answer) => answer.statusCode === 409)?.json().message).toBe(
      'There are 10 open links already: end one of them first.',
    )
  })

  it('openings of share links are rate-limited', async () => {
    const tries = await Promise.all(Array.from({ length: 70 }, (_, number) => open(`guess-${number}`)))
    expect(tries.filter((answer) => answer.statusCode === 429).length).toBeGreaterThanOrEqual(9)
  })
})

describe('trends', () => {
  const trends = async (visitId: string, by = ama): Promise<Trend[]> =>
    (await lab.call('GET', path(visitId, 'trends'), { by })).json()
  const of = (list: Trend[], code: string) => list.find((trend) => trend.code === code)

  it('trends have every released value of a person, oldest first, with its interval', async () => {
    const person = { fullName: 'Trudy Trend' }
    const first = await reported([count], person)
    expect(of(await trends(first.visitId), 'HGB')?.points).toMatchObject([{ value: '12.9', here: true }])
    lab.clock.advance(minutes(20))
    const second = await bench.started(ama, hana, [count], { fullName: 'Trudy Trend', age: 35 })
    await finish(second.task, { ...normalCount, HGB: 10.4 })
    await reported([count], { fullName: 'Somebody Else' })
    const list = await trends(second.visitId)
    expect(of(list, 'HGB')).toMatchObject({ unit: 'g/dL' })
    expect(of(list, 'HGB')?.points).toMatchObject([
      { value: '12.9', flag: '', low: 12, high: 15, here: false },
      { value: '10.4', flag: 'L', range: '12.0–15.0', here: true },
    ])
    await retract([first.task])
    expect(of(await trends(second.visitId), 'HGB')?.points).toMatchObject([{ value: '10.4' }])
  })

  it('results that wait for release have their interval and the last released value of the person', async () => {
    const person = { fullName: 'Wanda Waiting' }
    await reported([count], person)
    lab.clock.advance(minutes(20))
    const { task } = await bench.started(ama, hana, [count], { ...person, age: 35 })
    await bench.enter(task, { ...normalCount, HGB: 10.4 }, 0, hana)
    await bench.complete(task, hana)
    const { rows } = (await lab.call('GET', '/api/Labtask/release', { by: rita })).json()
    const { results } = rows.find(({ id }: { id: string }) => id === task)
    const result = (wanted: string) => results.find(({ code }: { code: string }) => code === wanted)
    expect(result('HGB')).toMatchObject({
      value: '10.4',
      unit: 'g/dL',
      range: '12.0–15.0',
      low: 12,
      high: 15,
      flag: 'L',
      previous: { value: '12.9', number: 12.9, at: new Date(mondayMorning).toISOString() },
    })
    expect(result('WBC')).toMatchObject({ unit: '10³/µL' })
  })

  it('staff with the permission for patients see trends of a person with every quantity of all reports', async () => {
    const bare = (list: Trend[]) => list.map(({ code, points }) => [code, points.length])
    const first = await reported([count], { fullName: 'Perpetua Person' })
    lab.clock.advance(minutes(20))
    await reported([count], { fullName: 'Perpetua Person' })
    const sugar = await bench.started(ama, hana, ['Blood Sugar'], { fullName: 'Perpetua Person', age: 35 })
    const [analyte] = (await bench.form(sugar.task, hana)).analytes
    await finish(sugar.task, { [analyte?.code ?? '']: 5 })
    const { rows } = await lab.pool.query('select person_id from visit where id = $1', [first.visitId])
    const ask = (by: Person) => lab.call('GET', `/api/people/${rows[0].person_id}/trends`, { by })
    const list: Trend[] = (await ask(manager)).json()
    expect(bare(list)).toContainEqual(['HGB', 2])
    expect(bare(list).filter(([, points]) => points === 1)).toHaveLength(1)
    expect(list.flatMap(({ points }) => points).some(({ here }) => here)).toBe(false)
    expect((await ask(ama)).statusCode).toBe(403)
    const trail = await lab.call('GET', `/api/audit?about=${rows[0].person_id}`, { by: manager })
    const actions = trail.json().rows.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['trends.read', 'visit.booked', 'sample.received']))
    expect(trail.body).not.toContain('Somebody Else')
    const { personNumber } = (
      await lab.call('GET', `/api/labtest/appointment/${first.visitId}/history`, { by: manager })
    ).json()
    const byNumber = await lab.call('GET', `/api/audit?about=${personNumber}`, { by: manager })
    // Reading the history is audited too.
    expect(byNumber.json().rows).toHaveLength(trail.json().rows.length + 1)
  })

  it('an account sees the trends of each person whose record it opens, and of nobody else', async () => {
    const { visitId } = await reported([count], { fullName: 'Owusu Own' })
    const { rows } = (await lab.call('GET', '/api/labtest/reports', { by: ama })).json()
    const { personId } = rows.find((own: OwnReport) => own.visitId === visitId)
    const ask = async (by: Person): Promise<Trend[]> =>
      (await lab.call('GET', `/api/care/${personId}/trends`, { by })).json()
    expect(of(await ask(ama), 'HGB')?.points).toMatchObject([{ value: '12.9', here: false }])
    expect(await ask(kofi)).toEqual([])
    expect((await lab.call('GET', `/api/care/${personId}/trends`, { by: hana })).statusCode).toBe(403)
    expect((await lab.call('GET', `/api/care/${personId}/trends`)).statusCode).toBe(401)
  })

  it('a trend restarts when the unit changes', async () => {
    const person = { fullName: 'Una Unit' }
    await reported([count], person)
    await lab.pool.query("update analyte set unit = 'g/L' where code = 'HGB'")
    try {
      const second = await reported([count], person)
      const list = await trends(second.visitId)
      expect(of(list, 'HGB')?.points).toHaveLength(1)
      expect(of(list, 'WBC')?.points).toHaveLength(2)
    } finally {
      await lab.pool.query("update analyte set unit = 'g/dL' where code = 'HGB'")
    }
  })
})

describe('another patient', () => {
  it('reports are refused to other patients and to those not signed in', async () => {
    const { visitId, task } = await reported()
    const made = await lab.call('POST', path(visitId, 'share'), { by: ama, body: { days: 1 } })
    const { id } = made.json().share
    const own = await bench.started(kofi, hana)
    await finish(own.task)
    const calls = [
      ['GET', path(visitId, 'report')],
      ['GET', path(visitId, 'report.pdf')],
      ['GET', path(visitId, 'report.pdf?version=1')],
      ['GET', path(visitId, 'trends')],
      ['GET', path(visitId, 'share')],
      ['POST', path(visitId, 'share'), { days: 1 }],
      ['DELETE', path(visitId, `share/${id}`)],
      // The caller’s own visit with the share link of another patient’s visit.
      ['DELETE', path(own.visitId, `share/${id}`)],
    ] as const
    for (const [method, at, body] of calls) {
      const by = await lab.call(method, at, { by: kofi, ...(body && { body }) })
      expect([method, at, by.statusCode]).toEqual([method, at, 404])
      expect((await lab.call(method, at, body ? { body } : {})).statusCode).toBe(401)
    }
    for (const by of [hana, manager])
      expect((await lab.call('GET', path(visitId, 'share'), { by })).statusCode).toBe(403)
    expect((await lab.call('GET', path(visitId, 'share'), { by: ama })).json()).toMatchObject([
      { id, state: 'open' },
    ])
    expect((await retract([task], 'Mine', kofi)).statusCode).toBe(403)
  })

  it('trends do not mix two patients of the same name and sex', async () => {
    const person = { fullName: 'Twice Named' }
    await reported([count], person)
    const theirs = await bench.started(kofi, hana, [count], person)
    await finish(theirs.task, { ...normalCount, HGB: 14.4 })
    const trends = (await lab.call('GET', path(theirs.visitId, 'trends'), { by: kofi })).json() as Trend[]
    expect(trends.find(({ code }) => code === 'HGB')?.points).toMatchObject([{ value: '14.4' }])
  })
})
