import { sql } from 'kysely'
import { mayTell, nextHolder, turnEnds } from '#server/modules/laboratory/index.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'

/** Statements on overdue callbacks and their recipients. */

/** The number of tries that a mail lists. */
const mostTries = sql.lit(5)

export type Overdue = {
  taskId: string
  timeZone: string
  /** The latest unsuccessful calls, oldest first. */
  tries: { at: string; outcome: 'not_reached' | 'left_message'; by: string }[]
}

/** An open callback; null if the value was reported or corrected meanwhile. */
export async function findOverdue(db: Db, siteId: string, id: string): Promise<Overdue | null> {
  return rowOf(db)<Overdue>`
    select c.task_id, s.time_zone,
      coalesce((select jsonb_agg(jsonb_build_object('at', r.tried_at, 'outcome', r.outcome, 'by', r.full_name) order by r.id)
        from (select r.*, a.full_name from callback_try r join account a on a.id = r.tried_by
          where r.site_id = c.site_id and r.task_id = c.task_id and r.analyte_code = c.analyte_code
            and r.tried_at >= c.opened_at and r.outcome <> 'reached'
          order by r.id desc limit ${mostTries}) r), '[]') as tries
    from callback c join site s on s.id = c.site_id
    where c.site_id = ${siteId} and c.id = ${id} and c.told_at is null`
}

/** A callback as its notice describes it: which of its test's open values it is, and whether it is still open. */
export type Standing = {
  id: string
  dueAt: Date
  timeZone: string
  told: boolean
  heldBy: string | null
  nth: number
  of: number
}

/** Those of these callbacks that still exist: a corrected value has another callback, or none. */
export async function standingOf(db: Db, ids: readonly string[]): Promise<Standing[]> {
  if (ids.length === 0) return []
  return rowsOf(db)<Standing>`
    select c.id, c.due_at, s.time_zone, c.told_at is not null as told, c.held_by, nth, "of"
    from callback c join site s on s.id = c.site_id
      cross join lateral (select count(*)::int as "of", (count(*) filter (where o.analyte_code <= c.analyte_code))::int as nth
        from callback o where o.site_id = c.site_id and o.task_id = c.task_id and o.told_at is null) open
    where c.site_id in (select id from site) and c.id = any(${[...ids]}::uuid[])`
}

/**
 * Whom to notify: each overdue open callback that has gone to everybody in the laboratory's order, with the managers and the
 * accounts that may release this test at its site. The second round is due when the time that was allowed for the call has passed
 * once more.
 */
export type Escalation = {
  siteId: string
  callbackId: string
  taskId: string
  round: number
  accountId: string
  fullName: string
  email: string
  site: string
  reference: string
}

export const listEscalations = (db: Db, now: Date, most: number): Promise<Escalation[]> =>
  rowsOf(db)`
    select c.site_id, c.id as callback_id, c.task_id, round, a.id as account_id, a.full_name, a.email,
      s.name as site, v.reference
    from site s join callback c on c.site_id = s.id
      join task k on k.site_id = c.site_id and k.id = c.task_id
      join visit v on v.site_id = k.site_id and v.id = k.visit_id
      cross join lateral (select case when ${turnEnds} + (c.due_at - c.opened_at) <= ${now}::timestamptz then 2 else 1 end
        as round) r
      join account a on ${mayTell}
    where c.told_at is null and c.due_at <= ${now}::timestamptz and ${turnEnds} <= ${now}::timestamptz
      and not exists ${nextHolder}
      and not exists (select from outbox o
        where o.message_key = 'callback_overdue:' || c.id || ':' || round || ':' || a.id)
    order by c.due_at, a.id
    limit ${most}::int`
