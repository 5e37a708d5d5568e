import { type Expression, type RawBuilder, sql } from 'kysely'
import { type AuditEntry, auditRow } from './audit.ts'
import { after, hours } from './clock.ts'
import type { Context, SignedIn } from './context.ts'
import { uuidv7 } from './ids.ts'

const once = hours(1)

type Reading = Pick<AuditEntry, 'action' | 'subject' | 'after'>

/** A reading by a program, which has no account: `after` names the client. */
function readingOf({ actor }: SignedIn, entry: Reading): Reading {
  if (!actor.program) return entry
  const { action, subject, after: said } = entry
  const resource = action === 'visit.read' ? 'Appointment' : 'DiagnosticReport'
  const after = { client: actor.accountId, name: actor.program.name, resource, ...(said as object) }
  return { action: 'api_client.read', subject, after }
}

/**
 * The condition that the subject has no such entry of the last hour. `offset 0` keeps the planner to the index of subjects: with the
 * statistics of a small table it would look through all entries of the hour.
 */
const isFirst = (
  row: ReturnType<typeof auditRow>,
  subject: RawBuilder<unknown>,
  isSame: RawBuilder<unknown>,
) =>
  sql<boolean>`not exists (
    select from (select * from audit a where a.subject_kind = ${row.subjectKind} and a.subject_id = ${subject} offset 0) a
    where a.action = ${row.action} and ${isSame} and a.at > ${after(row.at, -once)}::timestamptz)`

/** Inserts an entry for each `id` of `read`, except for those that the same person or program has read within the hour. */
function reading(context: SignedIn, entry: Reading, read: RawBuilder<unknown>) {
  const row = auditRow(context, readingOf(context, entry))
  const sameReader =
    row.accountId === null ? sql`a.account_id is null` : sql`a.account_id = ${row.accountId}::uuid`
  return sql`
    insert into audit (id, at, account_id, role, network, action, subject_kind, subject_id, after, reason)
    select ${row.id}::uuid, ${row.at}::timestamptz, ${row.accountId}::uuid, ${row.role}::text, ${row.network}::text,
      ${row.action}::text, ${row.subjectKind}::text, read.id, ${row.after}::jsonb, ${row.reason}::text
    from (${read}) read
    where ${isFirst(row, sql`read.id`, sql`${sameReader} and a.after is not distinct from ${row.after}::jsonb`)}`
}

/** Records that the actor has read a subject, once an hour. Two concurrent readings may both be recorded, which is harmless. */
export async function auditReading(context: SignedIn, entry: Reading): Promise<void> {
  await reading(context, entry, sql`select ${entry.subject.id}::text as id`).execute(context.db)
}

/**
 * As `auditReading`, for subjects that a program has read. `after` and `reason` name the program, since it has no account. Returns the
 * subjects for which it has written an entry.
 */
export async function auditProgramReading(
  context: Context,
  entry: Required<Pick<AuditEntry, 'action' | 'after' | 'reason'>> & { kind: string },
  ids: readonly string[],
): Promise<string[]> {
  const row = auditRow({ ...context, actor: null }, { ...entry, subject: { kind: entry.kind, id: '' } })
  const read = [...new Set(ids)].map((subject) => ({ subject, id: uuidv7(context.clock) }))
  const written = await sql<{ subjectId: string }>`
    insert into audit (id, at, network, action, subject_kind, subject_id, after, reason)
    select read.id, ${row.at}::timestamptz, ${row.network}, ${row.action}, ${row.subjectKind}, read.subject,
      ${row.after}::jsonb, ${row.reason}
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) read (subject text, id uuid)
    where ${isFirst(row, sql`read.subject`, sql`a.after = ${row.after}::jsonb`)}
    returning subject_id`.execute(context.db)
  return written.rows.map(({ subjectId }) => subjectId)
}

/**
 * Records that staff have read rows of a visit, in the statement that finds them: no second round trip, and no entry for rows
 * that the reader may not see. `visit` is the column of `found` that holds the visit's id.
 */
export function opening<Row>(
  context: SignedIn,
  action: AuditEntry['action'],
  found: Expression<Row>,
  visit: keyof Row & string,
): RawBuilder<Row> {
  if (context.actor.role === 'user') return sql`${found}`
  const read = sql`select found.${sql.ref(visit)}::text as id from found`
  return sql<Row>`
    with found as (${found}), noted as (${reading(context, { action, subject: { kind: 'visit', id: '' } }, read)})
    select * from found`
}
