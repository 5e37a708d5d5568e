import { type Insertable, sql } from 'kysely'
import type { TubeState } from '#contract/manifests.ts'
import { anyRow, type Db, rowOf } from '#server/platform/database.ts'
import type { Manifest } from '#server/platform/schema.gen.ts'

/** Statements on boxes and their tubes. Incoming and outgoing boxes are rows of `manifest`. */

export const insertManifest = (tx: Db, row: Insertable<Manifest>) =>
  tx.insertInto('manifest').values(row).execute()

/** @throws a unique violation of `manifest_tube_on_its_way` if a tube was put on another manifest meanwhile */
export const insertTubes = (tx: Db, of: { siteId: string; id: string }, accessions: readonly string[]) =>
  tx
    .insertInto('manifestTube')
    .values(
      accessions.map((accession) => ({ siteId: of.siteId, manifestId: of.id, accession, state: 'expected' })),
    )
    .execute()

type Key = { siteId: string; id: string }
type Deed = { by: string; now: Date }

export const setArrived = (
  tx: Db,
  { siteId, id }: Key,
  { by, now, celsius }: Deed & { celsius: number | null },
) =>
  anyRow(tx)`update manifest set arrived_at = ${now}, arrived_by = ${by}, arrived_celsius = ${celsius}
    where site_id = ${siteId} and id = ${id} and arrived_at is null returning 1`

/** Records the state of an expected tube. False if its state is already recorded, or it is not on the list. */
export const setTube = (
  tx: Db,
  { siteId, id }: Key,
  accession: string,
  { state, reason, by, now }: Deed & { state: TubeState; reason: string },
): Promise<boolean> =>
  anyRow(
    tx,
  )`update manifest_tube t set state = ${state}, reason = ${reason}, seen_at = ${now}, seen_by = ${by}
    from manifest m where t.site_id = ${siteId} and t.manifest_id = ${id} and t.accession = ${accession} and t.state = 'expected'
      and m.site_id = t.site_id and m.id = t.manifest_id and m.arrived_at is not null and m.closed_at is null
    returning 1`

/** The person who recorded the state of a tube; null: the tube is not on the list. */
export const tubeSeen = (
  db: Db,
  { siteId, id }: Key,
  accession: string,
): Promise<{ state: TubeState; by: string | null } | null> =>
  rowOf(db)`select t.state, a.full_name as by from manifest_tube t left join account a on a.id = t.seen_by
    where t.site_id = ${siteId} and t.manifest_id = ${id} and t.accession = ${accession}`

/** Records an extra tube: in the box but not on its list. False if it is already recorded. */
export const addExtra = (
  tx: Db,
  { siteId, id }: Key,
  accession: string,
  { by, now }: Deed,
): Promise<boolean> =>
  anyRow(tx)`insert into manifest_tube (site_id, manifest_id, accession, state, seen_at, seen_by)
    select ${siteId}::uuid, ${id}::uuid, ${accession}, 'extra', ${now}::timestamptz, ${by}::uuid
    on conflict do nothing returning 1`

/** Closes a manifest. Tubes without a state are missing, or have arrived. False if it was already closed. */
export async function setClosed(
  tx: Db,
  { siteId, id }: Key,
  { by, now }: Deed,
  others: 'missing' | 'received' = 'missing',
): Promise<boolean> {
  const isClosed = await anyRow(tx)`update manifest set closed_at = ${now}, closed_by = ${by}
    where site_id = ${siteId} and id = ${id} and arrived_at is not null and closed_at is null returning 1`
  if (!isClosed) return false
  await sql`update manifest_tube set state = ${others}, seen_at = ${now}, seen_by = ${by}
    where site_id = ${siteId} and manifest_id = ${id} and state = 'expected'`.execute(tx)
  return true
}

type Handover = { now: Date; courier: string; trackingNumber: string; celsius: number | null }

/** Records the handover of a packed box. False if it was already handed over or unpacked. */
export const setLeft = (
  tx: Db,
  { siteId, id }: Key,
  { now, courier, trackingNumber, celsius }: Handover,
): Promise<boolean> =>
  anyRow(tx)`update manifest set left_at = ${now}, courier = ${courier}, tracking_number = ${trackingNumber},
      left_celsius = ${celsius}
    where site_id = ${siteId} and id = ${id} and left_at is null and closed_at is null returning 1`

/** Closes a box before its handover, and removes its tubes. False if it was already handed over or unpacked. */
export async function setUnpacked(tx: Db, { siteId, id }: Key, { by, now }: Deed): Promise<boolean> {
  const isUnpacked = await anyRow(tx)`update manifest set closed_at = ${now}, closed_by = ${by}
    where site_id = ${siteId} and id = ${id} and left_at is null and closed_at is null returning 1`
  if (!isUnpacked) return false
  await sql`update manifest_tube set state = 'removed', seen_at = ${now}, seen_by = ${by}
    where site_id = ${siteId} and manifest_id = ${id} and state = 'expected'`.execute(tx)
  return true
}
