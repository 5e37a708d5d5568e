import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { importerOf, visitFile, visitRow } from './import-files.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

let lab: TestApp
let manager: Person
let other: Person
let sources = 0

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin')
  other = await lab.makeStaff('admin')
})
afterAll(() => lab.close())

const { preview, send } = importerOf(
  () => lab,
  () => ({ by: manager, source: `Old system ${sources}` }),
)

const patience = { timeout: 15_000 }

type Stop = [string, unknown[]]
/** Stops an import when it has chosen the changes of each row and locked the plan, before it writes anything. */
const beforeWriting = (): Stop => ['select from account where id = $1 for update', [manager.accountId]]
/** Stops an import when it has chosen the accounts of the visits: it then deletes expired holds and writes the first visit. */
const beforeVisits: Stop = ["select from visit where status = 'held' for update", []]

/**
 * Starts an import that blocks where a statement in `stop` takes the lock, starts `second`, which ends or waits
 * for the import, and then releases both. Returns both answers.
 */
async function importDuring<B>(file: string, stop: Stop, second: () => Promise<B>) {
  sources++
  const { token } = await preview('appointments', file)
  const holder = await lab.pool.connect()
  const both = async () => {
    const imported = send('apply', 'appointments', file, { token })
    await vi.waitFor(async () => expect(await waitingForLocks(lab)).toBe(1), patience)
    let ended = false
    const done = second().finally(() => {
      ended = true
    })
    await vi.waitFor(async () => expect(ended || (await waitingForLocks(lab)) === 2).toBe(true), patience)
    return { imported, done }
  }
  try {
    await holder.query('begin')
    await holder.query(...stop)
    const { imported, done } = await both()
    await holder.query('rollback')
    return await Promise.all([imported, done])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

describe('an import concurrent with other changes', () => {
  it('an import and a closure of the laboratory at the same moment both succeed', async () => {
    const [imported, closed] = await importDuring(visitFile(visitRow()), beforeWriting(), () =>
      lab.call('POST', '/api/settings/closures', {
        by: other,
        body: { from: '2026-03-19T08:00', to: '2026-03-19T09:00', reason: 'Stocktaking', visits: [] },
      }),
    )
    expect([imported.statusCode, closed.statusCode], imported.body + closed.body).toEqual([200, 201])
  })

  it('an import leaves no visit on an account that is closed at the same moment', async () => {
    const hold = () =>
      lab.pool.query(
        `insert into visit (site_id, id, status, chair, starts_at, ends_at, during, hold_token_hash, hold_expires_at,
           created_at)
         select site_id, gen_random_uuid(), 'held', number, at, at + interval '15 min',
           tstzrange(at, at + interval '15 min'), '\\x01', at, at
         from chair, (select timestamptz '2026-03-01T10:00Z' as at) long_ago limit 1`,
      )
    const leaver = await lab.signUpPatient()
    const file = visitFile(visitRow({ 5: leaver.email, 8: '10:00' }))
    await hold()
    const [imported, closed] = await importDuring(file, beforeVisits, () =>
      lab.call('DELETE', '/api/auth/profile', { by: leaver, body: {} }),
    )
    expect([imported.statusCode, closed.statusCode], imported.body + closed.body).toEqual([200, 200])
    const left = await lab.pool.query(
      `select a.email from visit v join account a on a.id = v.account_id where v.status = 'booked' and a.status <> 'Active'`,
    )
    expect(left.rows).toEqual([])
    const { rows: cancelled } = await lab.pool.query('select status from visit where account_id = $1', [
      leaver.accountId,
    ])
    expect(cancelled).toEqual([{ status: 'cancelled' }])
  })

  it('an import must be previewed again if its account was closed meanwhile', async () => {
    const leaver = await lab.signUpPatient()
    const file = visitFile(visitRow({ 5: leaver.email, 8: '13:00' }))
    const [imported, left] = await importDuring(file, beforeWriting(), () =>
      lab.call('DELETE', '/api/auth/profile', { by: leaver, body: {} }),
    )
    expect(left.statusCode, left.body).toBe(200)
    expect([imported.statusCode, imported.json().code]).toEqual([409, 'changed_meanwhile'])
    const { rows } = await lab.pool.query('select from visit where email = $1', [leaver.email])
    expect(rows).toEqual([])
  })
})
