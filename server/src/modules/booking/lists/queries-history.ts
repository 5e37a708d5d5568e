import { type Selectable, sql } from 'kysely'
import type { AuditAction } from '#contract/audit-actions.ts'
import type { Role } from '#contract/options.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.gen.ts'

/** Statements on the history of a visit, from the audit trail and the outbox. */

/** Something that the audit trail knows by itself: the visit, one of its samples, one of its tasks. */
export type Subject = { kind: string; id: string; name: string | null }

export type EventRow = Pick<Selectable<DB['audit']>, 'id' | 'at' | 'action' | 'reason'> & {
  kind: string
  about: string | null
  by: { fullName: string; role: Role } | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Readings are not listed: the last of them is the reader's own. */
const openings: readonly AuditAction[] = ['visit.read', 'results.read', 'message.read']

/** Far more than any visit has, except one that a script has changed again and again. */
const mostEvents = 500

export async function readEvents(db: Db, subjects: readonly Subject[]): Promise<EventRow[]> {
  const rows = await rowsOf(db)<EventRow>`
    select a.id, a.at, a.action, a.subject_kind as kind, s.name as about, a.reason, a.before, a.after,
      case when a.role is not null and c.id is not null then
        jsonb_build_object('fullName', c.full_name, 'role', a.role) end as by
    from unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ id }) => id)}::text[],
        ${subjects.map(({ name }) => name)}::text[]) s (kind, id, name)
      join audit a on a.subject_kind = s.kind and a.subject_id = s.id and a.action <> all(${[...openings]}::text[])
      left join account c on c.id = a.account_id
    order by a.id desc limit ${sql.lit(mostEvents)}`
  return rows.reverse()
}

/** The messages about a visit, oldest first. The condition of the partial index is part of the text. */
export async function readMessages(db: Db, visitId: string) {
  const messages = await db
    .selectFrom('outbox')
    .select(['id', 'createdAt as at', 'kind', 'recipient as to', 'state', 'sentAt', 'error'])
    .where(sql<boolean>`payload ->> 'visitId' = ${visitId} and payload ->> 'visitId' is not null`)
    .orderBy('id', 'desc')
    .limit(sql.lit(mostEvents))
    .execute()
  return messages.reverse()
}

export async function readChair(db: Db, siteId: string, number: number) {
  const chair = await db
    .selectFrom('chair')
    .select(['number', 'name', 'overflow'])
    .where('siteId', '=', siteId)
    .where('number', '=', number)
    .executeTakeFirst()
  return chair ?? null
}
