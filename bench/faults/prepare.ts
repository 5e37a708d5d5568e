import type pg from 'pg'
import { makePrices } from '../day-people.ts'
import { makePatients, patientId } from '../patients.ts'
import { makeSite, siteId } from '../places.ts'
import { makeManager } from '../samples.ts'

/** People, prices, chairs and finished work for the clients. */

export const bookingSite = siteId(1)
/** The site of the tasks that wait for release: its visits were not booked by the clients. */
export const benchSite = siteId(2)
export const chairs = 8

const staff = (number: number, token: string) => ({ id: patientId(1_000_001 + number), token })
const technician = staff(0, 'faults-technician-of-the-bench')
export const releaser = staff(1, 'faults-releaser-of-the-bench')
export const cashiers = Array.from({ length: 8 }, (_, number) =>
  staff(2 + number, `faults-cashier-number-${number}`),
)

export type People = { patients: number; tasks: string[] }

export async function prepare(
  pool: pg.Pool,
  { patients, releases }: { patients: number; releases: number },
): Promise<People> {
  await makePatients(pool, patients)
  await makeSite(pool, 1, chairs)
  await makeSite(pool, 2, 1)
  for (const one of [technician, releaser, ...cashiers]) await makeManager(pool, one)
  await makePrices(pool, releaser.id)
  await pool.query(
    `insert into till (id, site_id, account_id, currency, float_amount, opened_at)
     select gen_random_uuid(), $1, unnest($2::uuid[]), 'GHS', 10000, now()`,
    [bookingSite, cashiers.map(({ id }) => id)],
  )
  return { patients, tasks: await makeTasks(pool, releases) }
}

/** Blood sugars of yesterday with their results, each of a visit of its own, which wait for release. */
async function makeTasks(pool: pg.Pool, count: number): Promise<string[]> {
  await pool.query(
    `insert into person (id, full_name, sex, birth_date, birth_precision, created_at)
     select $1, 'Ama Mensah', 'female', '1984-01-01', 'estimated', now()`,
    [patientId(1)],
  )
  await pool.query(
    `insert into account_person (account_id, number, person_id, kind, since) values ($1, 1, $1, 'self', now())`,
    [patientId(1)],
  )
  await pool.query(
    `insert into visit (site_id, id, status, starts_at, ends_at, during, reference, account_id, full_name, age, gender, contact,
       email, priority, created_at, person_id)
     select $1, gen_random_uuid(), 'in_progress', at, at + interval '15 minutes', tstzrange(at, at + interval '15 minutes'),
       upper(substr(md5(n::text), 1, 12)), $2, 'Ama Mensah', 40, 'female', '+233 24 123 4567', 'ama@example.com', 'low', at, $2
     from generate_series(1, $3::int) n, lateral (select date_trunc('day', now()) - make_interval(days => 1, secs => n) as at) of_visit`,
    [benchSite, patientId(1), count],
  )
  await pool.query(
    `insert into visit_test (site_id, visit_id, starts_at, test_code) select site_id, id, starts_at, 'GLU' from visit where site_id = $1`,
    [benchSite],
  )
  await pool.query(
    `insert into sample (site_id, id, visit_id, accession, status, collection, specimen, tube, collected_at, collected_by, place,
       identified_by, prepared, received_at, received_by)
     select site_id, gen_random_uuid(), id, lpad(row_number() over ()::text, 14, '0'), 'received', 'blood', 'Venous blood',
       'EDTA (purple)', starts_at, $2, 'Chair 1', '{Full name,Age}', 'yes', starts_at, $2
     from visit where site_id = $1`,
    [benchSite, technician.id],
  )
  await pool.query(
    `insert into task (site_id, id, visit_id, sample_id, test_code, panel_version, status, rank, due_at, created_at, claimed_by,
       started_at, completed_by, completed_at)
     select site_id, gen_random_uuid(), visit_id, id, 'GLU', 1, 'completed', 0, collected_at + interval '1 day', collected_at,
       $2, collected_at, $2, collected_at
     from sample where site_id = $1`,
    [benchSite, technician.id],
  )
  await pool.query(
    `insert into result (site_id, task_id, analyte_code, number, text, flag, entered_by, entered_at)
     select k.site_id, k.id, a.code, case when a.kind = 'quantity' then 5 end,
       case a.kind when 'quantity' then null when 'text' then 'Nothing unusual' else a.options[1] end, '', $2, k.completed_at
     from task k join test_analyte p on p.test_code = k.test_code and p.version = k.panel_version
       join analyte a on a.code = p.analyte_code
     where k.site_id = $1`,
    [benchSite, technician.id],
  )
  const { rows } = await pool.query<{ id: string }>('select id from task where site_id = $1', [benchSite])
  return rows.map(({ id }) => id)
}
