import { sql } from 'kysely'
import { anyRow, type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { placeOfStay, stays } from './queries-parts.ts'
import type { RackRow } from './queries-places.ts'

/** Statements on tubes in racks. */

export type Tube = {
  id: string
  siteId: string
  accession: string
  specimen: string
  status: string
  storagePlace: string
  stay: { rackId: string; position: number; place: string } | null
}

/** A sample with its position. */
export const findTube = (db: Db, sites: Sites, accession: string): Promise<Tube | null> =>
  rowOf(db)`
    select s.id, s.site_id, s.accession, s.specimen, s.status, s.storage_place, (
      select jsonb_build_object('rackId', p.rack_id, 'position', p.position, 'place', ${placeOfStay})
      from ${stays} where p.site_id = s.site_id and p.sample_id = s.id and p.taken_at is null) as stay
    from sample s where s.accession = ${accession} ${atSites('s.site_id', sites)}`

export type Stay = {
  rackId: string
  place: string
  position: number
  since: Date
  by: string
  takenAt: Date | null
  takenBy: string | null
  why: string
}

/** The present and former positions of a tube, the latest first. */
export const staysOf = (db: Db, { siteId, id }: Pick<Tube, 'siteId' | 'id'>): Promise<Stay[]> =>
  rowsOf(db)`
    select p.rack_id, ${placeOfStay} as place, p.position, p.put_at as since, b.full_name as by, p.taken_at,
      t.full_name as taken_by, p.taken_why as why
    from ${stays} join account b on b.id = p.put_by left join account t on t.id = p.taken_by
    where p.site_id = ${siteId} and p.sample_id = ${id} order by p.id desc limit 50`

/** The first free position of a rack from `from` on, otherwise from position 1; null: the rack is full. */
export async function freePosition(
  db: Db,
  { siteId, id, rows, columns }: RackRow,
  from: number,
): Promise<number | null> {
  const row = await rowOf(db)<{ position: number }>`
    select n as position from generate_series(1, ${rows * columns}::int) n
    where not exists (select from stored_tube p where p.site_id = ${siteId} and p.rack_id = ${id} and p.position = n
      and p.taken_at is null)
    order by n < ${from}, n limit 1`
  return row?.position ?? null
}

/** @throws a unique violation of `stored_tube_position` if the position is taken, of `stored_tube_sample` if the tube is elsewhere */
export const insertStay = (
  tx: Db,
  tube: Pick<Tube, 'siteId' | 'id'>,
  { id: rackId, rows, columns }: RackRow,
  stay: { id: string; position: number; putBy: string; putAt: Date },
) =>
  tx
    .insertInto('storedTube')
    .values({ ...stay, siteId: tube.siteId, sampleId: tube.id, rackId, rackPlaces: rows * columns })
    .execute()

/** Locks a received sample until the transaction ends. False if it is in another state. */
export const lockTube = (tx: Db, { siteId, id }: Pick<Tube, 'siteId' | 'id'>): Promise<boolean> =>
  anyRow(tx)`select from sample where site_id = ${siteId} and id = ${id} and status = 'received' for update`

/** Sets since when a sample is cold: from now if it was not cold; null if it is put into a room. */
export const setCold = (
  tx: Db,
  { siteId, id }: Pick<Tube, 'siteId' | 'id'>,
  { isCold, now }: { isCold: boolean; now: Date },
) =>
  sql`update sample set refrigerated_at = ${isCold ? sql`coalesce(refrigerated_at, ${now}::timestamptz)` : null}
    where site_id = ${siteId} and id = ${id}`.execute(tx)
