import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Parts of statements on the position of a tube, and the statements on positions that other folders run. */

/** The label of position `p` in rack `r`. */
const label = sql`chr(65 + (p.position - 1) / r.column_count) || ((p.position - 1) % r.column_count + 1)`

/** The place of a stay `p` in rack `r` of unit `u`: name of the unit, of the rack, and position. */
export const placeOfStay = sql<string>`u.name || ', ' || r.name || ', ' || ${label}`

export const stays = sql`stored_tube p join storage_rack r on r.site_id = p.site_id and r.id = p.rack_id
  join storage_unit u on u.site_id = r.site_id and u.id = r.unit_id`

/** The place of sample `alias`: its position in a rack, or its storage place in free text. */
export const placeOf = (alias: 's' | 'a') => sql<string>`coalesce((
  select ${placeOfStay} from ${stays} where p.site_id = ${sql.ref(`${alias}.siteId`)} and p.sample_id = ${sql.ref(`${alias}.id`)}
    and p.taken_at is null), ${sql.ref(`${alias}.storagePlace`)})`

/** The rack of sample `s`; null: it is not in a rack. */
export const rackOf = sql<string | null>`(
  select p.rack_id from stored_tube p where p.site_id = s.site_id and p.sample_id = s.id and p.taken_at is null)`

/** Condition on `sample`: it is not in a rack. */
export const isInNoRack = sql<boolean>`not exists (
  select from stored_tube p where p.site_id = sample.site_id and p.sample_id = sample.id and p.taken_at is null)`

/** Takes tubes out of their positions. */
export const takeOut = (
  tx: Db,
  siteId: string,
  accessions: readonly string[],
  { by, now, why }: { by: string; now: Date; why: string },
) =>
  sql`update stored_tube p set taken_at = ${now}, taken_by = ${by}, taken_why = ${why} from sample s
    where s.site_id = p.site_id and s.id = p.sample_id and p.site_id = ${siteId} and p.taken_at is null
      and s.accession = any(${[...accessions]}::text[])`.execute(tx)
