import type { Priority } from '#contract/options.ts'
import type { Placed } from '#server/modules/people/index.ts'
import { firstExtra } from '#server/modules/sites/index.ts'
import type { Db } from '#server/platform/database.ts'
import { gather } from '#server/platform/gather.ts'
import { countOf } from '#server/platform/measures.ts'
import { statement } from '#server/platform/statement.ts'
import { occupies, type Place, timesOf } from '../availability/queries-chairs.ts'
import type { Patient } from '../queries-visits.ts'

/** The statement that books a visit. */

/** The parameters of the statement, by name; instants and the columns of a new person are derived from them. */
export type NewVisit = Place & {
  id: string
  reference: string
  accountId: string | null
  patient: Patient
  person: Placed
  priority: Priority
  tests: readonly string[]
  /** The package of each of these tests. */
  packages: readonly (string | null)[]
  now: Date
  /** Taken when it is free, for a visit that comes from a hold. */
  preferredChair: number | null
  /** The plan that was decided by, and how many visits to come its owner may have, this one included. */
  planVersion: string
  mostUpcoming: number
  /** How many places beyond the chairs may be taken at this time. */
  overbookLimit: number
  reason: string | null
  auditId: string
  /** Null for a program. */
  actorId: string | null
  /** The client of a program; null for a person. */
  clientId: string | null
  role: string | null
  network: string
  auditAfter: object
  /** Null for a visit without a message. */
  mailId: string | null
  mailTo: string | null
  mailPayload: object | null
  /** Null for a request without an idempotency key. */
  key: string | null
  requestHash: Buffer | null
  answer: object | null
  /** What the client of a program calls the visit, once, and the hash of what it asked for; null for a visit without. */
  identifier: string | null
  identifierHash: Buffer | null
}

/** The row of a visit in the parameter of the statement. */
const rowOf = ({ patient, person, ...visit }: NewVisit) => {
  const { personId, added } = person
  const hashes = { requestHash: bytea(visit.requestHash), identifierHash: bytea(visit.identifierHash) }
  return { ...added, ...patient, ...visit, ...timesOf(visit), personId, isNew: added !== null, ...hashes }
}

const bytea = (bytes: Buffer | null) => bytes && `\\x${bytes.toString('hex')}`

/** The columns of the parameter of the statement. The names are those of `rowOf`. */
const asked = `"siteId" uuid, id uuid, reference text, "accountId" uuid, "personId" uuid, "fullName" text, age smallint, gender text,
  contact text, email text, priority text, tests text[], packages text[], start timestamptz, "end" timestamptz, until timestamptz,
  now timestamptz, "preferredChair" smallint, "planVersion" uuid, "mostUpcoming" int, "overbookLimit" int, reason text,
  "auditId" uuid, "actorId" uuid, "clientId" uuid, role text, network text, "auditAfter" jsonb, "mailId" uuid, "mailTo" text, "mailPayload" jsonb,
  key text, "requestHash" bytea, answer jsonb, identifier text, "identifierHash" bytea, "isNew" boolean, "birthDate" date, "birthPrecision" text, number int, kind text,
  "grantedBy" uuid`

/**
 * One statement, so that one round trip and one commit do everything: choose a free chair, insert the visit with its tests, the
 * audit row, the mail, the answer for its idempotency key and the identifier of a program. The choice is random among the free chairs,
 * so that concurrent bookings do not all try the first one. The exclusion constraint decides whether the chair is really free; `on
 * conflict do nothing` turns a violation into no row. Extra places (from `firstExtra` on) are taken last. The account's row is
 * share-locked until the commit: closing the account waits for it and then finds the visit, or was first, and no visit is placed.
 *
 * It takes any number of visits, of different accounts. They are inserted in the order of chairs and days, accounts are locked in
 * their order, and identifiers are inserted in theirs, so that two statements do not wait for each other.
 */
const placeVisits = statement<Outcome>(`
with asked as materialized (
  select * from json_to_recordset(:visits::json) as a (${asked})
), owner as materialized (
  select id from account where id in (select "accountId" from asked) and status = 'Active' order by id for share
), ready as materialized (
  select a.*,
    (select plan_version from laboratory) = a."planVersion" as current,
    a."accountId" is null or a."accountId" in (select id from owner) as owned,
    (select count(*) from visit v where v.account_id = a."accountId" and v.starts_at > a.now and v.status = 'booked') as upcoming,
    array(select v.chair from visit v where v.site_id = a."siteId" and v.during && tstzrange(a.start, a.until)
      and v.chair is not null and v.${occupies}) as taken,
    exists (select from closure o where o.site_id = a."siteId" and o.during && tstzrange(a.start, a."end")) as closed
  from asked a
), free as materialized (
  select a.id, c.number from ready a cross join lateral (
    select c.number from chair c
    where c.site_id = a."siteId" and (c.active or c.overflow and c.number < ${firstExtra} + a."overbookLimit")
      and c.number <> all (a.taken)
    order by c.number = a."preferredChair" desc, c.overflow, c.number * c.overflow::int, random()
    limit 1) c
  where a.current and a.owned and a.upcoming < a."mostUpcoming" and not a.closed
), inserted as (
  insert into visit (site_id, id, status, chair, starts_at, ends_at, during, reference, account_id,
    person_id, full_name, age, gender, contact, email, priority, created_at)
  select a."siteId", a.id, 'booked', free.number, a.start, a."end", tstzrange(a.start, a.until), a.reference, a."accountId",
    a."personId", a."fullName", a.age, a.gender, a.contact, a.email, a.priority, a.now
  from ready a join free using (id)
  order by a."siteId", date_trunc('day', a.start, 'UTC'), free.number, a.start
  on conflict do nothing
  returning id, chair
), placed as materialized (
  select a.*, inserted.chair from asked a join inserted using (id)
), tests as (
  insert into visit_test (site_id, visit_id, starts_at, test_code, package_code)
  select a."siteId", a.id, a.start, t.code, t.package from placed a, unnest(a.tests, a.packages) t (code, package)
), audited as (
  insert into audit (id, at, account_id, role, network, action, subject_kind, subject_id, after, reason)
  select "auditId", now, "actorId", role, network, 'visit.booked', 'visit', id::text,
    "auditAfter" || jsonb_build_object('chair', chair)
      || case when chair >= ${firstExtra} then '{"overbooked": true}' else '{}'::jsonb end, reason from placed
), posted as (
  insert into outbox (id, kind, recipient, payload, created_at, due_at)
  select "mailId", 'visit_booked', "mailTo", "mailPayload", now, now from placed where "mailId" is not null
), answered as (
  insert into idempotent_answer (account_id, client_id, key, request_hash, answer, created_at)
  select "actorId", "clientId", key, "requestHash", answer, now from placed where key is not null
), identified as (
  insert into api_appointment (client_id, identifier, request_hash, site_id, visit_id)
  select "clientId", identifier, "identifierHash", "siteId", id from placed where identifier is not null order by 1, 2
), person_added as (
  insert into person (id, full_name, sex, birth_date, birth_precision, created_at)
  select "personId", "fullName", gender, "birthDate", "birthPrecision", now from placed where "isNew"
), person_known as (
  insert into account_person (account_id, number, person_id, kind, granted_by, since)
  select "accountId", number, "personId", kind, "grantedBy", now from placed where "isNew" and "accountId" is not null
)
select a.id, free.number as free, inserted.chair, a.current, a.upcoming
from ready a left join free using (id) left join inserted using (id)`)

type Outcome = { id: string; free: number | null; chair: number | null; current: boolean; upcoming: number }

/**
 * `lost`: a concurrent transaction took the chair, try again. `former plan`: the laboratory has changed what it offers since the
 * plan was read.
 */
type Placing = 'placed' | 'lost' | 'full' | 'too many' | 'former plan'

const bookings = countOf('phial_bookings_total', 'Visits that were to be placed, by what became of them', [
  'outcome',
])

async function insertVisits(db: Db, visits: readonly NewVisit[]): Promise<Placing[]> {
  const { rows } = await db.executeQuery(placeVisits({ visits: JSON.stringify(visits.map(rowOf)) }))
  const outcomes = new Map(rows.map((row) => [row.id, row]))
  return visits.map((visit) => {
    const outcome = outcomeOf(visit, outcomes.get(visit.id))
    bookings.inc({ outcome: outcome.replace(' ', '_') })
    return outcome
  })
}

function outcomeOf({ mostUpcoming }: NewVisit, row: Outcome | undefined): Placing {
  if (row?.chair != null) return 'placed'
  if (!row?.current) return 'former plan'
  if (row.upcoming >= mostUpcoming) return 'too many'
  return row.free === null ? 'full' : 'lost'
}

/** Visits of one account are in different statements, since each is counted and numbered after the previous visit. */
export const insertVisit = gather<NewVisit, Placing>({
  run: insertVisits,
  lanes: 2,
  apart: ({ accountId, id }) => accountId ?? id,
  commits: true,
})
