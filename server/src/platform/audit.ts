import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { AuditAction } from '#contract/audit-actions.ts'
import { accountIdOf, type Context, reasonOf } from './context.ts'
import { uuidv7 } from './ids.ts'

export type AuditEntry = {
  /** Verb of the deed, for example `visit.cancelled`. */
  action: AuditAction
  subject: { kind: string; id: string }
  before?: unknown
  after?: unknown
  reason?: string | undefined
  /** Who did it, where that is not the signed-in person (a log-in, for example). */
  accountId?: string | null
}

/** The row as the statement needs it, for verbs that write it inside a larger one. */
export function auditRow({ clock, actor, network }: Context, entry: AuditEntry) {
  return {
    id: uuidv7(clock),
    at: clock.now(),
    accountId: entry.accountId === undefined ? accountIdOf(actor) : entry.accountId,
    role: actor?.program ? null : (actor?.role ?? null),
    network,
    action: entry.action,
    subjectKind: entry.subject.kind,
    subjectId: entry.subject.id,
    before: entry.before === undefined ? null : JSON.stringify(entry.before),
    after: entry.after === undefined ? null : JSON.stringify(entry.after),
    reason: actor?.program ? reasonOf(actor, entry.reason) : (entry.reason ?? null),
  }
}

/** Writes the entry in the transaction of the change. */
export async function audit(context: Context, entry: AuditEntry): Promise<void> {
  await context.db.insertInto('audit').values(auditRow(context, entry)).execute()
}

/** As `audit`, for hundreds of entries in one statement. */
export async function auditMany(context: Context, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into audit (id, at, account_id, role, network, action, subject_kind, subject_id, before, after, reason)
    select id, at, "accountId", role, network, action, "subjectKind", "subjectId", before::jsonb, after::jsonb, reason
    from jsonb_to_recordset(${JSON.stringify(entries.map((entry) => auditRow(context, entry)))}::jsonb) as r (id uuid,
      at timestamptz, "accountId" uuid, role text, network text, action text, "subjectKind" text, "subjectId" text,
      before text, after text, reason text)`.execute(context.db)
}

/** The fields that differ between two states, as `before` and `after` of an entry; null if none do. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const fields = Object.keys(after).filter(
    (field) => !isDeepStrictEqual(asKept(before[field]), asKept(after[field])),
  )
  if (fields.length === 0) return null
  const only = (state: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(fields.map((field) => [field, state[field]]))
  return { before: only(before), after: only(after) }
}

/** A value as an audit entry stores it. The database may return the keys of an object in another order. */
const asKept = (value: unknown): unknown => (value === undefined ? value : JSON.parse(JSON.stringify(value)))
