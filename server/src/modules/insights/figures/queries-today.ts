import type { VisitState } from '#contract/visit-states.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { anyId } from '#server/platform/statement.ts'
import { isLate, openTasks } from './queries-open.ts'

/** Statements on the present state of the laboratory. */

export type StandingVisits = { state: VisitState; hour: number; walkIn: boolean; n: number }

export const visitsToday = (db: Db, siteIds: readonly string[], now: Date): Promise<StandingVisits[]> =>
  rowsOf(db)`
    select v.status as state, extract(hour from v.starts_at at time zone s.time_zone)::int as hour,
      v.walk_in, count(*) as n
    from (select id, time_zone, (${now} at time zone time_zone)::date as day from site
        where id = ${anyId(siteIds)}) s
      join visit v on v.site_id = s.id and v.starts_at >= s.day::timestamp at time zone s.time_zone
        and v.starts_at < (s.day + 1)::timestamp at time zone s.time_zone and v.status <> 'held'
    group by 1, 2, 3`

export type Standing = {
  waiting: number
  called: number
  serving: number
  longestWaitMinutes: number | null
  open: number
  overdue: number
  urgentOpen: number
  toRelease: number
  callbacksOpen: number
  callbacksOverdue: number
}

export async function readStanding(db: Db, siteIds: readonly string[], now: Date): Promise<Standing> {
  const sites = anyId(siteIds)
  const row = await rowOf(db)<Standing>`
    select q.*, k.*, c.*, (select count(*) from task k where k.site_id = ${sites} and k.status = 'completed'
        and k.released_at is null and k.withdrawn_at is null) as to_release
    from (select count(*) filter (where status = 'waiting') as waiting, count(*) filter (where status = 'called') as called,
        count(*) filter (where status = 'serving') as serving,
        round((extract(epoch from ${now} - min(arrived_at) filter (where status = 'waiting')) / 60)::numeric, 1)::float8
          as longest_wait_minutes
      from ticket where site_id = ${sites} and status in ('waiting', 'called', 'serving')) q,
      (select count(*) as open, count(*) filter (where ${isLate(now)}) as overdue,
        count(*) filter (where rank = 0) as urgent_open
      from ${openTasks(siteIds)} open) k,
      (select count(*) as callbacks_open, count(*) filter (where due_at < ${now}) as callbacks_overdue
      from callback where site_id = ${sites} and told_at is null) c`
  if (!row) throw new Error('A count without a row')
  return row
}
