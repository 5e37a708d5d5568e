import type pg from 'pg'
import { patientId } from './patients.ts'
import { growVisits } from './visits.ts'

/** How a bench's tasks stand while it works: what is waiting, under way, and waiting for a second person. */
const atWork = { pending: 700, inProgress: 300, toRelease: 300 }

/** Person who did everything so far, and who will ask in the measurements. */
export const technician = { id: patientId(1_000_001), token: 'bench-technician' }
export const releaser = { id: patientId(1_000_002), token: 'bench-second-technician' }

/**
 * A laboratory with `count` samples, each with one task: nine in ten released with all their results, the latest ones
 * as they stand at work. Patients 1 to 1,000 must be there.
 */
export async function makeSamples(pool: pg.Pool, count: number): Promise<void> {
  for (const one of [technician, releaser]) await makeManager(pool, one)
  const most = count < 5_000 ? 2 * count : count > 50_000 ? 1_000_000 : 100_000
  for await (const _ of growVisits(pool, most)) {
    if ((await pastVisits(pool)) >= count) break
  }
  const { rows } = await pool.query<{ last: Date }>(
    `select starts_at as last from visit where status = 'completed' order by starts_at desc limit 1`,
  )
  if (!rows[0]) throw new Error('There are no visits')
  await pool.query(
    `insert into sample (site_id, id, visit_id, accession, status, collection, specimen, tube, collected_at, collected_by,
       place, identified_by, prepared, received_at, received_by)
     select site_id, gen_random_uuid(), id, lpad(row_number() over (order by starts_at)::text, 14, '0'), 'received', 'blood',
       'Venous blood', 'EDTA (purple)', starts_at, $2, 'Chair 1', '{Full name,Age}', 'yes',
       starts_at + interval '10 minutes', $2
     from (select * from visit where status = 'completed' order by starts_at desc limit $1) latest`,
    [count, technician.id],
  )
  await pool.query(
    `insert into task (site_id, id, visit_id, sample_id, test_code, panel_version, status, rank, due_at, created_at, claimed_by, started_at,
       completed_by, completed_at, released_by, released_at)
     select site_id, gen_random_uuid(), visit_id, id, test, 1, status, (random() * 2)::int, collected_at + interval '1 day',
       collected_at, case when status <> 'pending' then $1::uuid end,
       case when status <> 'pending' then collected_at + interval '20 minutes' end,
       case when status = 'completed' then $1::uuid end,
       case when status = 'completed' then collected_at + interval '1 hour' end,
       case when row_number > $5 then $2::uuid end, case when row_number > $5 then collected_at + interval '2 hours' end
     from (select s.site_id, s.id, s.visit_id, s.collected_at, row_number, (array['FBC', 'FBC', 'GLU', 'ESR', 'MPS', 'SICK'])[1 + row_number % 6] as test,
         case when row_number <= $3 then 'pending' when row_number <= $4 then 'in_progress' else 'completed' end as status
       from (select s.*, row_number() over (order by accession desc) from sample s) s) drawn`,
    [
      technician.id,
      releaser.id,
      atWork.pending,
      atWork.pending + atWork.inProgress,
      atWork.pending + atWork.inProgress + atWork.toRelease,
    ],
  )
  await pool.query(`insert into visit_test (site_id, visit_id, starts_at, test_code)
    select v.site_id, v.id, v.starts_at, k.test_code from task k join visit v on v.site_id = k.site_id and v.id = k.visit_id`)
  await pool.query(
    `insert into result (site_id, task_id, analyte_code, number, text, flag, entered_by, entered_at)
     select k.site_id, k.id, a.code, case when a.kind = 'quantity' then a.lowest + (a.highest - a.lowest) * 0.1 * random() end,
       case a.kind when 'quantity' then null when 'text' then 'Nothing unusual' else a.options[1] end, '', $1, k.completed_at
     from task k join test_analyte p on p.test_code = k.test_code and p.version = k.panel_version join analyte a on a.code = p.analyte_code
     where k.status = 'completed'`,
    [technician.id],
  )
  await pool.query('vacuum analyze sample, task, visit_test, result')
}

async function pastVisits(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from visit where status = 'completed'`,
  )
  return rows[0]?.n ?? 0
}

/** Who may do the tests of every specialty and ask for every figure, with a session. */
export async function makeManager(pool: pg.Pool, { id, token }: typeof technician): Promise<void> {
  await pool.query(
    `insert into account (id, role, full_name, email, phone, created_at) values ($1, 'admin', $2, $2 || '@example.com', '', now())`,
    [id, token],
  )
  await pool.query(
    `insert into session (token_hash, account_id, created_at, last_seen_at, idle_seconds, expires_at)
     values (sha256($2::bytea), $1, now(), now(), 86400, now() + interval '1 day')`,
    [id, token],
  )
}

/** Tasks that are not released, by test and state. */
export async function tasksOf(
  pool: pg.Pool,
  testCode: string,
  status: 'in_progress' | 'completed',
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from task where test_code = $1 and status = $2 and released_at is null order by id`,
    [testCode, status],
  )
  return rows.map((row) => row.id)
}
