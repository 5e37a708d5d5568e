import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ResultLink } from '#contract/result-links.ts'
import { days, minutes } from '#server/platform/clock.ts'
import { type Bench, benchOf, normalCount } from './bench-tasks.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { textsOf } from './read-pdf.ts'
import { pdfFile } from './sample-files.ts'
import { type Gateway, openGateway } from './sms-gateway.ts'

let lab: TestApp
let bench: Bench
let gateway: Gateway
let ama: Person
let hana: Person
let rita: Person
let manager: Person

beforeAll(async () => {
  gateway = await openGateway()
  lab = await openTestApp({ settings: { SMS_URL: gateway.url, SMS_TOKEN: 'x'.repeat(32) } })
  bench = benchOf(lab)
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  hana = await bench.skilled('Hana Haematologist')
  rita = await bench.skilled('Rita Reviewer')
  manager = await lab.makeStaff('admin')
})
let network = 0
beforeEach(() => {
  lab.clock.set(mondayMorning)
  network++
})
afterAll(async () => {
  await lab.close()
  await gateway.close()
})

const phone = '+233 24 123 4567'
const born = '1991-05-04'
const path = (visitId: string, rest = '') => `/api/labtest/appointment/${visitId}/result-links${rest}`
const from = () => `10.1.${network}.1`

async function finish(task: string, values: object = normalCount) {
  const { resultsRevision } = await bench.form(task, hana)
  const entered = await bench.enter(task, values, resultsRevision, hana)
  expect(entered.statusCode, entered.body).toBe(200)
  await bench.complete(task, hana)
  const released = await bench.release([task], rita)
  expect(released.statusCode, released.body).toBe(200)
}

/** A visit with a person of its own and of no account; the day of birth is recorded unless `birth` is null. */
async function started(birth: string | null = born) {
  const visit = await bench.started(ama, hana, ['Full Blood Count'], { contact: phone })
  const person = crypto.randomUUID()
  await lab.superuser.query(
    `insert into person (id, full_name, sex, birth_date, birth_precision, created_at)
      values ($1, 'Ama Mensah', 'female', $2, $3, now())`,
    [person, birth ?? '1991-01-01', birth === null ? 'estimated' : 'day'],
  )
  await lab.superuser.query('update visit set person_id = $1, account_id = null where id = $2', [
    person,
    visit.visitId,
  ])
  return visit
}

async function reported(birth: string | null = born) {
  const visit = await started(birth)
  await finish(visit.task)
  return visit
}

const give = (visitId: string, body: object = { way: 'whatsapp', phone }, by: Person | undefined = hana) =>
  lab.call('POST', path(visitId), { by, body })
const list = async (visitId: string) =>
  (await lab.call('GET', path(visitId), { by: hana })).json() as {
    links: ResultLink[]
    whyNotLink: string | null
  }
const tokenIn = (text: string) => /#k=([0-9A-Z]{26})\b/.exec(text)?.[1] ?? ''
const givenToken = async (visitId: string) => {
  const answer = await give(visitId)
  expect(answer.statusCode, answer.body).toBe(201)
  return tokenIn(decodeURIComponent(answer.json().whatsapp))
}
const ask = (token: string) => lab.call('POST', '/api/result/ask', { body: { token }, from: from() })
const open = (token: string, answer: object = { birth: born }) =>
  lab.call('POST', '/api/result', { body: { token, ...answer }, from: from() })
const pdf = (token: string, answer: object = { birth: born }) =>
  lab.call('POST', '/api/result/report.pdf', { body: { token, ...answer }, from: from() })
const slip = (visitId: string, paper = 'thermal', by: Person | undefined = hana) =>
  lab.call('POST', `/api/labtest/appointment/${visitId}/result-slip.pdf`, { by, body: { paper } })

const codeOn = (texts: readonly string[]) =>
  texts.find((text) => /^[0-9A-Z]{4} [0-9A-Z]{4}$/.test(text)) ?? ''

const audited = async (visitId: string) =>
  (
    await lab.pool.query(
      "select action, account_id from audit where subject_id = $1 and action like 'result_link.%' order by id",
      [visitId],
    )
  ).rows

describe('a link to a report', () => {
  it('opens after the date of birth, and shows the report and its PDF', async () => {
    const { visitId } = await reported()
    const token = await givenToken(visitId)
    expect((await ask(token)).json()).toMatchObject({ birth: true, code: false, triesLeft: 5 })
    const opened = await open(token)
    expect(opened.headers['cache-control']).toBe('no-store')
    expect(opened.json()).toMatchObject({ state: 'ready', report: { patient: { fullName: 'Ama Mensah' } } })
    expect((await pdf(token)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await audited(visitId)).toEqual([
      { action: 'result_link.made', account_id: hana.accountId },
      { action: 'result_link.opened', account_id: null },
      { action: 'result_link.downloaded', account_id: null },
    ])
    expect((await list(visitId)).links).toMatchObject([{ way: 'whatsapp', state: 'open', opened: 1 }])
  })

  it('gives a PDF that is embedded in the report', async () => {
    const { visitId, task } = await started()
    const file = await lab.call('POST', `/api/Labtask/task/${task}/attachments`, {
      by: hana,
      body: pdfFile(),
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'print.pdf' },
    })
    const { id } = file.json().attachment
    await lab.call('PUT', `/api/Labtask/attachment/${id}/report`, { by: hana, body: { inReport: true } })
    await finish(task)
    const token = await givenToken(visitId)
    expect((await pdf(token, { birth: born, file: id })).rawPayload.equals(pdfFile())).toBe(true)
    expect((await pdf(token, { birth: '1990-01-01', file: id })).statusCode).toBe(400)
    expect((await pdf(token, { birth: born, file: visitId })).statusCode).toBe(404)
  })

  it('has its secret behind the #, and neither the database nor the audit trail has it', async () => {
    const { visitId } = await reported()
    const { whatsapp } = (await give(visitId)).json()
    const text = decodeURIComponent(whatsapp.replace(/^.*\?text=/, ''))
    const token = tokenIn(text)
    expect(whatsapp).toMatch(/^https:\/\/wa\.me\/233241234567\?text=/)
    expect(text).toContain(`http://lab.test/result#k=${token}`)
    for (const word of ['Ama', 'Mensah', 'Blood', 'HGB']) expect(text).not.toContain(word)
    for (const table of ['result_link', 'audit', 'outbox']) {
      const { rows } = await lab.pool.query(`select t::text from ${table} t`)
      expect(JSON.stringify(rows)).not.toContain(token)
    }
  })

  it('goes out by SMS without a name, a test or a result, and the outbox forgets its secret', async () => {
    const { visitId } = await reported()
    const answer = await give(visitId, { way: 'sms', phone })
    expect(answer.statusCode, answer.body).toBe(201)
    await lab.mailsTo('nobody@example.com')
    const [sms] = [...gateway.sent.values()].slice(-1)
    expect(sms?.to).toBe('+233241234567')
    for (const word of ['Ama', 'Mensah', 'Blood']) expect(sms?.text).not.toContain(word)
    expect((await open(tokenIn(sms?.text ?? ''))).statusCode).toBe(200)
    const { rows } = await lab.pool.query("select o::text from outbox o where kind = 'result_link'")
    expect(JSON.stringify(rows)).not.toContain(tokenIn(sms?.text ?? ''))
  })

  it('is not sent to a number whose owner has answered STOP', async () => {
    const { visitId } = await reported()
    await lab.pool.query("insert into sms_stop (phone, at) values ('+233241234567', now())")
    const answer = await give(visitId, { way: 'sms', phone })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toContain('STOP')
    await lab.pool.query('delete from sms_stop')
  })

  it('is locked after five wrong answers, and only a new one from the desk opens', async () => {
    const { visitId } = await reported()
    const token = await givenToken(visitId)
    for (const left of [4, 3, 2, 1]) {
      const wrong = await open(token, { birth: '1990-01-01' })
      expect(wrong.statusCode).toBe(400)
      expect(wrong.json().fields.birth[0]).toContain(left === 1 ? 'One try is' : `${left} tries are`)
    }
    expect((await open(token, { birth: '1990-01-01' })).json().code).toBe('not_possible_now')
    expect((await open(token)).json().code).toBe('not_possible_now')
    expect((await ask(token)).json().code).toBe('not_possible_now')
    expect((await pdf(token)).statusCode).toBe(409)
    expect((await list(visitId)).links[0]?.state).toBe('locked')
    expect((await audited(visitId)).at(-1)).toEqual({ action: 'result_link.locked', account_id: null })
    expect((await open(await givenToken(visitId))).statusCode).toBe(200)
  })

  it('takes five answers even if many come at once', async () => {
    const { visitId } = await reported()
    const token = await givenToken(visitId)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        open(token, { birth: `1980-01-${String(index + 1).padStart(2, '0')}` }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(4)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(16)
  })

  it('gets its five tries back with a right answer', async () => {
    const { visitId } = await reported()
    const token = await givenToken(visitId)
    for (let round = 0; round < 2; round++) {
      for (let wrong = 0; wrong < 4; wrong++) await open(token, { birth: '1990-01-01' })
      expect((await open(token)).statusCode).toBe(200)
    }
  })

  it('is ended by a new one, by staff, and after 30 days, and is then answered like an unknown one', async () => {
    const { visitId } = await reported()
    const unknown = (await open('A'.repeat(26))).json()
    expect(unknown.code).toBe('not_found')
    const same = async (token: string) => {
      for (const answer of [await open(token), await pdf(token), await ask(token)])
        expect(answer.json()).toEqual({ ...unknown, requestId: answer.json().requestId })
    }
    const first = await givenToken(visitId)
    const second = await givenToken(visitId)
    await same(first)
    expect((await open(second)).statusCode).toBe(200)
    const [link] = (await list(visitId)).links
    const end = () => lab.call('DELETE', path(visitId, `/${link?.id}`), { by: rita })
    expect((await end()).statusCode).toBe(200)
    expect((await end()).statusCode).toBe(404)
    await same(second)
    const third = await givenToken(visitId)
    lab.clock.advance(days(30) - 1)
    expect((await open(third)).statusCode).toBe(200)
    lab.clock.advance(1)
    await same(third)
  })

  it('leaves one open when two are given at once', async () => {
    const { visitId } = await reported()
    const tokens = await Promise.all([1, 2, 3, 4].map(() => givenToken(visitId)))
    const opened = await Promise.all(tokens.map((token) => open(token)))
    expect(opened.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await list(visitId)).links.filter(({ state }) => state === 'open')).toHaveLength(1)
  })

  it('shows a corrected report in its newest version, and of a withdrawn one only that', async () => {
    const { visitId, task } = await reported()
    const token = await givenToken(visitId)
    await bench.correct(task, 'Wrong dilution', rita)
    await lab.call('PUT', `/api/Labtask/task/${task}/status`, { by: hana, body: { status: 'in_progress' } })
    await finish(task, { ...normalCount, HGB: 13.1 })
    expect((await open(token)).json()).toMatchObject({
      state: 'ready',
      report: { version: 2, status: 'corrected' },
    })
    const body = { tasks: [task], reason: 'The wrong tube was measured' }
    expect((await lab.call('POST', '/api/Labtask/retract', { by: manager, body })).statusCode).toBe(200)
    const withdrawn = await open(token)
    expect(withdrawn.json()).toMatchObject({ state: 'withdrawn', report: null })
    expect(withdrawn.body).not.toContain('wrong tube')
    expect((await pdf(token)).statusCode).toBe(404)
  })

  it('is not given before a release, without an answer on record, or to a number that cannot be dialled', async () => {
    const early = await started()
    expect((await give(early.visitId)).json().message).toContain('No results')
    const unknown = await reported(null)
    expect((await give(unknown.visitId)).json().message).toContain('date of birth')
    const { visitId } = await reported()
    const bad = await give(visitId, { way: 'whatsapp', phone: '1234567' })
    expect(bad.json().fields.phone).toHaveLength(1)
  })

  it('is given, listed and ended by staff alone', async () => {
    const { visitId } = await reported()
    expect((await give(visitId, undefined, ama)).statusCode).toBe(403)
    expect((await lab.call('POST', path(visitId), { body: { way: 'sms', phone } })).statusCode).toBe(401)
    expect((await lab.call('GET', path(visitId), { by: ama })).statusCode).toBe(403)
    expect((await slip(visitId, 'thermal', ama)).statusCode).toBe(403)
  })

  it('needs one answer, and says which field is wrong', async () => {
    const { visitId } = await reported()
    const token = await givenToken(visitId)
    expect((await open(token, {})).json().fields).toHaveProperty('birth')
    expect((await open(token, { birth: '1990-02-30' })).json().fields).toHaveProperty('birth')
    expect((await open(token, { code: 'short' })).json().fields).toHaveProperty('code')
    expect((await ask(token)).json().triesLeft).toBe(5)
  })

  it('stands in the list of who has seen the record', async () => {
    const visit = await bench.started(ama, hana, ['Full Blood Count'], { contact: phone })
    await finish(visit.task)
    await lab.superuser.query(
      "update person set birth_date = $2, birth_precision = 'day' where id = (select person_id from visit where id = $1)",
      [visit.visitId, born],
    )
    const token = await givenToken(visit.visitId)
    lab.clock.advance(minutes(1))
    await open(token)
    const seen = await lab.call('GET', '/api/audit/mine', { by: ama })
    expect(seen.body).toContain('result_link.opened')
  })
})

describe('a collection slip', () => {
  const read = async (visitId: string, paper = 'thermal') => {
    const answer = await slip(visitId, paper)
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
    const texts = textsOf(answer.rawPayload)
    return { texts, code: codeOn(texts) }
  }

  it('names neither the patient nor a test, on a roll and on A4', async () => {
    const { visitId } = await started()
    for (const paper of ['thermal', 'a4']) {
      const { texts, code } = await read(visitId, paper)
      expect(code).toHaveLength(9)
      for (const word of ['Ama', 'Mensah', 'Blood Count']) expect(texts.join(' ')).not.toContain(word)
    }
  })

  it('has a code that opens the link that was sent, and dies with the slip', async () => {
    const { visitId } = await reported(null)
    const { code } = await read(visitId)
    const token = await givenToken(visitId)
    expect((await ask(token)).json()).toMatchObject({ birth: false, code: true })
    expect((await open(token, { birth: born })).statusCode).toBe(400)
    expect((await open(token, { code: code.toLowerCase() })).json().state).toBe('ready')
    await read(visitId)
    expect((await open(token, { code })).statusCode).toBe(400)
    const { rows } = await lab.pool.query('select l::text from result_link l')
    expect(JSON.stringify(rows)).not.toContain(code.replace(' ', ''))
  })

  it('does not end the link, nor the link the slip', async () => {
    const { visitId } = await reported()
    const token = await givenToken(visitId)
    await read(visitId)
    expect((await open(token)).statusCode).toBe(200)
    await givenToken(visitId)
    expect((await list(visitId)).links.map(({ way, state }) => `${way} ${state}`)).toEqual([
      'whatsapp open',
      'slip open',
      'whatsapp ended',
    ])
  })

  it('is not printed for a cancelled visit', async () => {
    const { visitId } = await started()
    await lab.superuser.query("update visit set status = 'cancelled' where id = $1", [visitId])
    expect((await slip(visitId)).statusCode).toBe(409)
  })
})

describe('a link at the release', () => {
  const setting = (sendResultLinks: boolean) =>
    lab.superuser.query('update laboratory set send_result_links = $1', [sendResultLinks])
  afterAll(() => setting(false))

  it('is sent if the laboratory wants it, to a patient without an account who can answer', async () => {
    const before = await reported()
    expect((await list(before.visitId)).links).toEqual([])
    await setting(true)
    const { visitId, task } = await reported()
    expect((await list(visitId)).links).toMatchObject([{ way: 'sms', by: null, sentTo: '+233241234567' }])
    const body = { tasks: [task], reason: 'The wrong tube was measured' }
    await lab.call('POST', '/api/Labtask/retract', { by: manager, body })
    expect((await list(visitId)).links.map(({ state }) => state)).toEqual(['open', 'ended'])
    const nothing = await reported(null)
    expect((await list(nothing.visitId)).links).toEqual([])
    // A guest has an account without a password; somebody who logs in reads the report there.
    const guests = [await lab.signUpPatient(), await lab.signUpPatient({ password: 'quiet-harbour-41' })]
    const sent = []
    for (const patient of guests) {
      const own = await bench.started(patient, hana, ['Full Blood Count'], { contact: phone })
      await lab.superuser.query(
        "update person set birth_date = $2, birth_precision = 'day' where id = (select person_id from visit where id = $1)",
        [own.visitId, born],
      )
      await finish(own.task)
      sent.push((await list(own.visitId)).links.length)
    }
    expect(sent).toEqual([1, 0])
  })
})
