import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Retention } from '#contract/retention.ts'
import { chainAudit, sayVerdict } from '#server/modules/insights/index.ts'
import { deleteExpiredRows } from '#server/modules/retention/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days } from '#server/platform/clock.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'

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
