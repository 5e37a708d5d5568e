import { type Insertable, sql } from 'kysely'
import type { StorageRack, StorageUnit } from '#contract/storage.ts'
import { anyRow, type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { isDue } from './queries-disposals.ts'

/** Statements on freezers, refrigerators and rooms, and on their racks. */

const used = sql`(select count(*) from stored_tube p where p.site_id = r.site_id and p.rack_id = r.id and p.taken_at is null)::int`

export const readUnits = (db: Db, sites: Sites): Promise<StorageUnit[]> =>
  rowsOf(db)`
    select u.id, e.name as site, u.name, u.kind, u.version, coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'rows', r.row_count, 'columns', r.column_count, 'used', ${used})
        order by lower(r.name))
      from storage_rack r where r.site_id = u.site_id and r.unit_id = u.id and r.ended_at is null), '[]') as racks
    from storage_unit u join site e on e.id = u.site_id
    where u.ended_at is null ${atSites('u.site_id', sites)} order by e.name, lower(u.name)`

type Unit = { id: string; siteId: string; name: string; kind: StorageUnit['kind']; endedAt: Date | null }

/** A unit, locked until the transaction ends, so that no rack is added while its use is ended. */
export const lockUnit = (tx: Db, sites: Sites, id: string): Promise<Unit | null> =>
  rowOf(
    tx,
  )`select id, site_id, name, kind, ended_at from storage_unit u where u.id = ${id} ${atSites('u.site_id', sites)}
    for update of u`

export const hasRacks = (tx: Db, { siteId, id }: Unit): Promise<boolean> =>
  anyRow(
    tx,
  )`select 1 from storage_rack where site_id = ${siteId} and unit_id = ${id} and ended_at is null limit 1`

export const insertUnit = (tx: Db, row: Insertable<DB['storageUnit']>) =>
  tx.insertInto('storageUnit').values(row).execute()

type UnitChange = { name: string; kind: StorageUnit['kind']; endedAt: Date | null }

/** Returns false if the unit has changed since `version`. */
export const writeUnit = (
  tx: Db,
  { siteId, id }: Unit,
  version: number,
  change: UnitChange,
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('storageUnit')
      .set({ ...change, version: version + 1 })
      .where((row) => row.and({ siteId, id, version })),
  )

export type RackRow = Omit<StorageRack, 'tubes'> & { siteId: string; endedAt: Date | null }

export const readRack = (db: Db, sites: Sites, id: string): Promise<RackRow | null> =>
  rowOf(db)`
    select r.id, r.site_id, r.name, r.code, r.row_count as rows, r.column_count as columns, r.version, r.ended_at, ${used} as used,
      jsonb_build_object('id', u.id, 'name', u.name, 'kind', u.kind) as unit
    from storage_rack r join storage_unit u on u.site_id = r.site_id and u.id = r.unit_id
    where r.id = ${id} ${atSites('r.site_id', sites)}`

/**
 * A rack, locked until the transaction ends, so that it is not ended while a tube is put in. It is read by a statement after the lock: one
 * that waits for a lock counts the tubes as of its own start.
 */
export async function lockRack(tx: Db, sites: Sites, id: string): Promise<RackRow | null> {
  await sql`select from storage_rack r where r.id = ${id} ${atSites('r.site_id', sites)} for update`.execute(
    tx,
  )
  return readRack(tx, sites, id)
}

export const rackOfCode = (db: Db, sites: Sites, code: string): Promise<{ id: string } | null> =>
  rowOf(
    db,
  )`select r.id from storage_rack r where r.code = ${code} and r.ended_at is null ${atSites('r.site_id', sites)}`

export const tubesIn = (
  db: Db,
  { siteId, id }: Pick<RackRow, 'siteId' | 'id'>,
  now: Date,
): Promise<StorageRack['tubes']> =>
  rowsOf(db)`
    select p.position, s.accession, v.full_name as patient, s.specimen, p.put_at as since, a.full_name as by, ${isDue(now)} as is_due
    from stored_tube p join sample s on s.site_id = p.site_id and s.id = p.sample_id
      join visit v on v.site_id = s.site_id and v.id = s.visit_id
      join account a on a.id = p.put_by
    where p.site_id = ${siteId} and p.rack_id = ${id} and p.taken_at is null order by p.position`

export const insertRack = (tx: Db, row: Insertable<DB['storageRack']>) =>
  tx.insertInto('storageRack').values(row).execute()

/** Returns false if the rack has changed since `version`. */
export const writeRack = (
  tx: Db,
  { siteId, id }: Pick<RackRow, 'siteId' | 'id'>,
  version: number,
  change: { name: string; endedAt: Date | null },
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('storageRack')
      .set({ ...change, version: version + 1 })
      .where((row) => row.and({ siteId, id, version })),
  )
