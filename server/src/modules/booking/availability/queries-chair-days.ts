import { sql } from 'kysely'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'

/** Statements that compare the summary of chairs' days with the visits that it is made from. */

/** A day of a chair whose summary is wrong, with the minutes of the day (UTC) that are taken; null if none are. */
export type AstrayDay = {
  siteId: string
  day: string
  chair: number
  noted: string | null
  visits: string | null
}

/** Per site, the first and the last day that has a visit or a summary. */
export const listSpans = (db: Db): Promise<{ siteId: string; first: string; last: string }[]> =>
  rowsOf(db)`
    select s.id as site_id, least(visits.first, noted.first)::text as first,
      greatest(visits.last, noted.last)::text as last
    from site s,
      lateral (select (min(starts_at) at time zone 'UTC')::date as first,
        (max(starts_at) at time zone 'UTC')::date as last from visit where site_id = s.id) visits,
      lateral (select min(day) as first, max(day) as last from chair_day where site_id = s.id) noted
    where coalesce(visits.first, noted.first) is not null order by s.id`

/** Compares the days of a site from `from` to before `until`, in one statement and so in one snapshot. */
export async function compareDays(
  db: Db,
  { siteId, from, until }: { siteId: string; from: string; until: string },
): Promise<{ days: number; astray: AstrayDay[] }> {
  const row = await rowOf(db)<{ days: number; astray: Omit<AstrayDay, 'siteId'>[] }>`
    with noted as (
      select day, chair, taken from chair_day
      where site_id = ${siteId} and day >= ${from}::date and day < ${until}::date and not isempty(taken)
    ), made as (
      select v.day, chair, range_agg(minutes_of_day(during, v.day)) as taken
      from visit, lateral (select (starts_at at time zone 'UTC')::date as day) v
      where site_id = ${siteId} and takes_chair(status) and chair is not null
        and starts_at >= ${from}::date::timestamp at time zone 'UTC'
        and starts_at < ${until}::date::timestamp at time zone 'UTC'
      group by 1, 2
    )
    select count(*)::int as days, coalesce(jsonb_agg(jsonb_build_object('day', day, 'chair', chair,
        'noted', noted.taken::text, 'visits', made.taken::text) order by day, chair)
      filter (where noted.taken is distinct from made.taken), '[]') as astray
    from noted full join made using (day, chair)`
  const { days, astray } = row ?? { days: 0, astray: [] }
  return { days, astray: astray.map((day) => ({ siteId, ...day })) }
}

/** Recomputes a day from its visits. Safe while other sessions write visits of that day. */
export const countDay = (db: Db, { siteId, day, chair }: AstrayDay) =>
  sql`select count_chair_day(${siteId}::uuid, ${day}::date, ${chair}::smallint)`.execute(db)

export const saveChairDayCheck = (db: Db, check: { checkedAt: Date; days: number; astray: number }) =>
  db
    .insertInto('chairDayCheck')
    .values(check)
    .onConflict((conflict) => conflict.column('onlyOne').doUpdateSet(check))
    .execute()
