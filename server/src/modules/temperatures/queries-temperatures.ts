import { type Insertable, sql } from 'kysely'
import type { PlaceKind, Reading } from '#contract/temperatures.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { MonitoredPlace, PlaceReading } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

/** Statements on monitored places and their readings. */

export type PlaceRow = {
  id: string
  siteId: string
  site: string
  name: string
  kind: PlaceKind
  unit: '°C' | '% RH'
  low: number
  high: number
  everyHours: number
  endedAt: Date | null
  version: number
  lastValue: number | null
  lastAt: Date | null
  lastBy: string | null
  lastIsOutside: boolean | null
}

const selectPlaces = sql`
  select p.id, p.site_id, s.name as site, p.name, p.kind, p.unit, p.low::float, p.high::float, p.every_hours, p.ended_at, p.version,
    r.value::float as last_value, r.at as last_at, r.by as last_by, r.is_outside as last_is_outside
  from monitored_place p join site s on s.id = p.site_id
    left join lateral (
      select r.value, r.at, r.is_outside, a.full_name as by from place_reading r join account a on a.id = r.by
      where r.place_id = p.id and r.struck_at is null order by r.at desc, r.id desc limit 1) r on true`

export const readPlaces = (db: Db, sites: Sites): Promise<PlaceRow[]> =>
  rowsOf(
    db,
  )`${selectPlaces} where p.ended_at is null ${atSites('p.site_id', sites)} order by lower(p.name), p.id`

export const readPlaceRow = (db: Db, sites: Sites, id: string): Promise<PlaceRow | null> =>
  rowOf(db)`${selectPlaces} where p.id = ${id} ${atSites('p.site_id', sites)}`

type ReadingRow = Omit<Reading, 'at' | 'struck'> & {
  at: Date
  struckAt: Date | null
  struckBy: string | null
  strikeReason: string
}

const readingColumns = sql`r.id, r.value::float, r.low::float, r.high::float, r.is_outside, r.at, a.full_name as by, r.action,
  r.struck_at, b.full_name as struck_by, r.strike_reason`
const readingTables = sql`place_reading r join account a on a.id = r.by left join account b on b.id = r.struck_by`

export const readReadings = (db: Db, placeId: string, since: Date): Promise<ReadingRow[]> =>
  rowsOf(db)`select ${readingColumns} from ${readingTables}
    where r.place_id = ${placeId} and r.at >= ${since} order by r.at desc, r.id desc`

export const readReading = (
  db: Db,
  sites: Sites,
  id: string,
): Promise<(ReadingRow & { placeId: string; place: string }) | null> =>
  rowOf(db)`select ${readingColumns}, r.place_id, p.name as place
    from ${readingTables} join monitored_place p on p.id = r.place_id where r.id = ${id} ${atSites('r.site_id', sites)}`

export const insertPlace = (tx: Db, place: Insertable<MonitoredPlace>) =>
  tx.insertInto('monitoredPlace').values(place).execute()

type PlaceChange = Partial<Omit<Insertable<MonitoredPlace>, 'id' | 'siteId' | 'version'>>

/** Returns false if the place has changed since `version`. */
export const writePlace = (tx: Db, id: string, version: number, change: PlaceChange): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('monitoredPlace')
      .set({ ...change, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version),
  )

export const insertReading = (tx: Db, reading: Insertable<PlaceReading>) =>
  tx.insertInto('placeReading').values(reading).execute()

/** Returns false if it is already struck out. */
export const strikeRow = (
  tx: Db,
  id: string,
  strike: { struckAt: Date; struckBy: string; strikeReason: string },
): Promise<boolean> =>
  wroteRow(tx.updateTable('placeReading').set(strike).where('id', '=', id).where('struckAt', 'is', null))
