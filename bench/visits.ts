import type pg from 'pg'
import { dayFromToday, makeSite, siteId } from './places.ts'

/**
 * The laboratory as it grows. Each step adds sites and, to all sites so far, older days; the coming eight weeks of
 * every site are full to 60 to 90 %.
 */
const growth = [
  { visits: 10_000, chairs: [4] },
  { visits: 100_000, chairs: [4, 8, 12] },
  { visits: 1_000_000, chairs: [4, 8, 12, 16, 20] },
]
const comingDays = 56

/** Fewer visits than the first step makes: of one site, with only a week to come. */
const small = (visits: number) => [{ visits, chairs: [4], comingDays: 7 }]

/** How far the laboratory has grown. */
export type Grown = { visits: number; sites: number; oldestDay: number; seconds: number }

/** Steps of growth up to `most` visits, each made when it is asked for. Patients 1 to 1,000 must be there. */
export async function* growVisits(pool: pg.Pool, most: number): AsyncGenerator<Grown> {
  let [sites, oldestDay] = [0, 0]
  const steps = growth.filter(({ visits }) => visits <= most).map((step) => ({ ...step, comingDays }))
  for (const { visits: goal, chairs, comingDays: to } of steps.length > 0 ? steps : small(most)) {
    const start = performance.now()
    // Noted for all at once afterwards: visit by visit would take as long again.
    await pool.query('alter table visit disable trigger visit_keeps_chair_day')
    for (const count of chairs.slice(sites)) {
      sites++
      await makeSite(pool, sites + 1, count)
      await makeVisits(pool, sites + 1, { from: -oldestDay, to })
    }
    oldestDay = await makeOlder(pool, goal, sites, oldestDay)
    await noteChairDays(pool)
    await pool.query('alter table visit enable trigger visit_keeps_chair_day')
    await pool.query('vacuum analyze visit, chair_day')
    yield { visits: await count(pool), sites, oldestDay, seconds: (performance.now() - start) / 1000 }
  }
}

/** What the trigger would have noted of every visit there is. */
async function noteChairDays(pool: pg.Pool): Promise<void> {
  await pool.query('truncate chair_day')
  await pool.query(
    `insert into chair_day (site_id, day, chair, taken)
     select site_id, (starts_at at time zone 'UTC')::date, chair,
       range_agg(minutes_of_day(during, (starts_at at time zone 'UTC')::date))
     from visit where takes_chair(status) group by 1, 2, 3`,
  )
}

async function count(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(*) as n from visit')
  return rows[0]?.n ?? 0
}

/** Adds days to the past of all sites until the table has about `goal` visits; answers how far back it goes now. */
async function makeOlder(pool: pg.Pool, goal: number, sites: number, oldest: number): Promise<number> {
  const before = await count(pool)
  if (before >= goal) return oldest
  // What a day brings is known after a week of it.
  const week = await makeDays(pool, sites, oldest, 7)
  const perDay = ((await count(pool)) - before) / 7
  return makeDays(pool, sites, week, Math.max(0, Math.ceil((goal - before) / perDay) - 7))
}

async function makeDays(pool: pg.Pool, sites: number, oldest: number, days: number): Promise<number> {
  for (let number = 2; number <= sites + 1; number++) {
    await makeVisits(pool, number, { from: -oldest - days, to: -oldest })
  }
  return oldest + days
}

/** Each of the thousand accounts books for ten people, so that each person has a hundred of a million visits. */
const peopleOfAccount = 10

/**
 * Visits of 15 or 30 minutes on every chair of a site, on the days `from` to before `to`, counted from today. Past
 * ones are completed, cancelled or missed; each coming day is full to its own share.
 */
async function makeVisits(
  pool: pg.Pool,
  site: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await pool.query(
    `insert into person (id, full_name, sex, birth_date, birth_precision, created_at)
     select ('01900000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid,
       (array['Ama', 'Kofi', 'Yaw', 'Esi', 'Abena', 'Kwame', 'Akua', 'Kojo', 'Adwoa', 'Kwesi'])[1 + n % 10] || ' Patient' || n / 10 % 500,
       'female', '1984-01-01', 'estimated', now()
     from generate_series(1, 1000 * $1::int) n on conflict do nothing`,
    [peopleOfAccount],
  )
  await pool.query(
    `insert into account_person (account_id, number, person_id, kind, since)
     select a.id, 1 + nth, p.id, case when nth = 0 then 'self' else 'other' end, now()
     from generate_series(1, 1000) n cross join generate_series(0, $1::int - 1) nth
       join account a on a.id = ('01900000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid
       join person p on p.id = ('01900000-0000-7000-9000-' || lpad(to_hex(n + 1000 * nth), 12, '0'))::uuid
     on conflict do nothing`,
    [peopleOfAccount],
  )
  await pool.query(
    `insert into visit (site_id, id, status, chair, starts_at, ends_at, during, reference, account_id, full_name, age,
       gender, contact, email, priority, created_at, person_id)
     select c.site_id, gen_random_uuid(),
       case when starts > now() then case when random() < 0.95 then 'booked' else 'cancelled' end
         when random() < 0.85 then 'completed' when random() < 0.5 then 'cancelled' else 'no_show' end,
       c.number, starts, starts + length, tstzrange(starts, starts + length),
       upper(substr(md5(random()::text), 1, 12)),
       whose,
       p.full_name, 40, 'female', '+233 24 123 4567', 'patient@example.com', 'low', starts - interval '7 days', p.id
     from chair c
     cross join lateral (
       select $4::timestamptz + make_interval(days => day, mins => 420 + 30 * half) as at, full_to
       from (select day, 0.6 + 0.3 * random() as full_to from generate_series($2::int, $3::int - 1) day) days,
         generate_series(0, 23) half
       where c.number > 0
     ) halves
     cross join lateral (select random() as draw where c.number > 0 and halves.at is not null) drawn
     cross join lateral (
       select at as starts, interval '30 minutes' as length where draw < 0.2 * full_to
       union all
       select at + make_interval(mins => quarter), interval '15 minutes'
       from (values (0), (15)) quarters (quarter)
       where draw >= 0.2 * full_to and random() < full_to and halves.at is not null
     ) visits
     cross join lateral (
       select 1 + (random() * 999)::int as n, (random() * ($5::int - 1))::int as nth where starts is not null
     ) drawn_owner
     cross join lateral (
       select ('01900000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid as whose,
         ('01900000-0000-7000-9000-' || lpad(to_hex(n + 1000 * nth), 12, '0'))::uuid as person
     ) owner
     join person p on p.id = owner.person
     where c.site_id = $1`,
    [siteId(site), from, to, dayFromToday(0), peopleOfAccount],
  )
}
