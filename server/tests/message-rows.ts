import type pg from 'pg'
import { systemClock } from '#server/platform/clock.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { openVisitTo, withSomebody } from './somebody.ts'

const site = '01900000-0000-7000-8000-000000000001'

export type Way = 'sms' | 'email'
/** A visit in three days for each channel: its person has only a phone number, or an e-mail address. */
export type MessageVisits = Readonly<Record<Way, string>>

export async function addMessageVisits(
  pool: pg.Pool,
  { accountId, email }: { accountId: string; email: string },
): Promise<MessageVisits> {
  const visits = { sms: uuidv7(systemClock), email: uuidv7(systemClock) }
  for (const [way, id] of Object.entries(visits)) {
    await pool.query(
      `${withSomebody}
      insert into visit (site_id, id, status, chair, starts_at, ends_at, during, reference, account_id, full_name, age,
         gender, contact, email, priority, created_at, person_id)
       select $1, $2, 'booked', 1, at, at + interval '15 min', tstzrange(at, at + interval '15 min'), $3, $4, 'Ama', 34,
         'female', $5, $6, 'low', now(), (select person_id from somebody)
       from (select date_trunc('day', now()) + interval '3 days' + make_interval(hours => $7) as at) t`,
      [
        site,
        id,
        way,
        accountId,
        way === 'sms' ? '+233241234567' : '',
        way === 'sms' ? '' : email,
        way === 'sms' ? 9 : 10,
      ],
    )
    await openVisitTo(pool, id, accountId)
    await pool.query(
      `insert into visit_test (site_id, visit_id, starts_at, test_code)
      select site_id, id, starts_at, 'FBC' from visit where site_id = $1 and id = $2`,
      [site, id],
    )
  }
  return visits
}

/** Inserts `count` messages about these visits, due now, on each channel in turn. */
export async function putMessages(
  pool: pg.Pool,
  visits: MessageVisits,
  { email, count, ways }: { email: string; count: number; ways: readonly Way[] },
): Promise<void> {
  const rows = Array.from({ length: count }, (_, number) => {
    const way = ways[number % ways.length] ?? 'email'
    return { id: uuidv7(systemClock), to: way === 'email' ? email : '', visitId: visits[way] }
  })
  await pool.query(
    `insert into outbox (id, kind, recipient, payload, created_at, due_at)
     select id, 'visit_changed', "to", json_build_object('siteId', $2::text, 'visitId', "visitId"),
       clock_timestamp(), clock_timestamp()
     from json_to_recordset($1) as r (id uuid, "to" text, "visitId" text)`,
    [JSON.stringify(rows), site],
  )
}
