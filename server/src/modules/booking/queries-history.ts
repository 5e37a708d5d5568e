import { sql } from 'kysely'
import type { AuditAction } from '#contract/audit-actions.ts'
import type { Role } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'

/** Statements that tell what became of a visit: from the audit trail and the outbox, with the names of people. */

/** Something that the audit trail knows by itself: the visit, one of its samples, one of its tasks. */
export type Subject = { kind: string; id: string; name: string | null }

export type EventRow = {
  id: string
  at: Date
  action: string
  kind: string
  about: string | null
  role: Role | null
  fullName: string | null
  reason: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Looking at a visit is told to its patient and in the trail: here it would be what the reader has just done. */
const openings: readonly AuditAction[] = ['visit.read', 'results.read', 'message.read']

/** Far more than any visit has; a bound for one that a script has changed over and over. */
const mostEvents = 500

export async function readEvents(db: Db, subjects: readonly Subject[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select a.id, a.at, a.action, a.subject_kind as kind, s.name as about, a.role, c.full_name as "fullName", a.reason,
      a.before, a.after
    from unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ id }) => id)}::text[],
        ${subjects.map(({ name }) => name)}::text[]) s (kind, id, name)
      join audit a on a.subject_kind = s.kind and a.subject_id = s.id and a.action <> all(${[...openings]}::text[])
      left join account c on c.id = a.account_id
    order by a.id desc limit ${mostEvents}`.execute(db)
  return rows.reverse()
}

export type MessageRow = {
  id: string
  at: Date
  kind: string
  to: string
  state: string
  sentAt: Date | null
  error: string | null
}

export async function readMessages(db: Db, visitId: string): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select id, created_at as at, kind, recipient as "to", state, sent_at as "sentAt", error
    from outbox where payload ->> 'visitId' = ${visitId} and payload ->> 'visitId' is not null
    order by id desc limit ${mostEvents}`.execute(db)
  return rows.reverse()
}

export type ChairName = { number: number; name: string; overflow: boolean }

export async function readChair(db: Db, siteId: string, number: number): Promise<ChairName | null> {
  const chair = await db
    .selectFrom('chair')
    .select(['number', 'name', 'overflow'])
    .where('siteId', '=', siteId)
    .where('number', '=', number)
    .executeTakeFirst()
  return chair ?? null
}
