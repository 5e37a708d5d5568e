import type pg from 'pg'

/** People with accounts and sessions, made in bulk: signing each up would take longer than what is measured. */

export const patientToken = (number: number): string => `bench-patient-${String(number).padStart(8, '0')}`
export const patientEmail = (number: number): string => `patient${number}@example.com`

/** Patients 1 to `count`, each with a session. All have the same password hash, or none. */
export async function makePatients(
  pool: pg.Pool,
  count: number,
  passwordHash: string | null = null,
): Promise<void> {
  await pool.query(
    `insert into account (id, role, full_name, email, phone, password_hash, created_at)
     select ('01900000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'user', 'Patient ' || n,
       'patient' || n || '@example.com', '', $2, now()
     from generate_series(1, $1::int) n`,
    [count, passwordHash],
  )
  await pool.query(
    `insert into session (token_hash, account_id, created_at, last_seen_at, idle_seconds, expires_at)
     select sha256(('bench-patient-' || lpad(n::text, 8, '0'))::bytea),
       ('01900000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), now(), 2592000, now() + interval '30 days'
     from generate_series(1, $1::int) n`,
    [count],
  )
  await pool.query('vacuum analyze account, session')
}

export const patientId = (number: number): string =>
  `01900000-0000-7000-9000-${number.toString(16).padStart(12, '0')}`
export const patientNumber = (id: string): number => Number.parseInt(id.slice(-12), 16)

/** As if everyone had just been seen: sessions note that once a minute, which is not what is measured. */
export async function seeEveryone(pool: pg.Pool): Promise<void> {
  await pool.query('update session set last_seen_at = now()')
  await pool.query('vacuum session')
  // Servers keep sessions in memory until they are notified of a change.
  await pool.query("select pg_notify('live', 'session')")
}
