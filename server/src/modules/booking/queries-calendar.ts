import { sql } from 'kysely'
import type { Priority } from '#contract/options.ts'
import type { VisitState } from '#contract/visit-states.ts'
import type { Db } from '#server/platform/database.ts'

/** Statements of the calendar of chairs and time. */

export type CalendarVisit = {
  id: string
  chair: number | null
  start: Date
  end: Date
  status: VisitState
  priority: Priority
  fullName: string
  reference: string
  testType: string[]
  version: number
}

type Window = { siteId: string; from: Date; to: Date }

/** Visits of a day that take a chair. No visit lasts longer than an hour, so that few earlier ones are read. */
export async function readCalendarVisits(db: Db, { siteId, from, to }: Window): Promise<CalendarVisit[]> {
  const { rows } = await sql<CalendarVisit>`
    select v.id, v.chair, v.starts_at as start, v.ends_at as end, v.status, v.priority, v.full_name as "fullName",
      v.reference, v.version,
      (select jsonb_agg(t.name order by t.position) from visit_test vt join test t on t.code = vt.test_code
        where vt.site_id = v.site_id and vt.visit_id = v.id) as "testType"
    from visit v
    where v.site_id = ${siteId} and v.starts_at >= ${from}::timestamptz - interval '1 hour' and v.starts_at < ${to}
      and v.ends_at > ${from} and takes_chair(v.status)
    order by v.starts_at, v.chair, v.id`.execute(db)
  return rows
}

export async function readCalendarHolds(
  db: Db,
  { siteId, from, to, now }: Window & { now: Date },
): Promise<{ chair: number; start: Date; end: Date }[]> {
  const { rows } = await sql<{ chair: number; start: Date; end: Date }>`
    select v.chair, v.starts_at as start, v.ends_at as end from visit v
    where v.site_id = ${siteId} and v.status = 'held' and v.hold_expires_at > ${now} and v.chair is not null
      and v.starts_at >= ${from} and v.starts_at < ${to}
    order by v.starts_at`.execute(db)
  return rows
}

export type CalendarChair = { number: number; name: string; overflow: boolean; active: boolean }

/** Active chairs, and the chairs with these numbers. */
export async function readChairs(
  db: Db,
  siteId: string,
  numbers: readonly number[],
): Promise<CalendarChair[]> {
  return db
    .selectFrom('chair')
    .select(['number', 'name', 'overflow', 'active'])
    .where('siteId', '=', siteId)
    .where(sql<boolean>`(active or number = any(${[...numbers]}::int[]))`)
    .orderBy('number')
    .execute()
}
