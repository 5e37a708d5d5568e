import type { Priority } from '#contract/options.ts'
import type { Placed } from '#server/modules/people/index.ts'
import { firstExtra } from '#server/modules/sites/index.ts'
import type { Db } from '#server/platform/database.ts'
import { statement } from '#server/platform/statement.ts'
import { occupies, type Place, timesOf } from './queries-chairs.ts'
import type { Patient } from './queries-visits.ts'

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
  actorId: string
  role: string
  network: string
  auditAfter: string
  /** Null for a visit without a message. */
  mailId: string | null
  mailTo: string | null
  mailPayload: string | null
  /** Null for a request without an idempotency key. */
  key: string | null
  requestHash: Buffer | null
  answer: string | null
}

type Outcome = { free: number | null; chair: number | null; current: boolean; upcoming: number }

/**
 * One statement, so that one round trip and one commit do everything: choose a free chair, insert the visit with its tests, the
 * audit row, the mail and the answer for its idempotency key. The choice is random among the free chairs, so that concurrent
 * bookings do not all try the first one. The exclusion constraint decides whether the chair is really free; `on conflict do
 * nothing` turns a violation into no row. Extra places (from `firstExtra` on) are taken last. The account's row is share-locked
 * until the commit: closing the account waits for it and then finds the visit, or was first, and no visit is placed.
 */
const placeVisit = (newPerson: string) => `
with owner as (
  select id from account where id = :accountId and status = 'Active' for share
), upcoming as (
  select count(*) as visits from visit where account_id = :accountId and starts_at > :now and status = 'booked'
), free as (
  select c.number from chair c
  where c.site_id = :siteId and (c.active or c.overflow and c.number < ${firstExtra} + :overbookLimit::int)
    and (:accountId::uuid is null or exists (select from owner))
    and (select plan_version from laboratory) = :planVersion and (select visits from upcoming) < :mostUpcoming
    and c.number not in (
      select v.chair from visit v where v.site_id = :siteId and v.during && tstzrange(:start, :until) and v.chair is not null
        and v.${occupies})
    and not exists (select from closure o where o.site_id = :siteId and o.during && tstzrange(:start, :end))
  order by c.number = :preferredChair desc, c.overflow, c.number * c.overflow::int, random()
  limit 1
), placed as (
  insert into visit (site_id, id, status, chair, starts_at, ends_at, during, reference, account_id,
    person_id, full_name, age, gender, contact, email, priority, created_at)
  select :siteId, :id, 'booked', free.number, :start, :end, tstzrange(:start, :until), :reference, :accountId, :personId,
    :fullName, :age, :gender, :contact, :email, :priority, :now
  from free
  on conflict do nothing
  returning chair
), tests as (
  insert into visit_test (site_id, visit_id, starts_at, test_code)
  select :siteId, :id, :start, code from unnest(:tests::text[]) code, placed
), audited as (
  insert into audit (id, at, account_id, role, network, action, subject_kind, subject_id, after, reason)
  select :auditId, :now, :actorId, :role, :network, 'visit.booked', 'visit', :id::text,
    :auditAfter::jsonb || jsonb_build_object('chair', placed.chair)
      || case when placed.chair >= ${firstExtra} then '{"overbooked": true}' else '{}'::jsonb end, :reason from placed
), posted as (
  insert into outbox (id, kind, recipient, payload, created_at, due_at)
  select :mailId, 'visit_booked', :mailTo, :mailPayload::jsonb, :now, :now from placed where :mailId::uuid is not null
), answered as (
  insert into idempotent_answer (account_id, key, request_hash, answer, created_at)
  select :actorId, :key, :requestHash, :answer::jsonb, :now from placed where :key::text is not null
)${newPerson}
select (select number from free) as free, (select chair from placed) as chair,
  (select plan_version from laboratory) = :planVersion as current, (select visits from upcoming) as upcoming`

/** The statement for a known person, and the statement that also adds a person. */
const [placeForKnown, placeForNew] = [
  statement<Outcome>(placeVisit('')),
  statement<Outcome>(
    placeVisit(`, person_added as (
  insert into person (id, full_name, sex, birth_date, birth_precision, created_at)
  select :personId, :fullName, :gender, :birthDate::date, :birthPrecision, :now from placed
), person_known as (
  insert into account_person (account_id, number, person_id, kind, granted_by, since)
  select :accountId, :number::int, :personId, :kind, :grantedBy::uuid, :now from placed where :accountId::uuid is not null
)`),
  ),
]

/**
 * `lost`: a concurrent transaction took the chair, try again. `former plan`: the laboratory has changed what it offers since the
 * plan was read.
 */
type Placing = 'placed' | 'lost' | 'full' | 'too many' | 'former plan'

export async function insertVisit(db: Db, visit: NewVisit): Promise<Placing> {
  const { patient, person } = visit
  const { personId, added } = person
  const place = added ? placeForNew : placeForKnown
  const { rows } = await db.executeQuery(
    place({ ...added, ...patient, ...visit, ...timesOf(visit), personId }),
  )
  const row = rows[0]
  if (row?.chair != null) return 'placed'
  if (!row?.current) return 'former plan'
  if (row.upcoming >= visit.mostUpcoming) return 'too many'
  return row.free === null ? 'full' : 'lost'
}
