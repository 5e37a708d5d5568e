import { spawn } from 'node:child_process'
import type pg from 'pg'
import { type Laboratory, migratedDataDir, openLaboratory } from './laboratory.ts'
import { patientId } from './patients.ts'
import { makeManager } from './samples.ts'

/** A year of a laboratory with three sites as `npm run seed` writes it, and the manager who asks. */

export const manager = { id: patientId(1_000_003), token: 'bench-year-manager' }
/** One of them, whom a single visit is given. */
export const rareName = 'Zephaniah Okonjo'

export type Year = { laboratory: Laboratory; seconds: number; rows: Record<string, number> }

export async function openYear(visits: number, days: number): Promise<Year> {
  const dataDir = await migratedDataDir()
  const start = performance.now()
  await seed(dataDir, visits, days)
  const seconds = (performance.now() - start) / 1000
  const laboratory = await openLaboratory({}, dataDir)
  await prepare(laboratory.pool)
  return { laboratory, seconds, rows: await rowsOf(laboratory.pool) }
}

/** With the product stopped, as the seeding tool wants it. */
function seed(dataDir: string, visits: number, days: number): Promise<void> {
  const reports = String(Math.min(50, visits / 100))
  const ask = ['--visits', String(visits), '--days', String(days), '--sites', '3', '--reports', reports]
  const child = spawn(process.execPath, ['server/src/seed.ts', ...ask], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let failure = ''
  child.stderr.on('data', (chunk: Buffer) => {
    failure += chunk.toString()
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`Seeding ended with ${code}: ${failure}`)),
    )
  })
}

/** What a year has besides: a manager, a message for every second visit, and what people wrote to the laboratory. */
async function prepare(pool: pg.Pool): Promise<void> {
  await makeManager(pool, manager)
  await pool.query(
    `insert into outbox (id, kind, recipient, payload, state, created_at, due_at, attempts, sent_at, spread_at)
     select uuidv7(created_at - now()), 'visit_booked', email, jsonb_build_object('visitId', id, 'siteId', site_id),
       case when hashtext(reference) % 50 = 0 then 'failed' else 'sent' end, created_at, created_at, 1, created_at, created_at
     from visit where email <> '' and hashtext(reference) % 2 = 0`,
  )
  await pool.query(
    `insert into contact_message (id, name, email, message, network, received_at)
     select uuidv7(created_at - now()), full_name, email, 'When do you open on Saturday?', 'seeded', created_at
     from visit where email <> '' and hashtext(reference) % 200 = 0`,
  )
  await pool.query(
    `update visit set full_name = $1 where id = (select id from visit where status = 'completed' order by md5(id::text) limit 1)`,
    [rareName],
  )
  await pool.query('vacuum analyze outbox, contact_message, visit, account, session')
}

async function rowsOf(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<Record<string, number>>(
    `select (select count(*) from visit) as visits, (select count(*) from account) as accounts,
       (select count(*) from result) as results, (select count(*) from audit) as "audit rows"`,
  )
  return rows[0] ?? {}
}

/** What the calls ask for, found in the data. */
export type Facts = {
  day: string
  sites: string[]
  phone: string
  email: string
  reference: string
  accession: string
  /** Completed visits, their accounts and one of the staff. */
  visits: string[]
  accounts: string[]
  staff: string
}

export async function readFacts(pool: pg.Pool): Promise<Facts> {
  const { rows: visits } = await pool.query<{
    id: string
    account: string
    phone: string
    email: string
    reference: string
    accession: string
  }>(
    `select v.id, v.account_id as account, v.contact as phone, v.email, v.reference, s.accession
     from visit v join sample s on s.site_id = v.site_id and s.visit_id = v.id
     where v.status = 'completed' and v.account_id is not null and v.email <> '' order by md5(v.id::text) limit 20`,
  )
  const { rows: sites } = await pool.query<{ id: string }>('select id from site order by number')
  const { rows: days } = await pool.query<{ day: string }>(
    `select max(starts_at)::date as day from visit where status = 'completed'`,
  )
  const { rows: staff } = await pool.query<{ id: string }>(
    `select collected_by as id from sample group by 1 order by count(*) desc limit 1`,
  )
  const [one] = visits
  if (!one || !days[0] || !staff[0]) throw new Error('The year is empty')
  return {
    ...one,
    day: days[0].day,
    sites: sites.map(({ id }) => id),
    visits: visits.map(({ id }) => id),
    accounts: visits.map(({ account }) => account),
    staff: staff[0].id,
  }
}
