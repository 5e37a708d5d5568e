import type { NewOrder, Order, ResultWay } from '#contract/orders.ts'
import { anyRow, type Db, rowOf, rowsOf } from '#server/platform/database.ts'

/** Statements on what the orders of visits say. */

type VisitKey = { siteId: string; visitId: string }

const nothing: Order = {
  referrerId: null,
  facilityId: null,
  requestedBy: '',
  copyTo: '',
  clinicalDetails: '',
  diagnosis: '',
  fasting: 'not known',
  pregnancyWeek: null,
  medication: '',
  asked: null,
  version: 0,
}

/** The order of a visit; version 0 if nothing is recorded. */
export async function readOrderOf(db: Db, { siteId, visitId }: VisitKey): Promise<Order> {
  const row = await rowOf(db)<Order>`
    select o.referrer_id, o.facility_id, o.requested_by, o.copy_to, o.clinical_details, o.diagnosis, o.fasting,
      o.pregnancy_week, o.medication, o.version,
      coalesce(nullif(concat_ws(', ', r.full_name, h.name), ''), f.name, nullif(o.requested_by, '')) as asked
    from visit_order o
      left join referrer r on r.id = o.referrer_id left join facility h on h.id = r.facility_id
      left join facility f on f.id = o.facility_id
    where o.site_id = ${siteId} and o.visit_id = ${visitId}`
  return row ?? nothing
}

/** The facility that asked, by itself or by a referrer of it, and how it gets its results; null without one. */
export const resultsToOf = (db: Db, { siteId, visitId }: VisitKey) =>
  rowOf(db)<{ facility: string; by: ResultWay; phone: string; email: string }>`
    select f.name as facility, f.results_by as by, f.phone, f.email
    from visit_order o left join referrer r on r.id = o.referrer_id
      join facility f on f.id = coalesce(o.facility_id, r.facility_id)
    where o.site_id = ${siteId} and o.visit_id = ${visitId}`

/** Which of these are no referrer, or no facility, of the lists. */
export async function unknownRequesters(
  db: Db,
  { referrerId, facilityId }: Pick<NewOrder, 'referrerId' | 'facilityId'>,
): Promise<string[]> {
  const rows = await rowsOf(db)<{ id: string }>`
    select id from referrer where id = ${referrerId}::uuid union all select id from facility where id = ${facilityId}::uuid`
  const known = rows.map(({ id }) => id)
  return [referrerId, facilityId].filter((id) => id !== null && !known.includes(id)) as string[]
}

/** Writes the order that follows the version that was read. False if another came first. */
export const writeOrder = (
  tx: Db,
  { siteId, visitId }: VisitKey,
  order: NewOrder & { follows: number; by: string; now: Date },
): Promise<boolean> => anyRow(tx)`
    insert into visit_order as o (site_id, visit_id, referrer_id, facility_id, requested_by, copy_to, clinical_details, diagnosis,
      fasting, pregnancy_week, medication, version, changed_by, changed_at)
    select ${siteId}::uuid, ${visitId}::uuid, ${order.referrerId}::uuid, ${order.facilityId}::uuid, ${order.requestedBy}::text,
      ${order.copyTo}::text, ${order.clinicalDetails}::text, ${order.diagnosis}::text, ${order.fasting}::text,
      ${order.pregnancyWeek}::int, ${order.medication}::text, 1, ${order.by}::uuid, ${order.now}::timestamptz
    where ${order.follows}::int = 0
      or exists (select from visit_order e where e.site_id = ${siteId} and e.visit_id = ${visitId})
    on conflict (site_id, visit_id) do update set referrer_id = excluded.referrer_id, facility_id = excluded.facility_id,
      requested_by = excluded.requested_by, copy_to = excluded.copy_to, clinical_details = excluded.clinical_details,
      diagnosis = excluded.diagnosis, fasting = excluded.fasting, pregnancy_week = excluded.pregnancy_week,
      medication = excluded.medication, version = o.version + 1, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at
      where o.version = ${order.follows}
    returning 1`
