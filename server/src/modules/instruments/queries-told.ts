import { type Db, rowsOf } from '#server/platform/database.ts'
import type { InstrumentKey } from './queries-instruments.ts'

/** Statements on notices about held values. */

/** Analysers with unnotified values held since before `since`, except analysers with a notice after `since`. */
export const listHeldLong = (db: Db, since: Date) =>
  rowsOf(db)<{ siteId: string; instrumentId: string; analyser: string; site: string }>`
    select distinct i.site_id, i.id as instrument_id, i.name as analyser, s.name as site
    from site s
    join measured_value v on v.site_id = s.id and v.state = 'held'
    join instrument_message m on m.site_id = v.site_id and m.id = v.message_id
    join instrument i on i.site_id = v.site_id and i.id = v.instrument_id
    where m.told_at is null and m.received_at <= ${since}
      and not exists (select from instrument_message o where o.site_id = i.site_id and o.instrument_id = i.id
        and o.told_at is not null and o.told_at > ${since})`

/** Marks the messages with these values as notified. Returns the ids that were not yet marked. */
export const markTold = async (
  tx: Db,
  { siteId, id }: InstrumentKey,
  since: Date,
  now: Date,
): Promise<string[]> => {
  const rows = await rowsOf(tx)<{ id: string }>`
    update instrument_message m set told_at = ${now}
    where m.site_id = ${siteId} and m.instrument_id = ${id} and m.told_at is null and m.received_at <= ${since}
      and exists (select from measured_value v where v.site_id = m.site_id and v.message_id = m.id and v.state = 'held')
    returning m.id`
  return rows.map((row) => row.id)
}
