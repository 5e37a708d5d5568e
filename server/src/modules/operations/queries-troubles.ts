import type { StatusPart, TroubleCode } from '#contract/status.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'

/** Statements on reports of servers and on troubles. */

export type Report = {
  server: string
  diskFree: number
  diskTotal: number
  clockAhead: number
  clockSynchronized: boolean | null
  late: number
  poolWait: number
}

/** A server that has not reported for longer is silent. It reports each minute. */
const silentAfter = '3 minutes'

export async function saveReport(db: Db, report: Report): Promise<void> {
  const { server, ...said } = report
  await rowsOf(db)`
    insert into server_report (server, disk_free, disk_total, clock_ahead, clock_synchronized, late, pool_wait)
    values (${server}, ${said.diskFree}, ${said.diskTotal}, ${said.clockAhead}, ${said.clockSynchronized}, ${said.late},
      ${said.poolWait})
    on conflict (server) do update set reported_at = now(), disk_free = excluded.disk_free, disk_total = excluded.disk_total,
      clock_ahead = excluded.clock_ahead, clock_synchronized = excluded.clock_synchronized, late = excluded.late,
      pool_wait = excluded.pool_wait`
}

/** A server that stops is not silent. */
export const forgetServer = (db: Db, server: string) =>
  db.deleteFrom('serverReport').where('server', '=', server).execute()

/** A server that has been silent for a day does not come back. */
export const forgetSilent = (db: Db) =>
  rowsOf(db)`delete from server_report where reported_at < now() - interval '1 day'`

/** With the seconds since the last report of a server that is silent, else null. */
export const listReports = (db: Db): Promise<(Report & { silentFor: number | null })[]> =>
  rowsOf(db)`
    select server, disk_free, disk_total, clock_ahead, clock_synchronized, late, pool_wait,
      case when reported_at < now() - ${silentAfter}::interval then extract(epoch from now() - reported_at)::float8 end as silent_for
    from server_report order by server`

export type OpenTrouble = { id: string; code: string; about: string; beganAt: Date }

export const listOpen = (db: Db): Promise<OpenTrouble[]> =>
  rowsOf(db)`select id, code, about, began_at from trouble where ended_at is null`

/** When the last trouble of each part ended. */
export const listEnded = (db: Db): Promise<{ part: string; endedAt: Date }[]> =>
  rowsOf(db)`select part, max(ended_at) as ended_at from trouble where ended_at is not null group by part`

/** False if it is open already. */
export const beginTrouble = (
  db: Db,
  row: { id: string; part: StatusPart; code: TroubleCode; about: string; beganAt: Date },
): Promise<boolean> =>
  wroteRow(
    db
      .insertInto('trouble')
      .values(row)
      .onConflict((conflict) => conflict.columns(['code', 'about']).where('endedAt', 'is', null).doNothing()),
  )

/** False if it has ended already. */
export const endTrouble = (db: Db, id: string, endedAt: Date): Promise<boolean> =>
  wroteRow(db.updateTable('trouble').set({ endedAt }).where('id', '=', id).where('endedAt', 'is', null))

export const forgetEnded = (db: Db, before: Date) =>
  db.deleteFrom('trouble').where('endedAt', '<', before).execute()

export const usesPush = async (db: Db): Promise<boolean> =>
  (await rowOf(db)`select 1 from push_subscription limit 1`) !== null
