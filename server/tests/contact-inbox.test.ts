import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'

let lab: TestApp
let manager: Person
let other: Person
beforeAll(async () => {
  lab = await openTestApp({ vault: true })
})
afterAll(() => lab.close())
beforeEach(async () => {
  // What one test sent neither slows nor marks the next; a session does not last as long.
  lab.clock.advance(minutes(90))
  manager = await lab.makeStaff('admin', { fullName: 'Efua Mensah' })
  other = await lab.makeStaff('admin', { fullName: 'Yaw Darko' })
})

const form = {
  name: 'Adjoa Sarpong',
  email: 'adjoa@example.com',
  message: 'Do you open on Sundays?\nThank you.',
}
let networks = 0
const send = async (changes: Record<string, unknown> = {}) => {
  const answer = await lab.call('POST', '/api/contact/laboratory', {
    body: { ...form, ...changes },
    from: `10.8.0.${++networks}`,
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, { next: '/contact' }])
}
const shown = async () => (await lab.call('GET', '/api/contact/laboratory')).json().shown as string
const inbox = async (query = '', by: Person = manager) =>
  (await lab.call('GET', `/api/contact-messages?${query}`, { by })).json()
const newest = async () => (await inbox('limit=1', await lab.makeStaff('admin'))).rows[0]
const read = async (id: string, by: Person = manager) =>
  (await lab.call('GET', `/api/contact-messages/${id}`, { by })).json()
const answer = (id: string, text: string, by: Person = manager) =>
  lab.call('POST', `/api/contact-messages/${id}/answer`, { by, body: { text } })
const sort = (id: string, from: string, to: string, by: Person = manager) =>
  lab.call('POST', `/api/contact-messages/${id}/state`, { by, body: { from, to } })
const mailsToLaboratory = async () => (await lab.mailsTo('hello@phial.example')).length

async function received(): Promise<string> {
  await send()
  return (await newest()).id
}

describe('a reply to a contact message', () => {
  test('a reply to a contact message is mailed, quotes the message, and has the laboratory as its reply address', async () => {
    const id = await received()
    const said = await answer(id, 'Not on Sundays.\n\nOn Saturdays from 8 to 12.')
    expect([said.statusCode, said.json().message]).toEqual([200, 'Your answer is on its way.'])
    const mail = await lab.lastMailTo(form.email)
    expect(mail.subject).toBe('Re: your message to Phial Laboratory')
    expect(mail.text).toContain('Hello Adjoa Sarpong,\n\nNot on Sundays.\n\nOn Saturdays from 8 to 12.')
    expect(mail.text).toContain('> Do you open on Sundays?\n> Thank you.')
    expect(mail.raw).toMatch(/^Reply-To: hello@phial\.example\r$/m)
    const opened = await read(id)
    expect(opened).toMatchObject({ state: 'answered', sorted: { by: 'Efua Mensah' } })
    expect(opened.answers).toEqual([
      expect.objectContaining({ text: 'Not on Sundays.\n\nOn Saturdays from 8 to 12.', by: 'Efua Mensah' }),
    ])
    const { rows } = await lab.pool.query(
      `select account_id, action from audit where subject_kind = 'contact_message' and subject_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ account_id: manager.accountId, action: 'contact.answered' }])
  })

  test('of two concurrent replies to a contact message one is sent, and the other learns who replied', async () => {
    const before = (await lab.mailsTo(form.email)).length
    const id = await received()
    const answers = await Promise.all([answer(id, 'Yes', manager), answer(id, 'No', other)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json()
    expect(refused.code).toBe('changed_meanwhile')
    expect(refused.message).toMatch(
      /^(Efua Mensah|Yaw Darko) answered this meanwhile\. Your answer was not sent\.$/,
    )
    expect(await lab.mailsTo(form.email)).toHaveLength(before + 1)
    expect((await read(id)).answers).toHaveLength(1)
  })

  test('a second reply needs the contact message to be opened again', async () => {
    const id = await received()
    await answer(id, 'Yes')
    expect((await answer(id, 'And no')).statusCode).toBe(409)
    expect((await sort(id, 'answered', 'open')).json().contact.state).toBe('open')
    expect((await answer(id, 'And no')).statusCode).toBe(200)
    expect((await read(id)).answers.map(({ text }: { text: string }) => text)).toEqual(['Yes', 'And no'])
  })

  test('a reply to a contact message must not be empty', async () => {
    expect((await answer(await received(), ' \n ')).json().fields).toHaveProperty('text')
  })

  test('a reply to a contact message is not listed among the notices of an account with that address', async () => {
    const ama = await lab.signUpPatient({ email: 'ama-contact@example.com' })
    await send({ email: ama.email })
    await answer((await newest()).id, 'Yes')
    await lab.mailsTo(ama.email)
    expect((await lab.call('GET', '/api/notifications', { by: ama })).json().rows).toEqual([])
  })
})

describe('the state of a contact message', () => {
  test('a contact message can be marked as done or spam and opened again, each with an audit entry', async () => {
    const id = await received()
    for (const [from, to] of [
      ['open', 'done'],
      ['done', 'open'],
      ['open', 'spam'],
      ['spam', 'open'],
    ] as const) {
      expect((await sort(id, from, to)).json().contact.state).toBe(to)
    }
    const { rows } = await lab.pool.query(
      `select before ->> 'state' as "from", after ->> 'state' as "to" from audit
       where action = 'contact.sorted' and subject_id = $1 order by id`,
      [id],
    )
    expect(rows.map(({ from, to }) => `${from}-${to}`)).toEqual([
      'open-done',
      'done-open',
      'open-spam',
      'spam-open',
    ])
  })

  test('a change of a contact message based on an outdated state is refused', async () => {
    const id = await received()
    await sort(id, 'open', 'done', other)
    const refused = await sort(id, 'open', 'spam')
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Yaw Darko marked this as done meanwhile. Nothing was changed.',
    ])
    expect((await answer(id, 'Yes')).json().message).toBe(
      'Yaw Darko marked this as done meanwhile. Your answer was not sent.',
    )
  })

  test('contact messages are listed by state', async () => {
    const id = await received()
    await sort(id, 'open', 'done')
    const ids = async (state: string) =>
      (await inbox(`state=${state}&limit=200`)).rows.map((one: { id: string }) => one.id)
    expect(await ids('done')).toContain(id)
    expect(await ids('open')).not.toContain(id)
  })

  test('an unknown contact message is not found', async () => {
    const nobody = '01900000-0000-7000-8000-00000000ffff'
    const codes = [
      (await lab.call('GET', `/api/contact-messages/${nobody}`, { by: manager })).statusCode,
      (await answer(nobody, 'Yes')).statusCode,
      (await sort(nobody, 'open', 'done')).statusCode,
    ]
    expect(codes).toEqual([404, 404, 404])
  })

  test('contact messages are refused to patients, visitors and technicians without the permission', async () => {
    const id = await received()
    const patient = await lab.signUpPatient()
    const technician = await lab.makeStaff('technician')
    const tries = async (by: Person | undefined) =>
      (
        await Promise.all([
          lab.call('GET', '/api/contact-messages', { by }),
          lab.call('GET', `/api/contact-messages/${id}`, { by }),
          lab.call('POST', `/api/contact-messages/${id}/answer`, { by, body: { text: 'Yes' } }),
          lab.call('POST', `/api/contact-messages/${id}/state`, { by, body: { from: 'open', to: 'done' } }),
          lab.call('GET', '/api/sms-replies', { by }),
        ])
      ).map(({ statusCode }) => statusCode)
    expect(await tries(patient)).toEqual([403, 403, 403, 403, 403])
    expect(await tries(technician)).toEqual([403, 403, 403, 403, 403])
    expect(await tries(undefined)).toEqual([401, 401, 401, 401, 401])
    expect((await read(id)).state).toBe('open')
    await lab.pool.query(`update account set permissions = '{messages}' where id = $1`, [
      technician.accountId,
    ])
    expect((await answer(id, 'Yes', technician)).statusCode).toBe(200)
  })
})

describe('probable spam', () => {
  test('probable spam is stored with its signs and not mailed', async () => {
    const before = await mailsToLaboratory()
    const { spam } = (await inbox()).counts
    await send({ _gotcha: 'http://example.com', _shown: await shown() })
    expect(await newest()).toMatchObject({ ...form, state: 'spam', signs: ['trap', 'quick'] })
    expect(await mailsToLaboratory()).toBe(before)
    expect((await inbox()).counts.spam).toBe(spam + 1)
  })

  test('a message of a fast typist is not marked as spam', async () => {
    const before = await mailsToLaboratory()
    await send({ _shown: await shown() })
    expect(await newest()).toMatchObject({ state: 'open', signs: ['quick'] })
    expect(await mailsToLaboratory()).toBe(before + 1)
  })

  test('a message that took a long time to write is not marked as spam', async () => {
    const pass = await shown()
    lab.clock.advance(minutes(2))
    await send({ _shown: pass })
    expect(await newest()).toMatchObject({ state: 'open', signs: [] })
  })

  test.each([
    ['made up', async () => 'mf8x2.c2lnbmF0dXJl'],
    ['altered', async () => (await shown()).replace(/^./, '1')],
    ['no text', async () => 7],
    [
      'from the day before yesterday',
      async () => {
        const pass = await shown()
        lab.clock.advance(minutes(48 * 60))
        return pass
      },
    ],
  ])('a form display time that is %s is ignored', async (_what, pass) => {
    await send({ _shown: await pass() })
    expect(await newest()).toMatchObject({ signs: ['unshown'] })
  })

  test('the sixth message of an address within an hour is marked as spam without a refusal, from any network', async () => {
    for (let n = 0; n < 6; n++) await send({ email: 'eager@example.com' })
    expect(await newest()).toMatchObject({
      email: 'eager@example.com',
      state: 'spam',
      signs: ['unshown', 'many'],
    })
    lab.clock.advance(minutes(60))
    await send({ email: 'eager@example.com' })
    expect(await newest()).toMatchObject({ state: 'open' })
  })

  test('a message marked as spam can be answered once it is opened', async () => {
    await send({ _gotcha: 'x' })
    const { id } = await newest()
    expect((await answer(id, 'Yes')).json().message).toBe(
      'This was put aside as spam: open it first. Your answer was not sent.',
    )
    await sort(id, 'spam', 'open')
    expect((await answer(id, 'Yes')).statusCode).toBe(200)
  })

  test('an unknown contact form is not found', async () => {
    expect((await lab.call('GET', '/api/contact/xqkz')).statusCode).toBe(404)
  })
})

describe('messages of signed-in patients', () => {
  test('a patient writes, the desk answers, and the patient reads the answer in the product and is told', async () => {
    const ama = await lab.signUpPatient({ fullName: 'Ama Mensah', email: 'ama.writes@example.com' })
    const write = (text: string, by = ama) => lab.call('POST', '/api/messages', { by, body: { text } })
    expect((await write('')).json().fields).toEqual({ text: ['Write a message'] })
    expect((await write('May I drink tea?')).statusCode).toBe(201)
    const { id, name, state } = await newest()
    expect([name, state]).toEqual(['Ama Mensah', 'open'])
    expect((await answer(id, 'Without milk and sugar.')).statusCode).toBe(200)
    await write('Thank you.')
    const thread = (await lab.call('GET', '/api/messages', { by: ama })).json().entries
    expect(thread.map((entry: { from: string; text: string }) => [entry.from, entry.text])).toEqual([
      ['patient', 'May I drink tea?'],
      ['laboratory', 'Without milk and sugar.'],
      ['patient', 'Thank you.'],
    ])
    const opened = await read((await newest()).id)
    expect([opened.accountId, opened.thread]).toEqual([ama.accountId, thread])
    const told = await lab.pool.query(
      `select kind, recipient, payload::text as payload from outbox where kind = 'desk_answered'`,
    )
    expect(told.rows).toEqual([
      { kind: 'desk_answered', recipient: 'ama.writes@example.com', payload: '{"fullName": "Ama Mensah"}' },
    ])
  })

  test('a conversation is out of reach of other patients and of staff, and limited by account', async () => {
    const kofi = await lab.signUpPatient({ fullName: 'Kofi Boateng' })
    const other = await lab.signUpPatient({ fullName: 'Esi Owusu' })
    const write = () => lab.call('POST', '/api/messages', { by: kofi, body: { text: 'Hello' } })
    const codes: number[] = []
    for (let turn = 0; turn < 11; turn++) codes.push((await write()).statusCode)
    expect(codes).toEqual([...Array<number>(10).fill(201), 429])
    expect((await lab.call('GET', '/api/messages', { by: other })).json()).toEqual({ entries: [] })
    expect((await lab.call('GET', '/api/messages', { by: manager })).statusCode).toBe(403)
    expect((await lab.call('GET', '/api/messages')).statusCode).toBe(401)
  })
})
