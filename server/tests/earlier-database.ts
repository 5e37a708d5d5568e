import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** A database of an earlier version, to be upgraded. */

const folder = new URL('../migrations/', import.meta.url)

/** Migrates an empty database up to the version with this last migration. */
export async function migrateUpTo(pool: pg.Pool, last: string): Promise<void> {
  await pool.query(
    'create table migration (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
  )
  for (const name of readdirSync(folder).sort()) {
    if (name > `${last}.sql`) break
    const sql = readFileSync(new URL(name, folder), 'utf8')
    await pool.query(sql)
    const checksum = createHash('sha256').update(sql).digest('hex')
    await pool.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
  }
}

/**
 * Visits, reports and audit entries in a database without persons. Of ten visits six belong to an account: four of its holder,
 * one of a daughter, one of a son with the holder's name in every second family. Four are repeated walk-ins, two of them with one
 * name and number and ages that cannot be of one person.
 */
export async function fillBeforePersons(pool: pg.Pool, visits: number): Promise<void> {
  await pool.query(
    `insert into account (id, role, full_name, email, phone, created_at)
     select gen_random_uuid(), 'user', 'Holder ' || n || ' Mensah', 'holder' || n || '@example.com', '', timestamptz '2023-01-01'
     from generate_series(1, ($1::int + 49) / 50) n
     union all select gen_random_uuid(), 'admin', 'Mabel Manager', 'mabel@example.com', '', timestamptz '2023-01-01'`,
    [visits],
  )
  await pool.query(
    `insert into visit (site_id, id, status, starts_at, ends_at, during, reference, account_id, full_name, age, gender, contact,
       email, priority, created_at, walk_in)
     select s.id, gen_random_uuid(), 'completed', at, at + interval '15 min', tstzrange(at, at + interval '15 min'), 'E' || i,
       a.id,
       case when a.id is null then 'Walker ' || family || ' Owusu' when kind = 4 then 'Daughter ' || family || ' Mensah'
         else a.full_name end,
       extract(year from at)::int - case when a.id is null then case when kind = 9 then 2008 else 1985 end
         when kind = 4 then 2018 when kind = 5 and family % 2 = 0 then 2012 else 1980 end,
       case when kind = 4 then 'female' else 'male' end,
       '+233 24 ' || lpad(family::text, 7, '0'), '', 'low', at, a.id is null
     from generate_series(1, $1::int) i
       cross join lateral (select i % 10 as kind, 1 + (i - 1) / 50 as family,
         timestamptz '2023-01-02' + (i % 1000) * interval '1 day' + (i % 40) * interval '15 min' as at) v
       cross join (select id from site order by created_at limit 1) s
       left join account a on kind < 6 and a.email = 'holder' || family || '@example.com'`,
    [visits],
  )
  await pool.query(
    `insert into report (site_id, visit_id, version, code, content, pdf, released_by, released_at)
     select v.site_id, v.id, 1, v.reference, jsonb_build_object('patient', v.full_name, 'age', v.age), decode(md5(v.reference), 'hex'),
       m.id, v.starts_at
     from visit v cross join (select id from account where role = 'admin') m where right(v.reference, 1) = '0'`,
  )
  await pool.query(
    `insert into audit (id, at, account_id, role, network, action, subject_kind, subject_id, after)
     select gen_random_uuid(), v.created_at, v.account_id, 'user', 'test', 'visit.booked', 'visit', v.id::text,
       jsonb_build_object('patient', v.full_name)
     from visit v where right(v.reference, 1) in ('1', '5')`,
  )
  await pool.query('vacuum analyze')
}

/** Data that an upgrade may not change: the number of rows, and every byte of reports and audit entries. */
export async function keptByUpgrade(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query(`
    select (select count(*) from visit) as visits, (select count(*) from account) as accounts,
      (select md5(string_agg(md5(v::text), '' order by v.id)) from (select id, reference, status, starts_at, full_name, age, gender,
        contact, email, account_id, version from visit) v) as "what visits state",
      (select md5(string_agg(md5(r::text), '' order by r.code)) from report r) as reports,
      (select md5(string_agg(md5(a::text), '' order by a.id)) from audit a) as trail,
      (select md5(string_agg(md5(b::text), '' order by b.number)) from audit_block b) as chain`)
  return rows[0]
}

/** The persons after the upgrade. */
export async function madeByUpgrade(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query(`
    select (select count(*)::int from person) as persons,
      (select count(*)::int from visit where status <> 'held' and person_id is null) as "visits of nobody",
      (select count(*)::int from account_person where kind = 'self') as "accounts that are a person",
      (select count(*)::int from visit v where v.account_id is not null and not exists (
        select from account_person k where k.account_id = v.account_id and k.person_id = v.person_id)) as "visits closed to their account"`)
  return rows[0]
}
