import { sql } from 'kysely'
import type { Facility, Referrer } from '#contract/orders.ts'
import { type Db, rowsOf, wroteRow } from '#server/platform/database.ts'

/** Statements on those who ask for tests. */

export const readReferrers = (db: Db): Promise<Referrer[]> =>
  rowsOf(db)`
    select r.id, r.full_name, r.phone, r.email, r.licence_number, r.ended, r.version,
      case when f.id is not null then jsonb_build_object('id', f.id, 'name', f.name) end as facility
    from referrer r left join facility f on f.id = r.facility_id order by r.ended, r.full_name, r.id`

export const readFacilities = (db: Db): Promise<Facility[]> =>
  db.selectFrom('facility').selectAll().orderBy('ended').orderBy('name').orderBy('id').execute()

/** The entry of a clinician in the list of referrers. It is created at the first order. */
export async function referrerOfClinician(
  tx: Db,
  { id, accountId }: { id: string; accountId: string },
): Promise<string> {
  await sql`
    insert into referrer (id, full_name, facility_id, phone, email, licence_number, account_id)
    select ${id}::uuid, full_name, facility_id, phone, email, '', id from account where id = ${accountId}
    on conflict (account_id) do nothing`.execute(tx)
  const row = await tx
    .selectFrom('referrer')
    .select('id')
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.id
}

type ReferrerFields = Omit<Referrer, 'id' | 'facility' | 'ended' | 'version'> & { facilityId: string | null }
type FacilityFields = Omit<Facility, 'id' | 'ended' | 'version'>
type Follows = { follows: number; ended: boolean }

export const insertReferrer = (tx: Db, id: string, fields: ReferrerFields) =>
  tx
    .insertInto('referrer')
    .values({ ...fields, id })
    .execute()

/** @throws a unique violation of `facility_name` if another facility has the name */
export const insertFacility = (tx: Db, id: string, fields: FacilityFields) =>
  tx
    .insertInto('facility')
    .values({ ...fields, id })
    .execute()

/** Returns false if it has changed since `follows`. */
export const writeReferrer = (tx: Db, id: string, { follows, ...fields }: ReferrerFields & Follows) =>
  wroteRow(
    tx
      .updateTable('referrer')
      .set({ ...fields, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .where('version', '=', follows),
  )

/** As `writeReferrer`. @throws a unique violation of `facility_name` if another facility has the name */
export const writeFacility = (tx: Db, id: string, { follows, ...fields }: FacilityFields & Follows) =>
  wroteRow(
    tx
      .updateTable('facility')
      .set({ ...fields, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .where('version', '=', follows),
  )
