import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Retention } from '#contract/retention.ts'
import { eraseUnusedAccounts } from '#server/modules/erasures/index.ts'
import { chainAudit, sayVerdict } from '#server/modules/insights/index.ts'
import { deleteExpiredRows } from '#server/modules/retention/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days } from '#server/platform/clock.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

let lab: TestApp
let manager: Person
const log: string[] = []

beforeAll(async () => {
  lab = await openTestApp({ onLog: (line) => log.push(line) })
  manager = await lab.makeStaff('admin')
})
afterAll(() => lab.close())

const read = async (): Promise<Retention> =>
  (await lab.call('GET', '/api/retention-periods', { by: manager })).json()
async function save(changes: { place?: string; periods?: { class: string; days: number | null }[] }) {
  const { place, version } = await read()
  const body = { place, version, periods: [], ...changes }
  return lab.call('PUT', '/api/retention-periods', { by: manager, body })
}
const classOf = async (name: string) => (await read()).classes.find((one) => one.class === name)

const now = new Date()
const ago = (count: number) => after(now, -days(count))
/** A message of that age, with its notice. */
async function message(age: number, state = 'sent'): Promise<string> {
  const { rows } = await lab.superuser.query(
    `with m as (insert into outbox (id, kind, recipient, payload, state, created_at, due_at)
       values (gen_random_uuid(), 'otp', 'ama@example.com', '{}', $2, $1, $1) returning id, created_at)
     insert into notice (account_id, id, kind, payload, created_at)
       select $3, id, 'otp', '{}', created_at from m returning id`,
    [ago(age), state, manager.accountId],
  )
  return rows[0].id
}
const messages = async () => (await lab.pool.query('select id from outbox')).rows.map(({ id }) => id)

it('nothing is deleted before a manager has confirmed the periods, and then what the dry run said, with an audit entry', async () => {
  const old = await message(1_200)
  const waiting = await message(1_200, 'planned')
  const young = await message(1_000)
  await deleteExpiredRows(lab.context)
  expect(await messages()).toEqual([old, waiting, young])
  expect(await read()).toMatchObject({ place: 'GH', confirmedAt: null })
  // The notice of the waiting message goes, too.
  expect((await classOf('message'))?.next).toEqual({ rows: 3, oldest: ago(1_200).toISOString() })

  expect((await save({})).statusCode).toBe(200)
  await deleteExpiredRows(lab.context)
  expect(await messages()).toEqual([waiting, young])
  expect(await classOf('message')).toMatchObject({ next: { rows: 0, oldest: null }, last: { rows: 3 } })
  const { rows } = await lab.pool.query(
    "select subject_id, after from audit where action = 'retention.deleted' order by position",
  )
  expect(rows[0]).toEqual({ subject_id: 'message', after: { rows: 3, days: 1_096 } })
})

it('a period below the minimum of the country is refused at its field, and by the database', async () => {
  const refused = await save({
    periods: [
      { class: 'draft', days: 5 },
      { class: 'audit', days: 3_652 },
    ],
  })
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['periods.1.days']])
  await expect(
    lab.superuser.query("update retention_class set days = 100 where class = 'audit'"),
  ).rejects.toThrow('the period for audit must be at least 3653 days')
  // Another country raises periods that would be too short.
  expect((await save({ place: 'US', periods: [{ class: 'hospital', days: 731 }] })).statusCode).toBe(200)
  expect((await save({ place: 'US', periods: [{ class: 'hospital', days: 730 }] })).statusCode).toBe(400)
  expect((await save({ place: 'other', periods: [{ class: 'audit', days: 800 }] })).statusCode).toBe(200)
  expect((await save({ place: 'GH' })).statusCode).toBe(200)
  expect((await classOf('audit'))?.days).toBe(3_653)
})

it('a minimum that grows raises the periods that are shorter', async () => {
  await save({ place: 'US' })
  await lab.superuser.query("update retention_law set least_days = 1461 where class = 'hospital'")
  expect((await classOf('hospital'))?.days).toBe(1_461)
  await lab.superuser.query("update retention_law set least_days = 731 where class = 'hospital'")
  await save({ place: 'GH', periods: [{ class: 'hospital', days: 731 }] })
})

it('a class that fails does not stop the others, and the job fails after them', async () => {
  const old = await message(1_200)
  await lab.superuser.query('alter table contact_answer rename column contact_message_id to away')
  await expect(deleteExpiredRows(lab.context)).rejects.toThrow('contact_message_id')
  await lab.superuser.query('alter table contact_answer rename column away to contact_message_id')
  expect(await messages()).not.toContain(old)
  expect(log.filter((line) => line.includes('could not be deleted'))).toHaveLength(1)
})

it('only minima that a law states have a source', async () => {
  const sourced = (await read()).laws.flatMap(({ place, class: name, source }) =>
    source === null ? [] : [[place, name, source.split(':')[0]]],
  )
  expect(sourced.sort()).toEqual([
    ['US', 'hospital', '42 CFR 493.1105(a)(1)'],
    ['US', 'instrument', '42 CFR 493.1105(a)(3)'],
  ])
})

it('rows that have not expired cannot be deleted, by any role, and the role of the product deletes only by the function', async () => {
  await expect(lab.superuser.query('delete from outbox')).rejects.toThrow('before their time')
  await expect(lab.superuser.query('delete from audit')).rejects.toThrow('before their time')
  await expect(lab.pool.query('delete from outbox')).rejects.toThrow('permission denied')
  await expect(lab.pool.query('update retention_law set least_days = 1')).rejects.toThrow('permission denied')
  await expect(lab.pool.query('update audit_pruned set until = 9')).rejects.toThrow('permission denied')
})

/** Patients whose account nobody has used for that many days. */
async function unused(age: number, ...emails: string[]): Promise<Person[]> {
  const accounts = await Promise.all(emails.map((email) => lab.signUpPatient({ email, password })))
  const ids = accounts.map(({ accountId }) => accountId)
  await lab.superuser.query('delete from session where account_id = any($1)', [ids])
  await lab.superuser.query('update account set used_at = $2 where id = any($1)', [ids, ago(age)])
  return accounts
}
const password = 'a sentence as a password'
const logIn = ({ email }: Person) => lab.call('POST', '/api/auth/login', { body: { email, password } })
const isErased = async ({ accountId }: Person) =>
  (await lab.pool.query('select forgotten_at is not null as is from account where id = $1', [accountId]))
    .rows[0].is
const toldUnused = async () =>
  (
    await lab.pool.query("select recipient from outbox where kind = 'account_unused' order by recipient")
  ).rows.map((row) => row.recipient)
/** As if the holders had been told 31 days ago. */
const warnedEarlier = () =>
  lab.superuser.query("update account_warning set warned_at = now() - interval '31 days'")

it('an unused account is erased a month after its holder was told; one that is used or opens a visit stays', async () => {
  const tooShort = await save({ periods: [{ class: 'account', days: 364 }] })
  expect(tooShort.statusCode).toBe(400)
  expect((await save({ periods: [{ class: 'account', days: 730 }] })).statusCode).toBe(200)
  const [stuck] = (await unused(800, 'stuck@x.example')) as [Person]
  const [gone, back, booked, held] = (await unused(
    800,
    'gone@x.example',
    'back@x.example',
    'booked@x.example',
    'held@x.example',
  )) as [Person, Person, Person, Person]
  const [soon] = await unused(710, 'soon@x.example')
  const [young] = await unused(690, 'young@x.example')
  const visit = await lab.call('POST', '/api/labtest/book', {
    by: await lab.signUpPatient({}),
    body: bookingBody,
  })
  await lab.superuser.query('update visit set account_id = $1 where id = $2', [
    booked.accountId,
    visit.json().appointment.id,
  ])
  const person = (
    await lab.superuser.query(
      `with p as (
      insert into person (id, full_name, sex, birth_date, birth_precision, created_at)
      values (gen_random_uuid(), 'Held', 'female', '1990-01-01', 'day', now()) returning id)
    insert into account_person (account_id, number, person_id, kind, since) select $1, 1, id, 'self', now() from p returning person_id`,
      [held.accountId],
    )
  ).rows[0].person_id
  await lab.superuser.query(
    "insert into legal_hold (id, person_id, kind, reason, placed_by, placed_at) values (gen_random_uuid(), $1, 'other', 'Case 4', $2, now())",
    [person, manager.accountId],
  )

  for (let night = 0; night < 2; night++) await eraseUnusedAccounts(lab.context)
  expect(await toldUnused()).toEqual(
    ['back', 'gone', 'held', 'soon', 'stuck'].map((name) => `${name}@x.example`),
  )
  expect(await isErased(gone)).toBe(false)

  await warnedEarlier()
  expect((await logIn(back)).statusCode).toBe(200)
  expect(await classOf('account')).toMatchObject({ next: { rows: 2 }, held: 1 })
  // The first account cannot be erased; the others are.
  await lab.superuser.query(`
    create function refuse_wish() returns trigger language plpgsql as 'begin raise exception ''refused for a test''; end';
    create trigger refuse_wish before insert on erasure_wish for each row when (new.account_id = '${stuck.accountId}')
      execute function refuse_wish()`)
  await expect(eraseUnusedAccounts(lab.context)).rejects.toThrow('refused for a test')
  await lab.superuser.query('drop function refuse_wish cascade')
  expect((await logIn(stuck)).statusCode).toBe(200)
  expect(await Promise.all([gone, back, booked, held].map(isErased))).toEqual([true, false, false, false])
  for (const one of [soon, young]) expect(one && (await isErased(one))).toBe(false)
  expect((await classOf('account'))?.last?.rows).toBe(1)
  expect((await logIn(gone)).statusCode).toBe(401)
  const early = lab.pool.query(
    "insert into erasure_wish (id, account_id, way, asked_at) values (gen_random_uuid(), $1, 'unused', now())",
    [back.accountId],
  )
  await expect(early).rejects.toThrow('has not expired')
  await lab.superuser.query(
    "update legal_hold set ended_at = now(), ended_by = placed_by, end_reason = 'Settled'",
  )
})

it('of a log-in and the erasure of an unused account at the same time, the second waits and gives way', async () => {
  await save({ periods: [{ class: 'account', days: 730 }] })
  const [returns, unhurried] = (await unused(800, 'returns@x.example', 'late@x.example')) as [Person, Person]
  await eraseUnusedAccounts(lab.context)
  await warnedEarlier()
  const client = await lab.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into session (token_hash, account_id, created_at, last_seen_at, idle_seconds, expires_at)
         values (sha256('a'), $1, now(), now(), 3600, now() + interval '1 day')`,
      [returns.accountId],
    )
    const night = eraseUnusedAccounts(lab.context)
    await vi.waitFor(async () => expect(await waitingForLocks(lab)).toBe(1))
    await client.query('commit')
    await night
    expect([await isErased(returns), await isErased(unhurried)]).toEqual([false, true])

    const [again] = (await unused(800, 'again@x.example')) as [Person]
    await lab.superuser.query('insert into account_warning values ($1, $2)', [again.accountId, ago(40)])
    await client.query('begin')
    await client.query(
      "insert into erasure_wish (id, account_id, way, asked_at) values ('01900000-0000-7000-8000-00000000000e', $1, 'unused', now())",
      [again.accountId],
    )
    await client.query("select carry_out_erasure('01900000-0000-7000-8000-00000000000e', 1, null, now())")
    const entering = logIn(again)
    await vi.waitFor(async () => expect(await waitingForLocks(lab)).toBe(1))
    await client.query('commit')
    expect((await entering).statusCode).toBe(401)
    const { rows } = await lab.pool.query('select 1 from session where account_id = $1', [again.accountId])
    expect(rows).toEqual([])
    const late = client.query(
      `insert into session (token_hash, account_id, created_at, last_seen_at, idle_seconds, expires_at)
         values (sha256('b'), $1, now(), now(), 3600, now() + interval '1 day')`,
      [again.accountId],
    )
    await expect(late).rejects.toThrow('this account was erased')
  } finally {
    client.release(true)
  }
})

/** Changes by a superuser who disables the triggers. */
const tamper = (statements: string) =>
  lab.superuser.query(`set session_replication_role = replica; ${statements}; reset session_replication_role`)

it('the audit trail is deleted by whole blocks, and its chain can still be verified; other missing entries are a break', async () => {
  const old = { ...lab.context, clock: { now: () => ago(4_000) } } as typeof lab.context
  const note = (id: string, context = old) =>
    audit(context, { action: 'test.changed', subject: { kind: 'thing', id } })
  // The entries of the other tests are part of the first block.
  await tamper('delete from audit; delete from audit_block; delete from audit_check')
  await note('first')
  await chainAudit(old)
  await note('second')
  await chainAudit(old)
  await note('young', lab.context)
  await chainAudit(lab.context)
  expect((await classOf('audit'))?.next.rows).toBe(2)
  await deleteExpiredRows(lab.context)
  const left = await lab.pool.query("select subject_id from audit where action = 'test.changed'")
  expect(left.rows).toEqual([{ subject_id: 'young' }])
  await chainAudit(lab.context)
  const verdict = await sayVerdict(lab.db, null, lab.config.dataDir)
  expect(verdict.lines.join('\n')).toContain('holds')

  await lab.superuser.query('update audit_pruned set until = 1000000')
  await tamper("delete from audit where subject_id = 'young'")
  expect((await sayVerdict(lab.db, null, lab.config.dataDir)).lines.join('\n')).toMatch(/was removed/)
})
