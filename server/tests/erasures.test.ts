import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ErasureWish, ErasureWishShown, OwnErasure } from '#contract/erasures.ts'
import { eraseAgain, tellWaitingWishes } from '#server/modules/erasures/index.ts'
import { deliverOutbox } from '#server/modules/notifications/index.ts'
import { days } from '#server/platform/clock.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'
import { mainSite } from './queue-day.ts'
import { bookingBody } from './visits.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

let lab: TestApp
let bench: Bench
let hana: Person
let rita: Person
let manager: Person

beforeAll(async () => {
  ;({ lab, bench, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
})
afterAll(() => lab.close())

const password = 'a sentence as a password'
const own = async (by: Person): Promise<OwnErasure> =>
  (await lab.call('GET', '/api/own-erasure', { by })).json()
const ask = (by: Person, currentPassword?: string) =>
  lab.call('POST', '/api/own-erasure', { by, body: { currentPassword } })
const wishes = async (by = manager): Promise<ErasureWish[]> =>
  (await lab.call('GET', '/api/erasure-wishes?state=open', { by })).json().rows
const shown = async (id: string): Promise<ErasureWishShown> =>
  (await lab.call('GET', `/api/erasure-wishes/${id}`, { by: manager })).json()
const decide = (id: string, how: 'carry-out' | 'refuse' | 'withdraw', body: object, by = manager) =>
  lab.call('POST', `/api/erasure-wishes/${id}/${how}`, { by, body })
const search = async (words: string) =>
  (await lab.call('GET', `/api/people?search=${encodeURIComponent(words)}`, { by: manager })).json().people
const personOf = async (visitId: string): Promise<string> =>
  (await lab.pool.query('select person_id from visit where id = $1', [visitId])).rows[0].person_id

type Contact = { fullName: string; email: string; phone: string }
async function patient(contact: Contact) {
  const account = await lab.signUpPatient({ ...contact, password })
  const details = { fullName: contact.fullName, contact: contact.phone, email: contact.email }
  const { visitId, task } = await bench.started(account, hana, ['Full Blood Count'], details)
  return { account, visitId, task, personId: await personOf(visitId) }
}
async function release(task: string) {
  await bench.enter(task, normalCount, 0, hana)
  await bench.complete(task, hana)
  expect((await bench.release([task], rita)).statusCode).toBe(200)
}

/** The tables with this text in any column of any row. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await lab.superuser.query(
    "select tablename from pg_tables where schemaname = 'public' order by tablename",
  )
  const found: string[] = []
  for (const { tablename } of rows) {
    const hit = await lab.superuser.query(
      `select 1 from "${tablename}" t where position(lower($1) in lower(t::text)) > 0 limit 1`,
      [text],
    )
    if (hit.rowCount) found.push(tablename)
  }
  return found
}

const ama: Contact = {
  fullName: 'Ama Forgotten',
  email: 'ama.forgotten@example.com',
  phone: '+233 20 555 0101',
}
const digits = '205550101'
const kofi: Contact = {
  fullName: 'Kofi Remembered',
  email: 'kofi.kept@example.com',
  phone: '+233 24 555 0202',
}

it('a person asks, the dry run lists what is erased and what stays, and carrying out erases exactly that', async () => {
  const { account, visitId, task, personId } = await patient(ama)
  const other = await patient(kofi)
  await lab.pool.query(
    `insert into person_identifier (person_id, position, system, value) values ($1, 0, 'Ghana Card', 'GHA-712345678-9')`,
    [personId],
  )
  await lab.pool.query(
    "insert into person_phone (person_id, position, phone) values ($1, 0, '020 555 0101')",
    [personId],
  )
  await lab.pool.query(`update person set note = 'Call ' || $2, email = $3 where id = $1`, [
    personId,
    ama.phone,
    ama.email,
  ])
  await lab.superuser.query(
    `with m as (insert into contact_message (id, name, email, message, network, received_at, state, account_id)
        values (gen_random_uuid(), 'Ama', $1, 'My number is ' || $2, '127.0.0.1', now(), 'answered', $3) returning id)
      insert into contact_answer (id, contact_message_id, text, answered_by, answered_at)
        select gen_random_uuid(), id, 'We call ' || $2, $4, now() from m`,
    [ama.email, ama.phone, account.accountId, manager.accountId],
  )

  expect((await ask(account, 'not the password')).statusCode).toBe(401)
  expect((await ask(account, password)).statusCode).toBe(201)
  expect((await ask(account, password)).json()).toMatchObject({ code: 'conflict' })
  const mine = await own(account)
  expect(mine.wish).toMatchObject({ state: 'open', way: 'account' })
  const [wish] = await wishes()
  if (!wish) throw new Error('The wish is not listed')
  expect(wish).toMatchObject({ fullName: ama.fullName, person: { id: personId } })

  // The visit is under way and its result is not released. The database refuses the erasure as well.
  const codes = (one: { dryRun: OwnErasure | ErasureWishShown['dryRun'] }) =>
    one.dryRun?.obstacles.map(({ code }) => code).sort()
  expect(codes(await shown(wish.id))).toEqual(['open_visits', 'unreleased'])
  // The person learns nothing about results before their release.
  await lab.superuser.query(
    `insert into callback (site_id, id, task_id, analyte_code, value, opened_at, due_at)
      values ($1, gen_random_uuid(), $2, 'HGB', '4.1', now(), now())`,
    [mainSite, task],
  )
  expect((await own(account)).obstacles).toEqual([
    { code: 'open_visits', total: 1 },
    { code: 'at_work', total: null },
  ])
  expect(codes(await shown(wish.id))).toContain('critical_values')
  await lab.superuser.query('delete from callback')
  const early = await decide(wish.id, 'carry-out', { version: wish.version })
  expect(early.json()).toMatchObject({ code: 'not_possible_now' })
  expect(early.json().message).toContain('Results that are not released')

  await release(task)
  const before = await shown(wish.id)
  expect(codes(before)).toEqual([])
  expect(before.whyNot).toBeNull()
  const totals = Object.fromEntries(before.dryRun?.erased.map(({ part, total }) => [part, total]) ?? [])
  expect(totals).toMatchObject({ accounts: 1, phones: 2, emails: 2, identifiers: 1, contact_messages: 1 })
  expect(before.dryRun?.kept.find(({ part }) => part === 'reports')).toMatchObject({ total: 1, until: null })

  const searches = [
    '/api/patients',
    '/api/patients?search=Ama%20Forgotten',
    '/api/Labtask/appointments-tasks?search=Ama%20Forgotten',
    '/api/Labtask/released?search=Ama%20Forgotten',
  ]
  const isListed = async (path: string) =>
    (await lab.call('GET', path, { by: manager })).body.includes(ama.fullName)
  expect(await Promise.all(searches.map(isListed))).toEqual([true, true, true, true])

  await deliverOutbox(lab.context)
  const done = await decide(wish.id, 'carry-out', { version: wish.version })
  expect(done.statusCode, done.body).toBe(200)
  expect((await decide(wish.id, 'carry-out', { version: wish.version })).json().code).toBe(
    'changed_meanwhile',
  )
  expect((await decide(wish.id, 'refuse', { version: 2, reason: 'too late for this' })).statusCode).toBe(409)

  // The last message keeps its address until it is sent.
  expect(await tablesWith(ama.email)).toEqual(['audit', 'outbox'])
  const mails = await lab.mailsTo(ama.email)
  expect(mails.at(-1)?.subject).toContain('Your data are erased')
  // Bookings are in the audit trail with what was stated. Backups are not in the database.
  for (const text of [ama.email, '20 555 0101']) expect(await tablesWith(text), text).toEqual(['audit'])
  for (const text of [digits, 'GHA-712345678-9']) expect(await tablesWith(text), text).toEqual([])
  expect(
    (
      await lab.pool.query('select name, email, state from contact_message where account_id = $1', [
        account.accountId,
      ])
    ).rows,
  ).toEqual([{ name: 'Erased', email: '', state: 'answered' }])

  // What stays: the report, under the person number, and the name on it.
  const { rows: reports } = await lab.pool.query('select 1 from report where visit_id = $1', [visitId])
  expect(reports).toHaveLength(1)
  const record = (await lab.call('GET', `/api/people/${personId}`, { by: manager })).json()
  expect(record).toMatchObject({ fullName: ama.fullName, phones: [], email: '', identifiers: [], note: '' })
  expect(record.forgottenAt).toBe(lab.clock.now().toISOString())
  const { rows: trail } = await lab.pool.query(
    "select before, after, reason from audit where action like 'erasure.%' order by position",
  )
  expect(trail).toEqual([
    { before: null, after: { wish: wish.id }, reason: null },
    { before: null, after: { wish: wish.id }, reason: null },
  ])

  // Nobody signs in; the address is free.
  expect((await lab.call('GET', '/api/auth/profile', { by: account })).statusCode).toBe(401)
  expect(
    (await lab.call('POST', '/api/auth/login', { body: { email: ama.email, password } })).statusCode,
  ).toBe(401)
  const again = await lab.signUpPatient({ ...ama, fullName: 'Ama Again' })
  expect(again.accountId).not.toBe(account.accountId)
  expect((await own(again)).wish).toBeNull()

  // Staff find the record by its number only.
  expect((await search(record.number)).map((one: { id: string }) => one.id)).toEqual([personId])
  expect(await search('Ama Forgotten')).toEqual([])
  expect(await Promise.all(searches.map(isListed))).toEqual([false, false, false, false])

  // Nothing is written for the record again.
  const written = lab.pool.query(
    "insert into person_phone (person_id, position, phone) values ($1, 0, '0205550101')",
    [personId],
  )
  await expect(written).rejects.toThrow('this person was forgotten')
  const changed = await lab.call('PATCH', `/api/people/${personId}`, {
    by: manager,
    body: { fullName: 'Ama', sex: record.sex, birth: record.birth, version: record.version },
  })
  expect(changed.json().code).toBe('not_possible_now')
  const carers = `/api/people/${personId}/carers`
  expect((await lab.call('GET', carers, { by: manager })).json()).toEqual({ carers: [] })
  const body = { accountId: other.account.accountId, kind: 'child' }
  expect((await lab.call('POST', carers, { by: manager, body })).statusCode).toBe(404)
  const joining = { other: other.personId, reason: 'The same', versions: { kept: 1, other: 1 } }
  const joined = await lab.call('POST', `/api/people/${personId}/join`, { by: manager, body: joining })
  expect(joined.json().code).toBe('not_possible_now')

  // Kofi has everything.
  expect((await lab.call('GET', '/api/auth/profile', { by: other.account })).json()).toMatchObject({
    email: kofi.email,
  })
  const { rows: kept } = await lab.pool.query(
    'select contact, email, forgotten_at from visit where id = $1',
    [other.visitId],
  )
  expect(kept).toEqual([{ contact: kofi.phone, email: kofi.email, forgotten_at: null }])
})

it('an address that somebody else has as well stays with them', async () => {
  const shared = '+233 27 555 0303'
  const one = await patient({ fullName: 'Efua Shared', email: 'efua@example.com', phone: shared })
  const two = await patient({ fullName: 'Yaw Shared', email: 'yaw@example.com', phone: shared })
  await lab.pool.query("insert into sms_stop values ('+233275550303', now())")
  await release(one.task)
  await ask(one.account, password)
  const [wish] = await wishes()
  expect((await decide(wish?.id ?? '', 'carry-out', { version: 1 })).statusCode).toBe(200)
  const { rows } = await lab.pool.query('select contact from visit where id = any($1) order by contact', [
    [one.visitId, two.visitId],
  ])
  expect(rows).toEqual([{ contact: '' }, { contact: shared }])
  expect((await lab.pool.query('select phone from sms_stop')).rows).toHaveLength(1)
})

it('a manager records a wish from paper; another site, another role, and a second wish are refused', async () => {
  const { account, task, personId } = await patient({
    fullName: 'Esi Paper',
    email: 'esi@example.com',
    phone: '+233 26 555 0404',
  })
  await release(task)
  const body = { personId, way: 'paper', identifiedBy: ['Identity card'] }
  const record = (by: Person, more: object = {}) =>
    lab.call('POST', '/api/erasure-wishes', { by, body: { ...body, ...more } })
  const unidentified = await record(manager, { identifiedBy: [] })
  expect(Object.keys(unidentified.json().fields)).toEqual(['identifiedBy'])
  for (const by of [hana, account]) expect((await record(by)).statusCode).toBe(403)

  const added = await lab.call('POST', '/api/settings/sites', {
    by: manager,
    body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 },
  })
  const [elsewhere, partly] = [await lab.makeStaff('admin'), await lab.makeStaff('admin')]
  const limit = 'insert into account_site values ($1, $2)'
  await lab.pool.query(limit, [elsewhere.accountId, added.json().id])
  await lab.pool.query(limit, [partly.accountId, mainSite])
  expect((await record(elsewhere)).statusCode).toBe(404)
  const recorded = await record(manager)
  expect(recorded.statusCode, recorded.body).toBe(201)
  const { id } = recorded.json()
  expect((await record(manager)).json().code).toBe('conflict')
  expect((await ask(account, password)).json().code).toBe('conflict')
  expect(await wishes(elsewhere)).toEqual([])
  expect((await lab.call('GET', `/api/erasure-wishes/${id}`, { by: elsewhere })).statusCode).toBe(404)
  expect((await decide(id, 'carry-out', { version: 1 }, elsewhere)).statusCode).toBe(404)
  expect((await decide(id, 'carry-out', { version: 1 }, hana)).statusCode).toBe(403)

  // A visit at a second site: a manager of one of the sites sees the wish and does not decide it.
  await lab.call('POST', '/api/labtest/book', {
    by: account,
    body: {
      ...bookingBody,
      siteId: added.json().id,
      patientDetails: { ...bookingBody.patientDetails, fullName: 'Esi Paper' },
    },
  })
  expect(await wishes(partly)).toHaveLength(1)
  expect(
    (await decide(id, 'refuse', { version: 1, reason: 'A lawsuit is under way' }, partly)).statusCode,
  ).toBe(403)
  expect((await decide(id, 'refuse', { version: 1, reason: 'no' })).json().fields).toHaveProperty('reason')

  expect((await decide(id, 'refuse', { version: 1, reason: 'A lawsuit is under way' })).statusCode).toBe(200)
  expect((await lab.mailsTo('esi@example.com')).at(-1)?.text).toContain('A lawsuit is under way')
  expect((await own(account)).wish).toMatchObject({ state: 'refused', reason: 'A lawsuit is under way' })
  // A refusal is not the end: the person asks again, and withdraws.
  expect((await ask(account, password)).statusCode).toBe(201)
  expect((await lab.call('DELETE', '/api/own-erasure', { by: account })).statusCode).toBe(200)
  expect((await lab.call('DELETE', '/api/own-erasure', { by: account })).statusCode).toBe(404)
})

it('of a withdrawal and an erasure at the same time exactly one succeeds, and a second erasure is refused', async () => {
  const contact = { fullName: 'Race Condition', email: 'race@example.com', phone: '+233 23 555 0505' }
  const { account, task, visitId } = await patient(contact)
  await release(task)
  await ask(account, password)
  const [wish] = await wishes()
  const answers = await Promise.all([
    lab.call('DELETE', '/api/own-erasure', { by: account }),
    decide(wish?.id ?? '', 'carry-out', { version: 1 }),
    decide(wish?.id ?? '', 'carry-out', { version: 1 }),
  ])
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const { state } = (await shown(wish?.id ?? '')).wish
  const { rows } = await lab.pool.query('select email from visit where id = $1', [visitId])
  expect(rows).toEqual([{ email: state === 'carried_out' ? '' : contact.email }])
})

it('an erasure waits for a booking and a join that are under way, and is refused if the join changed the records', async () => {
  const contact = { fullName: 'Adjoa Joined', email: 'adjoa@example.com', phone: '+233 28 555 0707' }
  const kept = await patient(contact)
  const other = await patient({ ...contact, email: 'adjoa.other@example.com' })
  for (const { task } of [kept, other]) await release(task)
  await ask(kept.account, password)
  const [wish] = await wishes()
  const carryOut = () => decide(wish?.id ?? '', 'carry-out', { version: 1 })

  const client = await lab.pool.connect()
  let early: ReturnType<typeof carryOut>
  try {
    await client.query('begin')
    // A booking locks the account before the person, a join locks the persons.
    await client.query('select from account where id = $1 for share', [kept.account.accountId])
    early = carryOut()
    await vi.waitFor(async () => expect(await waitingForLocks(lab)).toBe(1))
    await client.query('select from person where id = any($1) order by id for no key update', [
      [kept.personId, other.personId],
    ])
    await client.query('update person set replaced_by = $1 where id = $2', [kept.personId, other.personId])
    await client.query('commit')
  } finally {
    client.release(true)
  }
  expect((await early).json().code).toBe('changed_meanwhile')

  expect((await carryOut()).statusCode).toBe(200)
  const { rows } = await lab.pool.query('select contact from visit where id = any($1)', [
    [kept.visitId, other.visitId],
  ])
  expect(rows).toEqual([{ contact: '' }, { contact: '' }])
})

it('a booking by a carer and the undoing of a join are refused if the person is forgotten meanwhile', async () => {
  const contact = { fullName: 'Akua Cared', email: 'akua@example.com', phone: '+233 24 555 0909' }
  const kept = await patient(contact)
  const other = await patient({ ...contact, email: 'akua.other@example.com' })
  for (const { task } of [kept, other]) await release(task)
  const versions: Record<string, number> = {}
  for (const { personId } of [kept, other]) {
    const { version } = (await lab.call('GET', `/api/people/${personId}`, { by: manager })).json()
    versions[personId === kept.personId ? 'kept' : 'other'] = version
  }
  const body = { other: other.personId, reason: 'The same', versions }
  const joined = await lab.call('POST', `/api/people/${kept.personId}/join`, { by: manager, body })
  expect(joined.statusCode, joined.body).toBe(200)
  const carer = await lab.signUpPatient({ fullName: 'Kojo Carer' })
  const care = { accountId: carer.accountId, kind: 'other' }
  await lab.call('POST', `/api/people/${kept.personId}/carers`, { by: manager, body: care })
  await ask(kept.account, password)
  const [wish] = await wishes()

  const client = await lab.pool.connect()
  let calls: ReturnType<typeof lab.call>[]
  try {
    await client.query('begin')
    await client.query('select carry_out_erasure($1, 1, $2, now())', [wish?.id, manager.accountId])
    const patientDetails = { ...bookingBody.patientDetails, fullName: contact.fullName }
    const booking = { ...bookingBody, patientDetails, personId: kept.personId }
    const undoing = { reason: 'They are sisters' }
    calls = [
      lab.call('POST', '/api/labtest/book', { by: carer, body: booking }),
      lab.call('POST', `/api/people/joins/${joined.json().joinId}/undo`, { by: manager, body: undoing }),
    ]
    await vi.waitFor(async () => expect(await waitingForLocks(lab)).toBe(2))
    await client.query('commit')
  } finally {
    client.release(true)
  }
  for (const answer of await Promise.all(calls)) {
    expect(answer.json()).toMatchObject({
      code: 'not_possible_now',
      message: 'The data of this person were erased. Register them as a new person.',
    })
  }
})

it('a wish of an account that got its record later is about that record, and what was erased stays empty', async () => {
  const contact = { fullName: 'Yaa Later', email: 'yaa@example.com', phone: '+233 29 555 0808' }
  const account = await lab.signUpPatient({ ...contact, password })
  await ask(account, password)
  const details = { fullName: contact.fullName, contact: contact.phone, email: contact.email }
  const { visitId, task } = await bench.started(account, hana, ['Full Blood Count'], details)
  await release(task)
  const [wish] = await wishes()
  expect(wish?.person?.id).toBe(await personOf(visitId))
  expect((await decide(wish?.id ?? '', 'carry-out', { version: 1 })).statusCode).toBe(200)
  const { rows } = await lab.pool.query('select contact, email from visit where id = $1', [visitId])
  expect(rows).toEqual([{ contact: '', email: '' }])

  const written = lab.pool.query('update visit set contact = $1 where id = $2', [contact.phone, visitId])
  await expect(written).rejects.toThrow('visit_reached')
  const opened = lab.pool.query('update account set sign_in_phone = $1 where id = $2', [
    '+233295550808',
    account.accountId,
  ])
  await expect(opened).rejects.toThrow('account_reached')
})

it('the role of the product cannot write that a wish was carried out, nor change a decided one', async () => {
  const refused = (statement: string) => expect(lab.pool.query(statement)).rejects.toThrow('never changed')
  const { account } = await patient({
    fullName: 'Nana Kept',
    email: 'nana@example.com',
    phone: '+233 25 555 0606',
  })
  await ask(account, password)
  const decided = "version = version + 1, decided_at = now(), decided_by = asked_by where state = 'open'"
  await refused(`update erasure_wish set state = 'carried_out', ${decided}`)
  await refused("update erasure_wish set reason = 'other', version = version + 1 where state = 'refused'")
  await expect(lab.pool.query('delete from erasure_wish')).rejects.toThrow('permission denied')
  // Another role that connects to the database cannot erase.
  const client = await lab.superuser.connect()
  try {
    await client.query('set session authorization pg_monitor')
    const erased = client.query('select carry_out_erasure(gen_random_uuid(), 1, gen_random_uuid(), now())')
    await expect(erased).rejects.toThrow('permission denied')
  } finally {
    client.release(true)
  }
})

it('after a restore, a person is erased again at once, or with unfinished work left as an open wish', async () => {
  const one = await patient({
    fullName: 'Kwesi Again',
    email: 'kwesi@example.com',
    phone: '+233 24 555 1111',
  })
  const two = await patient({
    fullName: 'Kwame Later',
    email: 'kwame@example.com',
    phone: '+233 24 555 1212',
  })
  await release(one.task)
  // As npm run restore notes them.
  await lab.superuser.query(
    `insert into erasure_again (person_id, account_id, erased_at)
       values ($1, null, now()), (null, $2, now()), ($3, null, now())`,
    [one.personId, one.account.accountId, two.personId],
  )
  // The first cannot be erased; the others are.
  const broken = await patient({
    fullName: 'Kofi Broken',
    email: 'kofi.b@example.com',
    phone: '+233 24 555 1313',
  })
  await lab.superuser.query(`
    insert into erasure_again (id, person_id, erased_at)
      values ('00000000-0000-0000-0000-000000000000', '${broken.personId}', now());
    create function refuse_wish() returns trigger language plpgsql as 'begin raise exception ''refused for a test''; end';
    create trigger refuse_wish before insert on erasure_wish for each row when (new.person_id = '${broken.personId}')
      execute function refuse_wish()`)
  await expect(eraseAgain(lab.context)).rejects.toThrow('refused for a test')
  const { rows: left } = await lab.pool.query('select person_id from erasure_again')
  expect(left).toEqual([{ person_id: broken.personId }])
  await lab.superuser.query(`
    drop function refuse_wish cascade;
    delete from erasure_again where person_id = '${broken.personId}'`)
  await eraseAgain(lab.context)
  const { rows } = await lab.pool.query(
    'select contact <> $$$$ as is_left from visit where id = any($1) order by id',
    [[one.visitId, two.visitId]],
  )
  expect(rows).toEqual([{ is_left: false }, { is_left: true }])
  expect((await lab.call('GET', '/api/auth/profile', { by: one.account })).statusCode).toBe(401)
  const [open] = await wishes()
  expect(open).toMatchObject({ fullName: 'Kwame Later', way: 'restore', askedBy: null })
  const { rows: told } = await lab.pool.query('select 1 from outbox where message_key = $1', [
    `erasure_open:${open?.id}:${manager.accountId}`,
  ])
  expect(told).toHaveLength(1)
  await release(two.task)
  expect((await decide(open?.id ?? '', 'carry-out', { version: 1 })).statusCode).toBe(200)
})

it('managers who may decide get a notice of a new wish, a week before it is due, and when it is overdue, without a name', async () => {
  const account = await lab.signUpPatient({ fullName: 'Abla Waiting', email: 'abla@example.com', password })
  await lab.superuser.query(
    "update erasure_wish set state = 'withdrawn', version = version + 1, decided_at = now(), decided_by = asked_by where state = 'open'",
  )
  const limited = await lab.makeStaff('admin')
  await lab.pool.query('insert into account_site values ($1, $2)', [limited.accountId, mainSite])
  await deliverOutbox(lab.context)
  await lab.superuser.query("delete from notice where kind like 'erasure_%'")
  await ask(account, password)
  const due = new Date(lab.clock.now())
  due.setUTCMonth(due.getUTCMonth() + 1)
  const told = async () => {
    await tellWaitingWishes(lab.context)
    await tellWaitingWishes(lab.context)
    await deliverOutbox(lab.context)
    const { rows } = await lab.pool.query(
      `select n.kind, n.payload::text as payload from notice n where n.account_id = $1 and n.kind like 'erasure_%' order by n.id`,
      [manager.accountId],
    )
    expect(rows.filter(({ payload }) => payload.includes('Abla'))).toEqual([])
    return rows.map(({ kind }) => kind)
  }
  expect(await told()).toEqual(['erasure_open'])
  lab.clock.advance(days(22))
  expect(await told()).toEqual(['erasure_open'])
  lab.clock.set(new Date(due.getTime() - days(7)))
  expect(await told()).toEqual(['erasure_open', 'erasure_due'])
  lab.clock.set(due)
  expect(await told()).toEqual(['erasure_open', 'erasure_due', 'erasure_overdue'])
  const [mail] = (await lab.mailsTo(manager.email)).slice(-1)
  expect(mail?.subject).toBe('An erasure request is overdue')
  // A manager of one site cannot decide about an account without a record.
  const { rows } = await lab.pool.query('select 1 from notice where account_id = $1', [limited.accountId])
  expect(rows).toEqual([])
  expect(await wishes(await lab.makeStaff('admin'))).toMatchObject([
    { fullName: 'Abla Waiting', dueAt: due.toISOString(), isOverdue: true },
  ])
})
