import type pg from 'pg'
import { expect } from 'vitest'
import { chairDaysAstray } from '../chair-days.ts'
import { type Attempt, ask, type Cancelling } from './crash-clients.ts'

/** Counts of inconsistent rows, by the inconsistency. Each must be 0. */
const halfStates = `
with booked as (select * from visit where status <> 'held')
select
  (select count(*) from booked v where 1 <> (
    select count(*) from audit a where a.action = 'visit.booked' and a.subject_id = v.id::text))
    as "visits without exactly one audit row",
  (select count(*) from audit a where a.action = 'visit.booked'
    and not exists (select from booked v where v.id::text = a.subject_id)) as "audit rows without their visit",
  (select count(*) from booked v where 2 <> (
    select count(*) from visit_test t where t.site_id = v.site_id and t.visit_id = v.id))
    as "visits without their two tests",
  (select count(*) from booked v where 1 <> (
    select count(*) from outbox o where o.kind = 'visit_booked' and o.payload ->> 'visitId' = v.id::text))
    as "visits without exactly one mail",
  (select count(*) from outbox o where o.kind = 'visit_booked'
    and not exists (select from booked v where v.id::text = o.payload ->> 'visitId')) as "mails without their visit",
  (select count(*) from booked v where 1 <> (
    select count(*) from idempotent_answer i where i.answer -> 'appointment' ->> 'id' = v.id::text))
    as "visits without exactly one kept answer",
  (select count(*) from idempotent_answer i
    where not exists (select from booked v where v.id::text = i.answer -> 'appointment' ->> 'id'))
    as "kept answers without their visit",
  (select count(*) from booked v where (v.status = 'cancelled')::int <> (
    select count(*) from audit a where a.action = 'visit.cancelled' and a.subject_id = v.id::text))
    as "cancelled visits and audit rows that disagree",
  (select count(*) from booked v where (v.status = 'cancelled')::int <> (
    select count(*) from outbox o where o.kind = 'visit_cancelled' and o.payload ->> 'visitId' = v.id::text))
    as "cancelled visits and mails that disagree",
  (select count(*) from visit a join visit b on a.site_id = b.site_id and a.chair = b.chair and a.id < b.id
    and a.during && b.during and a.status <> 'cancelled' and b.status <> 'cancelled') as "overlaps on a chair"`

export async function expectNoHalfState(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Record<string, number>>(halfStates)
  const wrong = Object.entries(rows[0] ?? {}).filter(([, count]) => count !== 0)
  expect(wrong).toEqual([])
  expect(await chairDaysAstray(pool)).toEqual([])
}

type Kept = { key: string; visits: number; answer: unknown; status: string; reference: string }

/**
 * Acknowledged bookings exist once, as answered; refused ones do not exist; unknown ones exist
 * at most once. There are no other visits.
 */
export async function expectKept(
  pool: pg.Pool,
  attempts: readonly Attempt[],
  cancellings: readonly Cancelling[],
): Promise<void> {
  await expectNoHalfState(pool)
  const { rows } = await pool.query<Kept>(`
    select i.key, i.answer, v.status, v.reference
    from idempotent_answer i join visit v on v.id::text = i.answer -> 'appointment' ->> 'id'`)
  const kept = new Map(rows.map((row) => [row.key, row]))
  expect(kept.size).toBe(rows.length)
  for (const { key, outcome, answer } of attempts) {
    const row = kept.get(key)
    kept.delete(key)
    if (outcome === 'acknowledged') {
      expect(row).toMatchObject({ answer, reference: answer?.appointment.reference })
    } else if (outcome === 'refused') {
      expect(row).toBeUndefined()
    }
  }
  expect([...kept.keys()]).toEqual([])

  const cancelled = new Set(
    rows
      .filter((row) => row.status === 'cancelled')
      .map((row) => (row.answer as { appointment: { id: string } }).appointment.id),
  )
  for (const { visitId, acknowledged } of cancellings) {
    if (acknowledged) expect(cancelled).toContain(visitId)
  }
}

/** Retries every unanswered request with its idempotency key: each is then answered and has at most one visit. */
export async function askAgain(url: string, pool: pg.Pool, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts.filter(({ outcome }) => outcome === 'unknown')) {
    const before = await keptAnswers(pool, attempt.key)
    expect(before.length).toBeLessThanOrEqual(1)
    await ask(url, attempt)
    if (attempt.outcome === 'refused') expect(attempt.others.at(-1)?.status).toBe(409)
    else expect(attempt.outcome).toBe('acknowledged')
    // If the first request was executed, this returns its answer without a second visit.
    if (before[0] !== undefined) expect(attempt.answer).toEqual(before[0])
  }
}

async function keptAnswers(pool: pg.Pool, key: string): Promise<unknown[]> {
  const { rows } = await pool.query('select answer from idempotent_answer where key = $1', [key])
  return rows.map((row) => row.answer)
}
