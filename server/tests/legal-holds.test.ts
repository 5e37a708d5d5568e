import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { LegalHold } from '#contract/legal-holds.ts'
import type { Retention } from '#contract/retention.ts'
import { deleteExpiredRows } from '#server/modules/retention/index.ts'
import { after, days } from '#server/platform/clock.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'
import { mainSite } from './queue-day.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

let lab: TestApp
let bench: Bench
let hana: Person
let rita: Person
let manager: Person

beforeAll(async () => {
  ;({ lab, bench, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
  await lab.call('PUT', '/api/retention-periods', {
    by: manager,
    body: { place: 'GH', version: 1, periods: [] },
  })
})
afterAll(() => lab.close())

async function patient(fullName: string, email: string) {
  const account = await lab.signUpPatient({ fullName, email, phone: '+233 20 555 0101' })
  const details = { fullName, contact: '', email }
  const { visitId, task } = await bench.started(account, hana, ['Full Blood Count'], details)
  await bench.enter(task, normalCount, 0, hana)
  await bench.complete(task, hana)
  expect((await bench.release([task], rita)).statusCode).toBe(200)
  const { rows } = await lab.pool.query('select person_id from visit where id = $1', [visitId])
  return { account, visitId, task, email, personId: rows[0].person_id as string }
}
const place = (personId: string, by = manager) =>
  lab.call('POST', '/api/legal-holds', {
    by,
    body: { personId, kind: 'dispute', reason: 'Case 12 of 2026 before the court' },
  })
const end = (id: string, by = manager) =>
  lab.call('POST', `/api/legal-holds/${id}/end`, { by, body: { reason: 'The case is settled' } })
const holds = async (personId: string, by = manager): Promise<LegalHold[]> =>
  (await lab.call('GET', `/api/legal-holds?personId=${personId}`, { by })).json().rows
const classOf = async (name: string) => {
  const answer = await lab.call('GET', '/api/retention-periods', { by: manager })
  return (answer.json() as Retention).classes.find((one) => one.class === name)
}

it('a held person is not erased; the hold is ended once, by a manager of all sites of the person', async () => {
  const ama = await patient('Ama Held', 'ama.held@example.com')
  for (const by of [hana, ama.account]) expect((await place(ama.personId, by)).statusCode).toBe(403)
  const placed = await place(ama.personId)
  expect(placed.statusCode, placed.body).toBe(201)
  const { id } = placed.json()
  expect(await holds(ama.personId)).toMatchObject([
    { id, kind: 'dispute', placedBy: 'Mary Manager', ended: null },
  ])

  const body = { personId: ama.personId, way: 'paper', identifiedBy: ['Identity card'] }
  const wish = (await lab.call('POST', '/api/erasure-wishes', { by: manager, body })).json()
  const shown = (await lab.call('GET', `/api/erasure-wishes/${wish.id}`, { by: manager })).json()
  expect(shown.dryRun.obstacles).toEqual([{ code: 'legal_hold', total: 1 }])
  // The person does not read of the hold.
  const own = (await lab.call('GET', '/api/own-erasure', { by: ama.account })).json()
  expect(own.obstacles).toEqual([{ code: 'at_work', total: null }])
  const carryOut = () =>
    lab.call('POST', `/api/erasure-wishes/${wish.id}/carry-out`, { by: manager, body: { version: 1 } })
  expect((await carryOut()).json()).toMatchObject({ code: 'not_possible_now' })

  const added = await lab.call('POST', '/api/settings/sites', {
    by: manager,
    body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 },
  })
  const [elsewhere, partly] = [await lab.makeStaff('admin'), await lab.makeStaff('admin')]
  const limit = 'insert into account_site values ($1, $2)'
  await lab.pool.query(limit, [elsewhere.accountId, added.json().id])
  await lab.pool.query(limit, [partly.accountId, mainSite])
  expect([(await place(ama.personId, elsewhere)).statusCode, (await end(id, elsewhere)).statusCode]).toEqual([
    404, 404,
  ])
  expect(await holds(ama.personId, elsewhere)).toEqual([])
  expect((await end(id)).statusCode).toBe(200)
  expect((await end(id)).json().code).toBe('changed_meanwhile')
  expect((await holds(ama.personId, partly))[0]?.ended).toMatchObject({
    by: 'Mary Manager',
    reason: 'The case is settled',
  })
  await expect(lab.superuser.query("update legal_hold set reason = 'Another'")).rejects.toThrow(
    'is ended once',
  )
  await expect(lab.superuser.query('delete from legal_hold')).rejects.toThrow('never changed or removed')
  const { rows: trail } = await lab.pool.query(
    "select action, reason from audit where action like 'legal_hold.%' order by position",
  )
  expect(trail).toEqual([
    { action: 'legal_hold.placed', reason: 'Case 12 of 2026 before the court' },
    { action: 'legal_hold.ended', reason: 'The case is settled' },
  ])
  expect((await carryOut()).statusCode).toBe(200)
  expect((await place(ama.personId)).json().code).toBe('not_possible_now')
})

it('retention skips what belongs to held people, says how much, and deletes it after the hold', async () => {
  const kofi = await patient('Kofi Held', 'kofi.held@example.com')
  const esi = await patient('Esi Free', 'esi.free@example.com')
  const old = after(new Date(), -days(1_200))
  for (const { email, visitId } of [kofi, esi]) {
    await lab.superuser.query(
      `insert into outbox (id, kind, recipient, payload, state, created_at, due_at)
         values (gen_random_uuid(), 'otp', $1, '{}', 'sent', $2, $2),
           (gen_random_uuid(), 'visit_booked', 'clinic@example.com', jsonb_build_object('visitId', $3::text), 'sent', $2, $2)`,
      [email.toUpperCase(), old, visitId],
    )
  }
  await lab.superuser.query(
    `insert into result_draft (site_id, task_id, account_id, typed, revision, updated_at)
    select $1, unnest($2::uuid[]), $3, '{}', 1, $4`,
    [mainSite, [kofi.task, esi.task], hana.accountId, old],
  )
  const left = async () => {
    const { rows } = await lab.pool.query('select count(*)::int as n from outbox where created_at = $1', [
      old,
    ])
    const drafts = await lab.pool.query('select task_id from result_draft where updated_at = $1', [old])
    return { messages: rows[0].n, drafts: drafts.rows.map((row) => row.task_id) }
  }
  expect((await classOf('message'))?.next.rows).toBe(4)

  const { id } = (await place(kofi.personId)).json()
  expect(await classOf('message')).toMatchObject({ next: { rows: 2 }, held: 2 })
  expect(await classOf('draft')).toMatchObject({ next: { rows: 1 }, held: 1 })
  await deleteExpiredRows(lab.context)
  expect(await left()).toEqual({ messages: 2, drafts: [kofi.task] })

  expect((await end(id)).statusCode).toBe(200)
  expect(await classOf('message')).toMatchObject({ next: { rows: 2 }, held: 0 })
  await deleteExpiredRows(lab.context)
  expect(await left()).toEqual({ messages: 0, drafts: [] })
})

it('every class has a condition for held rows that PostgreSQL accepts, and the audit trail is kept while anybody is held', async () => {
  const yaa = await patient('Yaa Held', 'yaa.held@example.com')
  await lab.superuser.query(
    `set session_replication_role = replica;
     update audit set at = now() - interval '20 years' where position in (select min(position) from audit);
     insert into audit_block (number, until, rows, made_at, entries, hash)
       select 1, min(position), 1, now() - interval '20 years', decode(repeat('00', 40), 'hex'), sha256('a') from audit;
     reset session_replication_role`,
  )
  expect(await classOf('audit')).toMatchObject({ next: { rows: 1 }, held: 0 })
  const { id } = (await place(yaa.personId)).json()
  await deleteExpiredRows(lab.context)
  expect(await classOf('audit')).toMatchObject({ next: { rows: 0 }, held: 1 })
  const { rows } = await lab.superuser.query(
    'select count(*)::int as n from retention_parts() where held is null',
  )
  expect(rows).toEqual([{ n: 0 }])
  expect((await end(id)).statusCode).toBe(200)
})

it('a deletion waits for a hold that is being placed, and a hold for an erasure', async () => {
  const abla = await patient('Abla Held', 'abla.held@example.com')
  const old = after(new Date(), -days(1_200))
  await lab.superuser.query(
    `insert into outbox (id, kind, recipient, payload, state, created_at, due_at)
       values (gen_random_uuid(), 'otp', $1, '{}', 'sent', $2, $2)`,
    [abla.email, old],
  )
  const insert = `insert into legal_hold (id, person_id, kind, reason, placed_by, placed_at)
    values (gen_random_uuid(), $1, 'dispute', 'Case 13', $2, now()) returning id`
  const client = await lab.pool.connect()
  try {
    await client.query('begin')
    await client.query(insert, [abla.personId, manager.accountId])
    const deleted = deleteExpiredRows(lab.context)
    await vi.waitFor(async () => expect(await waitingForLocks(lab)).toBe(1))
    await client.query('commit')
    await deleted
    const { rows } = await lab.pool.query('select state from outbox where created_at = $1', [old])
    expect(rows).toEqual([{ state: 'sent' }])
    for (const hold of await holds(abla.personId)) await end(hold.id)

    const body = { personId: abla.personId, way: 'paper', identifiedBy: ['Identity card'] }
    const wish = (await lab.call('POST', '/api/erasure-wishes', { by: manager, body })).json()
    await client.query('begin')
    await client.query('select carry_out_erasure($1, 1, $2, now())', [wish.id, manager.accountId])
    const late = place(abla.personId)
    await vi.waitFor(async () => expect(await waitingForLocks(lab)).toBe(1))
    await client.query('commit')
    expect((await late).json().code).toBe('not_possible_now')
  } finally {
    client.release(true)
  }
})
