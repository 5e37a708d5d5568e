import type { TestApp } from './harness.ts'

/** Number of statements waiting for a lock. */
export async function waitingForLocks({ pool }: TestApp): Promise<number> {
  const { rows } = await pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}
