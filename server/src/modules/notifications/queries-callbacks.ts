import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Statements on critical values that nobody has been told of in time, and on whom to tell of that. */

/** As many tries as a mail tells of. */
const mostTries = sql.lit(5)

export type Overdue = {
  taskId: string
  timeZone: string
  /** The last calls about it, all in vain, first to last. */
  tries: { at: string; outcome: 'not_reached' | 'left_message'; by: string }[]
}

/** A callback that is still open; null when somebody was told, or the value was corrected away. */
export async function findOverdue(db: Db, siteId: string, id: string): Promise<Overdue | null> {
  const { rows } = await sql<Overdue>`
    select c.task_id as "taskId", s.time_zone as "timeZone",
      coalesce((select jsonb_agg(jsonb_build_object('at', r.tried_at, 'outcome', r.outcome, 'by', r.full_name) order by r.id)
        from (select r.*, a.full_name from callback_try r join account a on a.id = r.tried_by
          where r.site_id = c.site_id and r.task_id = c.task_id and r.analyte_code = c.analyte_code
            and r.tried_at >= c.opened_at and r.outcome <> 'reached'
          order by r.id desc limit ${mostTries}) r), '[]') as tries
    from callback c join site s on s.id = c.site_id
    where c.site_id = ${siteId} and c.id = ${id} and c.told_at is null`.execute(db)
  return rows[0] ?? null
}

/**
 * Whom to tell: each open callback past its time, with the managers and whoever may release at its site. The second
 * round is due after as much time again as there was for the call.
 */
export type Escalation = {
  siteId: string
  callbackId: string
  round: number
  accountId: string
  fullName: string
  email: string
  site: string
  reference: string
}

export async function listEscalations(db: Db, now: Date, most: number): Promise<Escalation[]> {
  const { rows } = await sql<Escalation>`
    select c.site_id as "siteId", c.id as "callbackId", round, a.id as "accountId", a.full_name as "fullName", a.email,
      s.name as site, v.reference
    from site s join callback c on c.site_id = s.id
      join task t on t.site_id = c.site_id and t.id = c.task_id
      join visit v on v.site_id = t.site_id and v.id = t.visit_id
      cross join lateral (select case when c.due_at + (c.due_at - c.opened_at) <= ${now}::timestamptz then 2 else 1 end
        as round) r
      join account a on a.status = 'Active'
        and (a.role = 'admin' or (a.role = 'technician' and 'release' = any(a.permissions)))
        and (not exists (select from account_site x where x.account_id = a.id)
          or exists (select from account_site x where x.account_id = a.id and x.site_id = c.site_id))
    where c.told_at is null and c.due_at <= ${now}::timestamptz
      and not exists (select from outbox o
        where o.message_key = 'callback_overdue:' || c.id || ':' || round || ':' || a.id)
    order by c.due_at, a.id
    limit ${most}::int`.execute(db)
  return rows
}
