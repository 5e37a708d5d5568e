import { sql } from 'kysely'
import type { Priority } from '#contract/options.ts'
import type { VisitState } from '#contract/visit-states.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import type { Busy } from '../availability/availability.ts'
import type { Patient } from '../queries-visits.ts'

/** Statements of visits that are brought in from elsewhere, many at once. */

export type ImportedVisit = Patient & {
  siteId: string
  id: string
  status: VisitState
  /** Null for a visit that is over. */
  chair: number | null
  /** Instants, ISO 8601; `until` is when the chair is free again. */
  startsAt: string
  endsAt: string
  until: string
  reference: string
  accountId: string | null
  personId: string
  priority: Priority
  tests: readonly string[]
}

/** The visits as rows `r` of one parameter, so that one prepared statement serves every number of visits. */
const given = (visits: readonly (ImportedVisit & { version?: number })[]) => sql`
  jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as r ("siteId" uuid, id uuid, status text, chair int,
    "startsAt" timestamptz, "endsAt" timestamptz, until timestamptz, reference text, "accountId" uuid, "personId" uuid,
    "fullName" text, age int, gender text, contact text, email text, priority text, tests text[], version int)`

export async function insertImportedVisits(
  tx: Db,
  visits: readonly ImportedVisit[],
  now: Date,
): Promise<void> {
  await sql`
    insert into visit (site_id, id, status, chair, starts_at, ends_at, during, reference, account_id, person_id,
      full_name, age, gender, contact, email, priority, created_at)
    select r."siteId", r.id, r.status, r.chair, r."startsAt", r."endsAt", tstzrange(r."startsAt", r.until),
      r.reference, r."accountId", r."personId", r."fullName", r.age, r.gender, r.contact, r.email, r.priority, ${now}
    from ${given(visits)}`.execute(tx)
  await insertTests(tx, visits)
}

const insertTests = (tx: Db, visits: readonly ImportedVisit[]) =>
  sql`
    insert into visit_test (site_id, visit_id, starts_at, test_code)
    select v.site_id, v.id, v.starts_at, unnest(r.tests)
    from ${given(visits)} join visit v on v.site_id = r."siteId" and v.id = r.id on conflict do nothing`.execute(
    tx,
  )

/** The intervals of their chairs that visits take now, with the buffer that they were booked with. */
export async function readPlaces(db: Db, siteId: string, ids: readonly string[]): Promise<Map<string, Busy>> {
  const rows = await rowsOf(db)<Busy & { id: string }>`
    select id, chair, floor(extract(epoch from lower(during)) / 60)::int as start,
      ceil(extract(epoch from upper(during)) / 60)::int as end
    from visit where site_id = ${siteId} and id = any(${[...ids]}::uuid[]) and chair is not null`
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** Locks visits until the transaction ends, in the order of their ids as joins do; returns the account of each. */
export async function holdVisits(tx: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  const visits = await tx
    .selectFrom('visit')
    .select(['id', 'accountId'])
    .where('siteId', 'in', ({ selectFrom }) => selectFrom('site').select('site.id'))
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(visits.map(({ id, accountId }) => [id, accountId]))
}

/** Changes the visits that are still booked, to come and at the given version; returns their number. */
export async function updateImportedVisits(
  tx: Db,
  visits: readonly (ImportedVisit & { version: number })[],
  now: Date,
): Promise<number> {
  const rows = await rowsOf(tx)`
    update visit v set chair = r.chair, starts_at = r."startsAt", ends_at = r."endsAt",
      during = case when v.chair = r.chair and v.starts_at = r."startsAt" and v.ends_at = r."endsAt" then v.during
        else tstzrange(r."startsAt", r.until) end,
      account_id = r."accountId", person_id = r."personId", full_name = r."fullName", age = r.age, gender = r.gender,
      contact = r.contact, email = r.email, priority = r.priority, version = v.version + 1
    from ${given(visits)}
    where v.site_id = r."siteId" and v.id = r.id and v.version = r.version and v.status = 'booked'
      and v.starts_at > ${now}
    returning v.id`
  await sql`
    delete from visit_test t using ${given(visits)}
    where t.site_id = r."siteId" and t.visit_id = r.id and t.test_code <> all(r.tests)`.execute(tx)
  await insertTests(tx, visits)
  return rows.length
}
