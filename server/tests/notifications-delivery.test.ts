import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverOutbox } from '#server/modules/notifications/index.ts'
import { minutes } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database.ts'
import { post } from '#server/platform/outbox.ts'
import { openTestApp, type TestApp } from './harness.ts'
import { readMail } from './smtp-inbox.ts'

let lab: TestApp
beforeAll(async () => {
  lab = await openTestApp({ vault: true })
})
beforeEach(() => lab.renew())
afterAll(() => lab.close())

const code = {
  kind: 'registration_code',
  payload: { fullName: 'Ama Owusu', language: 'en' },
  secret: { code: 'ABCD1234' },
} as const
const notice = { kind: 'password_changed', payload: { fullName: 'Ama Owusu' } } as const
const deliver = () => deliverOutbox(lab.context)
const rows = () =>
  lab.db
    .selectFrom('outbox')
    .select(['state', 'attempts', 'secret', 'error', 'dueAt', 'sentAt'])
    .orderBy('id')
    .execute()

describe('a message in the outbox', () => {
  test('a message is sent once, and its secret is deleted', async () => {
    await post(lab.context, { ...code, to: 'ama@example.com' })
    await deliver()
    await deliver()
    expect(lab.inbox.mails).toHaveLength(1)
    expect(lab.inbox.mails[0]?.text).toContain('ABCD1234')
    expect(await rows()).toMatchObject([
      { state: 'sent', attempts: 1, secret: null, error: null, sentAt: lab.clock.now() },
    ])
  })

  test('a message is not sent before the commit of its transaction, and never after a rollback', async () => {
    const work = inTransaction(lab.db, async (tx) => {
      await post({ ...lab.context, db: tx }, { ...notice, to: 'rolled-back@example.com' })
      await deliver()
      throw new Error('The change failed')
    })
    await expect(work).rejects.toThrow('The change failed')
    await inTransaction(lab.db, async (tx) => {
      await post({ ...lab.context, db: tx }, { ...notice, to: 'committed@example.com' })
      await deliver()
      expect(lab.inbox.mails).toEqual([])
    })
    await deliver()
    expect(lab.inbox.mails.map(({ to }) => to)).toEqual([['committed@example.com']])
  })

  test('three concurrent deliverers send a message once', async () => {
    for (let n = 0; n < 30; n++) await post(lab.context, { ...notice, to: `person${n}@example.com` })
    await Promise.all([deliver(), deliver(), deliver()])
    const receivers = lab.inbox.mails.flatMap(({ to }) => to)
    expect(receivers).toHaveLength(30)
    expect(new Set(receivers).size).toBe(30)
    expect((await rows()).every(({ state }) => state === 'sent')).toBe(true)
  })

  test('a message with a code is sent before earlier messages', async () => {
    for (let n = 0; n < 30; n++) await post(lab.context, { ...notice, to: `person${n}@example.com` })
    await post(lab.context, { ...code, to: 'ama@example.com' })
    await deliver()
    const receivers = lab.inbox.mails.flatMap(({ to }) => to)
    expect(receivers).toHaveLength(31)
    // The mails of a batch are sent in parallel.
    expect(receivers.indexOf('ama@example.com')).toBeLessThan(4)
  })

  test('a mail has the configured sender and its date, and is marked as automatic', async () => {
    await post(lab.context, { ...notice, to: 'ama@example.com' })
    await deliver()
    const [mail] = lab.inbox.mails
    expect(mail?.from).toBe('no-reply@localhost')
    expect(mail?.raw).toMatch(/^From: Phial Laboratory <no-reply@localhost>\r$/m)
    expect(mail?.raw).toMatch(/^Date: Mon, 09 Mar 2026 08:30:00 \+0000\r$/m)
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  })
})

describe('failures of the mail server', () => {
  test('a mail that the server defers is retried after 1, 5, 15, 60, 240 and 720 minutes, and then fails', async () => {
    await post(lab.context, { ...notice, to: 'ama@example.com' })
    lab.inbox.manner = 'defer'
    for (const pause of [1, 5, 15, 60, 240, 720]) {
      await deliver()
      expect(await rows()).toMatchObject([
        { state: 'planned', dueAt: new Date(lab.clock.now().getTime() + minutes(pause)) },
      ])
      lab.clock.advance(minutes(pause) - 1)
      const { attempts } = (await rows())[0] ?? {}
      await deliver()
      expect((await rows())[0]?.attempts).toBe(attempts)
      lab.clock.advance(1)
    }
    await deliver()
    const [row] = await rows()
    expect(row).toMatchObject({ state: 'failed', attempts: 7, secret: null })
    expect(row?.error).toContain('451')
    expect(lab.inbox.mails).toEqual([])
  })

  test('a mail whose connection breaks is retried and arrives', async () => {
    await post(lab.context, { ...notice, to: 'ama@example.com' })
    lab.inbox.manner = 'drop'
    await deliver()
    expect(await rows()).toMatchObject([{ state: 'planned', attempts: 1 }])
    lab.inbox.manner = 'accept'
    lab.clock.advance(minutes(1))
    await deliver()
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2, error: null }])
    expect(lab.inbox.mails).toHaveLength(1)
  })

  test('a permanently refused recipient fails at once and its secret is deleted, while other mails are sent', async () => {
    await post(lab.context, { ...code, to: 'refused@example.com' })
    lab.inbox.manner = 'refuse'
    await deliver()
    lab.inbox.manner = 'accept'
    await post(lab.context, { ...code, to: 'ama@example.com' })
    await deliver()
    const all = await rows()
    expect(all).toMatchObject([
      { state: 'failed', attempts: 1, secret: null },
      { state: 'sent', attempts: 1, secret: null },
    ])
    expect(all[0]?.error).toContain('550')
  })

  test('the log has the code of a refusal by the mail server, without the recipient', async () => {
    const lines: string[] = []
    const logged = await openTestApp({
      sameDatabaseAs: lab,
      clock: lab.clock,
      onLog: (line) => lines.push(line),
    })
    logged.inbox.manner = 'refuse'
    logged.inbox.refusal = '<ama.owusu@example.com>: no such mailbox, call +233 24 123 4567'
    await post(logged.context, { ...notice, to: 'ama.owusu@example.com' })
    await deliverOutbox(logged.context)
    const line = lines.find((one) => one.includes('a message was not sent'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ reason: 'RCPT TO 550', final: true })
    expect(lines.join('')).not.toMatch(/ama\.owusu|123 4567/)
    expect((await rows())[0]?.error).toContain('no such mailbox')
    await logged.close()
  })

  test('while the mail server is unavailable only a few messages use up an attempt', async () => {
    for (let n = 0; n < 20; n++) await post(lab.context, { ...notice, to: `person${n}@example.com` })
    lab.inbox.manner = 'drop'
    await deliver()
    expect((await rows()).filter(({ attempts }) => attempts > 0)).toHaveLength(4)
    lab.inbox.manner = 'accept'
    lab.clock.advance(minutes(1))
    await deliver()
    expect((await rows()).every(({ state }) => state === 'sent')).toBe(true)
  })

  test('no message is lost while the mail server is unreachable', async () => {
    const { url } = lab.inbox
    const away = {
      ...lab.context,
      config: { ...lab.config, mail: { ...lab.config.mail, smtpUrl: 'smtp://127.0.0.1:1' } },
    }
    await post(lab.context, { ...notice, to: 'ama@example.com' })
    await deliverOutbox(away)
    expect(await rows()).toMatchObject([{ state: 'planned', attempts: 1 }])
    expect(lab.config.mail.smtpUrl).toBe(url)
    lab.clock.advance(minutes(1))
    await deliver()
    expect(lab.inbox.mails).toHaveLength(1)
  })
})

describe('a killed deliverer', () => {
  test('a message of a killed deliverer is sent by another after its lease, with the same Message-ID', async () => {
    await post(lab.context, { ...notice, to: 'ama@example.com' })
    // A killed deliverer leaves the message claimed and unsettled.
    await lab.db
      .updateTable('outbox')
      .set({ state: 'sending', attempts: 1, dueAt: new Date(lab.clock.now().getTime() + minutes(3)) })
      .execute()
    await deliver()
    expect(lab.inbox.mails).toEqual([])
    lab.clock.advance(minutes(3))
    await deliver()
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }])
    // As if it was killed after sending, before it recorded that:
    await lab.db.updateTable('outbox').set({ state: 'sending', dueAt: lab.clock.now() }).execute()
    await deliver()
    const ids = lab.inbox.mails.map(({ messageId }) => messageId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@lab\.test>$/)
  })

  test('a deliverer whose lease has expired does not overwrite the state set by its successor', async () => {
    await post(lab.context, { ...notice, to: 'ama@example.com' })
    lab.inbox.manner = 'refuse'
    const gate = lab.inbox.hold()
    const slow = deliver()
    await gate.seen
    lab.clock.advance(minutes(3))
    // The lease expires while the mail server is slow to answer; the refusal then comes too late.
    await lab.db.updateTable('outbox').set({ state: 'sent', attempts: 2, secret: null }).execute()
    gate.release()
    await slow
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2, error: null }])
  })
})

test('a message is not sent when its code or link has expired', async () => {
  for (const [kind, secret, life] of [
    ['registration_code', { code: 'ABCD1234' }, 10],
    ['password_reset', { token: 'A'.repeat(43) }, 30],
    ['email_change', { token: 'A'.repeat(43) }, 24 * 60],
  ] as const) {
    const message = { kind, payload: { fullName: 'Ama' }, secret, to: 'ama@example.com' }
    await post(lab.context, message as Parameters<typeof post>[1])
    lab.clock.advance(minutes(life))
    await deliver()
    expect((await rows()).at(-1), kind).toMatchObject({
      state: 'failed',
      secret: null,
      error: 'Too late: its code or link has expired',
    })
  }
  expect(await rows()).toHaveLength(3)
  expect(lab.inbox.mails).toEqual([])
})

test('a message about an unknown subject fails with that reason', async () => {
  const nowhere = {
    siteId: '01900000-0000-7000-8000-000000000001',
    visitId: '01900000-0000-7000-8000-000000000009',
  }
  await post(lab.context, { kind: 'visit_booked', to: 'ama@example.com', payload: nowhere })
  await post(lab.context, {
    kind: 'contact_message',
    to: 'ama@example.com',
    payload: { contactMessageId: nowhere.visitId },
  })
  await lab.db
    .insertInto('outbox')
    .values({
      id: nowhere.visitId,
      kind: 'unheard_of',
      recipient: 'a@example.com',
      payload: '{}',
      createdAt: lab.clock.now(),
      dueAt: lab.clock.now(),
    })
    .execute()
  await deliver()
  expect((await rows()).map(({ state, error }) => [state, error])).toEqual(
    Array(3).fill(['failed', 'What the message is about does not exist']),
  )
})

describe('header injection', () => {
  test('an address adds no header or recipient', async () => {
    const addresses = [
      'ama@example.com\r\nBcc: everyone@example.com',
      'ama@example.com\nBcc: everyone@example.com',
      'ama@example.com, everyone@example.com',
      'ama@example.com;everyone@example.com',
      'Ama <everyone@example.com>',
      'ama@example.com\u2028x',
    ]
    for (const to of addresses) await post(lab.context, { ...notice, to })
    await deliver()
    const refused = { state: 'failed', error: 'The address is not valid' }
    expect(await rows()).toMatchObject(addresses.map(() => refused))
    expect(lab.inbox.mails).toEqual([])
  })

  test('a name or text with line breaks adds no header or recipient, and is escaped in HTML', async () => {
    const id = '01900000-0000-7000-8000-000000000009'
    await lab.db
      .insertInto('contactMessage')
      .values({
        id,
        name: 'Ama\r\nBcc: everyone@example.com',
        email: 'ama@example.com',
        message: 'Hello\r\n.\r\nMAIL FROM:<a@b.co>\r\n<script>alert(1)</script> & more',
        network: '10.0.0.1',
        receivedAt: lab.clock.now(),
      })
      .execute()
    await post(lab.context, {
      kind: 'contact_message',
      to: 'lab@example.com',
      payload: { contactMessageId: id },
    })
    await deliver()
    expect(lab.inbox.mails).toHaveLength(1)
    const [mail] = lab.inbox.mails
    expect(mail?.to).toEqual(['lab@example.com'])
    expect(mail?.subject).toBe('Message from Ama Bcc: everyone@example.com')
    expect(mail?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im)
    expect(mail?.text).toContain('> MAIL FROM:<a@b.co>')
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more')
    expect(mail?.html).not.toContain('<script>')
  })

  test('a name that looks like an advertisement is left out of mails to unverified addresses', async () => {
    for (const fullName of ['Win at casino.example now', 'https://evil.example', 'Call me: x'.repeat(20)]) {
      await post(lab.context, { ...code, payload: { fullName, language: 'en' }, to: 'stranger@example.com' })
    }
    await deliver()
    for (const { text, html } of lab.inbox.mails) {
      expect(text.startsWith('Hello,\n')).toBe(true)
      expect(text + html).not.toMatch(/casino|evil|Call me/)
    }
    await post(lab.context, {
      ...code,
      payload: { fullName: 'Dr. Efua St. John-Mensah', language: 'en' },
      to: 'ama@example.com',
    })
    await deliver()
    expect(lab.inbox.mails.at(-1)?.text).toContain('Hello Dr. Efua St. John-Mensah,')
  })
})

describe('without a mail server', () => {
  const toFiles = () => ({
    ...lab.context,
    config: { ...lab.config, mail: { ...lab.config.mail, smtpUrl: null } },
  })

  test('without a mail server mails are files in the data folder that only their owner can read', async () => {
    const folder = join(lab.config.dataDir, 'outbox')
    mkdirSync(folder, { mode: 0o777 })
    await post(lab.context, { ...code, to: 'ama@example.com' })
    await deliverOutbox(toFiles())
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const files = readdirSync(folder)
    expect(files).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.eml$/)])
    const path = join(folder, files[0] ?? '')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const mail = readMail(readFileSync(path, 'utf8'))
    expect(mail.subject).toBe('Your code to sign up')
    expect(mail.text).toContain('ABCD1234')
    expect(await rows()).toMatchObject([{ state: 'sent', secret: null }])
  })

  test('without a mail server a message stays planned while its folder cannot be written', async () => {
    writeFileSync(join(lab.config.dataDir, 'outbox'), 'a file is in the way')
    await post(lab.context, { ...code, to: 'ama@example.com' })
    await deliverOutbox(toFiles())
    expect(await rows()).toMatchObject([{ state: 'planned', attempts: 1 }])
  })
})
