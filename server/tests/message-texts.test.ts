import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type MessageForm,
  messageKindNames,
  messageKinds,
  mustHold,
  rulesOf,
} from '#contract/message-kinds.ts'
import { languages } from '#contract/options.ts'
import { previewText } from '#server/modules/notifications/edit-texts.ts'
import { deliverOutbox, escalateCallbacks } from '#server/modules/notifications/index.ts'
import { builtInText } from '#server/modules/notifications/texts/built-in-texts.ts'
import { minutes } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { post } from '#server/platform/outbox.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let manager: Person
beforeAll(async () => {
  lab = await openTestApp({ settings: { PUBLIC_URL: 'https://lab.test' } })
})
beforeEach(async () => {
  await lab.renew()
  manager = await lab.makeStaff('admin', { fullName: 'Esi Manager' })
})
afterAll(() => lab.close())

const save = (body: Record<string, unknown>, by = manager) =>
  lab.call('PUT', '/api/message-texts', { by, body })
const reminder = { kind: 'visit_reminder', language: 'fr', form: 'sms', title: '', version: 0 } as const
const book = async (by: Person, email: string) => {
  const answer = await lab.call('POST', '/api/labtest/book', {
    by,
    body: { ...bookingBody, patientDetails: { ...bookingBody.patientDetails, email } },
  })
  expect(answer.statusCode).toBe(201)
  return answer.json().appointment as { id: string; reference: string }
}
const inFrench = (by: Person) => lab.call('PUT', '/api/auth/profile', { by, body: { language: 'fr' } })

describe('a built-in text', () => {
  const rows = messageKindNames.flatMap((kind) =>
    languages.flatMap((language) =>
      rulesOf(kind).forms.map((form): [typeof kind, typeof language, MessageForm] => [kind, language, form]),
    ),
  )

  test('there is a valid built-in text for every kind of message, language and channel', async () => {
    const context = { ...lab.context, actor: null } as unknown as SignedIn
    for (const [kind, language, form] of rows) {
      const said = `${kind} ${language} ${form}`
      const text = builtInText(kind, language, form)
      const shown = await previewText(context, { kind, language, form, ...text })
      expect(shown.problems, said).toEqual({})
      expect(`${shown.title} ${shown.text}`, said).not.toMatch(/[{}]|undefined/)
      if (form === 'sms') expect(shown.sms, said).toMatchObject({ encoding: 'GSM-7' })
    }
    expect(rows.length).toBeGreaterThan(150)
  })

  test('a built-in text of an SMS, a push or a notice cannot contain a name, test or value', () => {
    for (const [kind, , form] of rows.filter(([, , one]) => one !== 'email')) {
      expect(mustHold(kind, form)).not.toContain('name')
      const text = JSON.stringify(builtInText(kind, 'en', form))
      expect(text).not.toMatch(/\{(name|tests|preparation|message)\}/)
      if (kind !== 'phone_code') expect(text).not.toContain('{code}')
    }
    expect(messageKinds.password_reset.forms).toEqual(['email'])
  })
})

describe('the laboratory’s own text', () => {
  test('a custom text with unknown or missing placeholders or too many characters is refused at its field', async () => {
    const refused = async (body: string, form = 'sms', title = '') => {
      const answer = await save({ ...reminder, form, title, body })
      expect(answer.statusCode).toBe(400)
      return answer.json().fields
    }
    expect((await refused('{laboratory} : {quand} {when}')).body).toEqual(['{quand} does not exist here'])
    expect((await refused('{laboratory} : {name}, à {when}')).body).toEqual(['{name} does not exist here'])
    expect((await refused('{laboratory} : {when}, {tests}')).body).toEqual(['{tests} does not exist here'])
    expect((await refused('Bonjour')).body).toEqual([
      '{laboratory} is missing: without it the message helps nobody',
      '{when} is missing: without it the message helps nobody',
    ])
    expect((await refused(`{laboratory} {when} ${'mot '.repeat(120)}`)).body?.[0]).toMatch(/^Too long: 4 SMS/)
    expect((await refused('{details} {open', 'email', '{name}')).body).toEqual([
      'A brace is left open: write {name}',
    ])
    expect((await refused('', 'push', 'Bientôt')).body).toEqual(['Write something here'])
    expect((await save({ ...reminder, body: 'x', kind: 'nothing' })).statusCode).toBe(400)
    const none = await save({
      kind: 'password_reset',
      language: 'en',
      form: 'sms',
      title: '',
      body: 'x',
      version: 0,
    })
    expect(none.statusCode).toBe(400)
  })

  test('a custom text is used at once, can be restored, and both are audited', async () => {
    const ama = await lab.signUpPatient({ email: 'ama@example.com' })
    const text = { kind: 'visit_booked', language: 'en', form: 'email' } as const
    const own = { title: 'Booked at {laboratory}', body: 'Dear {name},\n\n{details}\n\n[Look]({link})' }
    const saved = await save({ ...text, ...own, version: 0 })
    expect(saved.json().text).toMatchObject({ ...own, version: 1, edited: { by: 'Esi Manager' } })
    expect((await save({ ...text, ...own, version: 0 })).statusCode).toBe(409)
    const { reference } = await book(ama, 'ama@example.com')
    const mail = await lab.lastMailTo('ama@example.com')
    expect(mail.subject).toBe('Booked at Phial Laboratory')
    expect(mail.text).toContain(`Dear ${bookingBody.patientDetails.fullName},`)
    expect(mail.text).toContain(`- Reference ${reference}`)
    expect(mail.text).toContain('Look:\nhttps://lab.test/patient-dashboard/appointments')
    const restored = await lab.call('POST', '/api/message-texts/restore', {
      by: manager,
      body: { ...text, version: 1 },
    })
    expect(restored.json().text).toMatchObject({
      title: 'Your laboratory visit is booked',
      version: 2,
      edited: null,
    })
    const { texts } = (await lab.call('GET', '/api/message-texts', { by: manager })).json()
    expect(texts.filter((one: { edited: unknown }) => one.edited !== null)).toEqual([])
    const { rows } = await lab.pool.query(
      "select action, before, after from audit where subject_kind = 'message_text' order by id",
    )
    expect(rows).toEqual([
      { action: 'message_text.changed', before: null, after: own },
      { action: 'message_text.restored', before: own, after: null },
    ])
    await expect(lab.superuser.query("update message_text set body = ''")).rejects.toThrow('never changed')
  })

  test('reading and writing message texts needs the permission to configure', async () => {
    const ama = await lab.signUpPatient()
    const kofi = await lab.makeStaff('technician')
    for (const by of [ama, kofi]) {
      expect((await lab.call('GET', '/api/message-texts', { by })).statusCode).toBe(403)
      expect((await save({ ...reminder, body: '{laboratory} {when}' }, by)).statusCode).toBe(403)
    }
    await lab.pool.query("update account set permissions = '{configure}' where id = $1", [kofi.accountId])
    expect((await save({ ...reminder, body: '{laboratory} : {when}' }, kofi)).statusCode).toBe(200)
  })
})

describe('user input in a message', () => {
  test('a name with markup is escaped in an e-mail, and its placeholders are not expanded', async () => {
    const ama = await lab.signUpPatient({ email: 'ama@example.com' })
    await lab.call('POST', '/api/labtest/book', {
      by: ama,
      body: {
        ...bookingBody,
        patientDetails: {
          ...bookingBody.patientDetails,
          fullName: '<b>Ama & {link}',
          email: ama.email,
        },
      },
    })
    const mail = await lab.lastMailTo(ama.email)
    expect(mail.html).toContain('Hello &lt;b&gt;Ama &amp; {link},')
    expect(mail.html).not.toContain('<b>Ama')
  })

  test('an address or a name with line breaks adds no header to an e-mail', async () => {
    await post(lab.context, {
      kind: 'password_changed',
      to: 'ama@example.com\r\nBcc: everyone@example.com',
      payload: { fullName: 'Ama' },
    })
    await post(lab.context, {
      kind: 'technician_activated',
      to: 'kofi@example.com',
      payload: { fullName: 'Kofi\r\nBcc: everyone@example.com' },
    })
    await deliverOutbox(lab.context)
    expect(lab.inbox.mails.map(({ to }) => to)).toEqual([['kofi@example.com']])
    expect(lab.inbox.mails[0]?.raw).not.toMatch(/^Bcc:/im)
  })
})

describe('a reader of French', () => {
  test('e-mail, calendar entry and notice are in French for a reader of French, with French dates', async () => {
    const ama = await lab.signUpPatient({ email: 'ama@example.com' })
    expect((await inFrench(ama)).json().profile.language).toBe('fr')
    await book(ama, 'ama@example.com')
    const mail = await lab.lastMailTo('ama@example.com')
    expect(mail.subject).toBe('Votre visite au laboratoire est réservée')
    expect(mail.text).toContain('Bonjour ')
    expect(mail.text).toMatch(/- (lundi|mardi|mercredi|jeudi|vendredi) \d+ mars 2026/)
    expect(mail.text).not.toMatch(/Hello|your visit|Reference|Before you come/)
    expect(mail.html).toContain('<html lang="fr">')
    expect(mail.calendar).toContain('Visite au laboratoire')
    const { rows: notices } = (await lab.call('GET', '/api/notifications', { by: ama })).json()
    expect(notices).toMatchObject([{ title: 'Votre visite est réservée' }])
    expect(notices[0].about).toContain('référence')
  })

  test('the language comes from the browser at the first mail, and from the laboratory for people without an account', async () => {
    await lab.call('POST', '/api/auth/register', {
      body: {
        fullName: 'Adama Traoré',
        email: 'adama@example.com',
        password: 'quiet-harbour-41',
        confirmPassword: 'quiet-harbour-41',
        acceptedTerms: true,
      },
      headers: { 'accept-language': 'fr-CI,fr;q=0.9,en;q=0.8' },
    })
    const mail = await lab.lastMailTo('adama@example.com')
    expect(mail.subject).toBe('Votre code d’inscription')
    const otp = /^ {4}(\w{8})$/m.exec(mail.text)?.[1]
    const verified = await lab.call('POST', '/api/auth/verify-otp', {
      body: { otp, email: 'adama@example.com' },
    })
    const by = { headers: { authorization: `Bearer ${verified.json().token}` } }
    expect((await lab.call('GET', '/api/auth/profile', { by })).json().language).toBe('fr')
    await lab.pool.query("update laboratory set language = 'fr'")
    await book(manager, 'nobody@example.com')
    expect((await lab.lastMailTo('nobody@example.com')).subject).toBe(
      'Votre visite au laboratoire est réservée',
    )
  })
})

describe('unsubscribing', () => {
  const header = (raw: string, name: string) =>
    new RegExp(`^${name}: ([^\\r]*(?:\\r\\n[ \\t][^\\r]*)*)`, 'im').exec(raw)?.[1]?.replace(/\r\n\s+/g, '')

  test('one-click unsubscribing stops a topic for the address, with or without an account, and is idempotent', async () => {
    await book(manager, 'Nobody@example.com')
    const mail = await lab.lastMailTo('Nobody@example.com')
    expect(header(mail.raw, 'List-Id')).toContain('<visits.lab.test>')
    expect(header(mail.raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(header(mail.raw, 'Auto-Submitted')).toBe('auto-generated')
    const link = /<https:\/\/lab\.test(\/api\/unsubscribe\/[\w.-]+)>/.exec(
      header(mail.raw, 'List-Unsubscribe') ?? '',
    )?.[1]
    if (!link) throw new Error('The mail has no link')
    expect(link).not.toMatch(/nobody|visit|example/i)

    const opened = await lab.call('GET', link)
    expect([opened.statusCode, opened.headers.location]).toEqual([
      302,
      `/unsubscribe#token=${link.split('/').at(-1)}`,
    ])
    for (let time = 0; time < 2; time++) {
      const pressed = await lab.call('POST', link, {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(pressed.statusCode).toBe(200)
      expect(pressed.json()).toEqual({ topic: 'visits', address: 'n…@example.com', stopped: true })
    }
    const seen = lab.inbox.mails.length
    await lab.call('POST', '/api/labtest/book', {
      by: manager,
      body: {
        ...bookingBody,
        scheduleTime: '13:00',
        patientDetails: { ...bookingBody.patientDetails, email: 'nobody@example.com' },
      },
    })
    await post(lab.context, {
      kind: 'password_changed',
      to: 'nobody@example.com',
      payload: { fullName: 'N' },
    })
    await deliverOutbox(lab.context)
    expect(lab.inbox.mails.slice(seen).map(({ subject }) => subject)).toEqual(['Your password was changed'])
    const { rows } = await lab.pool.query(
      "select count(*)::int as n from audit where action = 'email.stopped'",
    )
    expect(rows).toEqual([{ n: 1 }])
    // In the text the token is behind the #, which browsers do not send to servers.
    const token = link.split('/').at(-1)
    expect(mail.text).toContain(`https://lab.test/unsubscribe#token=${token}`)
    expect(mail.text).not.toContain(link)
    const ask = async (what: string) =>
      (await lab.call('POST', `/api/unsubscriptions/${what}`, { body: { token } })).json().stopped
    expect(await ask('read')).toBe(true)
    expect(await ask('resume')).toBe(false)
    expect(await ask('stop')).toBe(true)
  })

  test('security messages have no unsubscribe headers, and forged unsubscribe links are not found', async () => {
    await post(lab.context, { kind: 'password_changed', to: 'ama@example.com', payload: { fullName: 'Ama' } })
    const { raw } = await lab.lastMailTo('ama@example.com')
    expect(raw).not.toMatch(/^List-/im)
    const { rows } = await lab.pool.query('select id from outbox')
    for (const token of [
      'x',
      `${rows[0].id}.`,
      `${rows[0].id}.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`,
    ]) {
      expect((await lab.call('POST', `/api/unsubscribe/${token}`)).statusCode).toBe(404)
      for (const what of ['read', 'stop', 'resume']) {
        const answer = await lab.call('POST', `/api/unsubscriptions/${what}`, { body: { token } })
        expect(answer.statusCode).toBe(404)
      }
    }
  })
})

test('a visit with only a phone number is confirmed by SMS', async () => {
  await book(manager, '')
  await deliverOutbox(lab.context)
  const { rows } = await lab.pool.query("select state, body from outbox where channel = 'sms'")
  expect(rows).toMatchObject([{ state: 'kept' }])
  expect(rows[0].body).toContain('Your visit is booked')
})

test('an overdue critical value is notified to staff who may release at its site, and once again later', async () => {
  const { id: visitId } = await book(manager, 'ama@example.com')
  const specialty = (person: Person) =>
    lab.pool.query(`insert into account_specialty values ($1, 'BUE & Cr(Gene Xpert)')`, [person.accountId])
  await specialty(await lab.makeStaff('technician', { email: 'releases@example.com' }))
  const other = await lab.makeStaff('technician', { email: 'other@example.com' })
  await specialty(other)
  await lab.makeStaff('technician', { email: 'of-another-specialty@example.com' })
  await lab.pool.query("update account set permissions = '{}' where id = $1", [other.accountId])
  await lab.call('POST', '/api/settings/sites', {
    by: manager,
    body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 2 },
  })
  for (const role of ['technician', 'admin'] as const) {
    const elsewhere = await lab.makeStaff(role, { email: `${role}@kumasi.example.com` })
    await specialty(elsewhere)
    await lab.pool.query("insert into account_site select $1, id from site where name = 'Kumasi'", [
      elsewhere.accountId,
    ])
  }
  const at = (offset: number) => new Date(lab.clock.now().getTime() + minutes(offset))
  await overdueCallback(visitId, at(0), at(30))
  const run = async () => {
    await escalateCallbacks(lab.context)
    await escalateCallbacks(lab.context)
    await deliverOutbox(lab.context)
    return lab.inbox.mails.filter(({ subject }) => subject.startsWith('A critical value'))
  }
  expect(await run()).toHaveLength(0)
  lab.clock.advance(minutes(31))
  const first = await run()
  expect(first.map(({ to }) => to[0]).sort()).toEqual([manager.email, 'releases@example.com'].sort())
  expect(first[0]?.text).not.toMatch(/1\.9|potassium/i)
  lab.clock.advance(minutes(30))
  expect(await run()).toHaveLength(4)
  lab.clock.advance(minutes(60))
  expect(await run()).toHaveLength(4)
})

/** A sample, its task and an open callback, written directly. */
async function overdueCallback(visitId: string, openedAt: Date, dueAt: Date): Promise<void> {
  const { rows } = await lab.pool.query('select site_id from visit where id = $1', [visitId])
  const site = rows[0].site_id
  const [sample, task, callback] = [1, 2, 3].map((n) => `01900000-0000-7000-8000-00000000010${n}`)
  const client = await lab.superuser.connect()
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into task (site_id, id, visit_id, sample_id, test_code, panel_version, rank, due_at, created_at)
     values ($1, $2, $3, $4, 'BUE', 1, 1, $5, $5)`,
    [site, task, visitId, sample, openedAt],
  )
  await client.query(
    `insert into callback (site_id, id, task_id, analyte_code, value, opened_at, due_at)
     values ($1, $2, $3, 'K', '1.9 mmol/L', $4, $5)`,
    [site, callback, task, openedAt, dueAt],
  )
  client.release(true)
}
