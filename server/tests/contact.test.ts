import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { mondayMorning, openTestApp, type TestApp } from './harness.ts'

let lab: TestApp
beforeAll(async () => {
  lab = await openTestApp()
})
afterAll(() => lab.close())
beforeEach(() => lab.clock.set(mondayMorning))

const form = {
  name: 'Adjoa Sarpong',
  email: 'adjoa@example.com',
  message: 'Do you open on Sundays?\nThank you.',
}
let networks = 0
const newNetwork = () => `10.9.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`
const send = (body: unknown, options: { formId?: string; from?: string; type?: string } = {}) =>
  lab.call('POST', `/api/contact/${options.formId ?? 'laboratory'}`, {
    body,
    from: options.from ?? newNetwork(),
    ...(options.type !== undefined && { headers: { 'content-type': options.type } }),
  })
const stored = () =>
  lab.db.selectFrom('contactMessage').select(['name', 'email', 'message']).orderBy('id').execute()

describe('the contact form', () => {
  test('a contact message is stored and mailed to the laboratory, with the sender as reply address', async () => {
    const answer = await send(form)
    expect([answer.statusCode, answer.json()]).toEqual([200, { next: '/contact' }])
    expect(await stored()).toEqual([form])
    const mail = await lab.lastMailTo('hello@phial.example')
    expect(mail.subject).toBe('Message from Adjoa Sarpong')
    expect(mail.text).toContain('> Do you open on Sundays?\n> Thank you.')
    expect(mail.raw).toMatch(/^Reply-To: adjoa@example\.com\r$/m)
  })

  test('the contact form works without JavaScript', async () => {
    const body = new URLSearchParams({ ...form, name: 'Ama & Kofi' }).toString()
    const answer = await send(body, { type: 'application/x-www-form-urlencoded' })
    expect(answer.json()).toEqual({ next: '/contact' })
    expect((await stored()).at(-1)).toEqual({ ...form, name: 'Ama & Kofi' })
  })

  test('invalid fields of the contact form are named with their codes, as the protocol defines', async () => {
    const before = await stored()
    const answer = await send({ name: '  ', email: 'no address' })
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      {
        errors: [
          { field: 'name', code: 'REQUIRED_FIELD_EMPTY', message: 'is required' },
          {
            field: 'email',
            code: 'TYPE_EMAIL',
            message: 'should be an e-mail address like name@example.com',
          },
          { field: 'message', code: 'REQUIRED_FIELD_MISSING', message: 'is required' },
        ],
      },
    ])
    expect(await stored()).toEqual(before)
  })

  test.each([
    ['a number for a name', { ...form, name: 7 }, 'name', 'TYPE_TEXT', 'should be text'],
    ['a list for a message', { ...form, message: ['a'] }, 'message', 'TYPE_TEXT', 'should be text'],
    ['null', { ...form, email: null }, 'email', 'REQUIRED_FIELD_MISSING', 'is required'],
    [
      'a long name',
      { ...form, name: 'x'.repeat(10_000) },
      'name',
      'TYPE_TEXT',
      'can be at most 200 characters',
    ],
    [
      'a long message',
      { ...form, message: 'x'.repeat(5_001) },
      'message',
      'TYPE_TEXT',
      'can be at most 5000 characters',
    ],
    [
      'a NUL',
      { ...form, message: 'a\u0000b' },
      'message',
      'TYPE_TEXT',
      'contains a character that cannot be printed',
    ],
    [
      'a line break in the name',
      { ...form, name: 'A\r\nBcc: b@c.de' },
      'name',
      'TYPE_TEXT',
      'contains a character that cannot be printed',
    ],
    [
      'half a character',
      { ...form, name: 'A\ud83d' },
      'name',
      'TYPE_TEXT',
      'contains a character that cannot be printed',
    ],
    [
      'two addresses',
      { ...form, email: 'a@b.co, c@d.co' },
      'email',
      'TYPE_EMAIL',
      'should be an e-mail address like name@example.com',
    ],
  ])('the contact form refuses %s', async (_what, body, field, code, message) => {
    const before = await stored()
    const answer = await send(body)
    expect([answer.statusCode, answer.json()]).toEqual([422, { errors: [{ field, code, message }] }])
    expect(await stored()).toEqual(before)
  })

  test.each([
    ['an empty object', '{}'],
    ['a list', '[1]'],
    ['a word', '"hello"'],
    ['null', 'null'],
    ['nothing', ''],
  ])('the contact form answers EMPTY to %s', async (_what, body) => {
    const answer = await send(body, { type: 'application/json' })
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([422, 'EMPTY'])
  })

  test('an unknown contact form is answered with FORM_NOT_FOUND', async () => {
    const answer = await send(form, { formId: 'xqkz' })
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { errors: [{ code: 'FORM_NOT_FOUND', message: 'This form does not exist.' }] },
    ])
  })

  test('the contact form is answered with FORM_NOT_FOUND if the laboratory uses another service', async () => {
    const elsewhere = await openTestApp({
      settings: { CONTACT_URL: 'https://forms.example.com/f', CONTACT_FORM_ID: 'laboratory' },
    })
    expect((await elsewhere.call('POST', '/api/contact/laboratory', { body: form })).statusCode).toBe(404)
    await elsewhere.close()
  })

  test('a message with a filled honeypot field is accepted and marked as spam', async () => {
    const before = (await stored()).length
    const answer = await send({ ...form, email: 'trap@example.com', _gotcha: 'buy now' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { next: '/contact' }])
    expect(await stored()).toHaveLength(before + 1)
    expect((await send({ ...form, _gotcha: '' })).statusCode).toBe(200)
  })

  test('the sixth contact message of a network in ten minutes is refused with the time to retry', async () => {
    const from = newNetwork()
    for (let n = 0; n < 5; n++) expect((await send(form, { from })).statusCode).toBe(200)
    const blocked = await send(form, { from })
    expect([blocked.statusCode, blocked.json().errors[0].code]).toEqual([429, 'BLOCKED'])
    expect(blocked.headers['retry-after']).toBe('120')
    lab.clock.advance(minutes(2))
    expect((await send(form, { from })).statusCode).toBe(200)
  })

  test('a refused contact message does not count towards the limit', async () => {
    const from = newNetwork()
    for (let n = 0; n < 10; n++) await send({ ...form, email: 'typo' }, { from })
    expect((await send(form, { from })).statusCode).toBe(200)
  })

  test('only the contact call accepts an HTML form', async () => {
    const answer = await lab.call('POST', '/api/auth/login', {
      body: 'email=a%40b.co&password=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.statusCode).toBe(415)
  })

  test('broken JSON and huge bodies get the general refusal in the contact form', async () => {
    expect((await send('{"name":', { type: 'application/json' })).json().code).toBe('bad_request')
    expect((await send('{"__proto__":{"name":"x"}}', { type: 'application/json' })).json().code).toBe(
      'bad_request',
    )
    expect((await send({ ...form, message: 'x'.repeat(70_000) })).json().code).toBe('too_large')
  })
})

describe('the messages', () => {
  test('contact messages are listed for managers, newest first and each once', async () => {
    const other = await openTestApp()
    const by = await other.makeStaff('admin')
    for (let n = 1; n <= 5; n++) {
      await other.call('POST', '/api/contact/laboratory', {
        body: { ...form, name: `Sender ${n}` },
        from: `10.10.0.${n}`,
      })
      other.clock.advance(minutes(1))
    }
    const list = async (query: string) =>
      (await other.call('GET', `/api/contact-messages?${query}`, { by })).json()
    const first = await list('limit=2')
    expect(first.rows[0]).toEqual({
      id: expect.any(String),
      ...form,
      name: 'Sender 5',
      receivedAt: '2026-03-09T08:34:00.000Z',
      state: 'open',
      signs: ['unshown'],
    })
    expect(first.counts).toEqual({ open: 5, spam: 0 })
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { rows: { name: string }[]; nextCursor: string | null } = await list(
        `limit=2${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.rows.map(({ name }) => name))
      cursor = page.nextCursor
    }
    expect(seen).toEqual([5, 4, 3, 2, 1].map((n) => `Sender ${n}`))
    expect((await list('cursor=nonsense')).fields).toHaveProperty('cursor')
    await other.close()
  })
})
