import { type Expression, type RawBuilder, sql } from 'kysely'
import { type AuditEntry, auditRow } from './audit.ts'
import { after, hours } from './clock.ts'
import type { Context, SignedIn } from './context.ts'
import { rowsOf } from './database.ts'
import { gather } from './gather.ts'

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
  { kind, id, action, since }: Record<'kind' | 'id' | 'action' | 'since', RawBuilder<unknown>>,
  isSame: RawBuilder<unknown>,
) =>
  sql<boolean>`not exists (
    select from (select * from audit a where a.subject_kind = ${kind} and a.subject_id = ${id} offset 0) a
    where a.action = ${action} and ${isSame} and a.at > ${since})`

/** Inserts an entry for each `id` of `read`, except for those that the same person or program has read within the hour. */
function reading(context: SignedIn, entry: Reading, read: RawBuilder<unknown>) {
  const row = auditRow(context, readingOf(context, entry))
  const key = {
    kind: sql`${row.subjectKind}`,
    id: sql`read.id`,
    action: sql`${row.action}`,
    since: sql`${after(row.at, -once)}::timestamptz`,
  }
  const sameReader =
    row.accountId === null ? sql`a.account_id is null` : sql`a.account_id = ${row.accountId}::uuid`
  return sql`
    insert into audit (id, at, account_id, role, network, action, subject_kind, subject_id, after, reason)
    select ${row.id}::uuid, ${row.at}::timestamptz, ${row.accountId}::uuid, ${row.role}::text, ${row.network}::text,
      ${row.action}::text, ${row.subjectKind}::text, read.id, ${row.after}::jsonb, ${row.reason}::text
    from (${read}) read
    where ${isFirst(key, sql`${sameReader} and a.after is not distinct from ${row.after}::jsonb`)}`
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
  const { after: said } = entry
  const rows = [...new Set(ids)].map((id) => {
    const row = auditRow({ ...context, actor: null }, { ...entry, subject: { kind: entry.kind, id } })
    return { ...row, after: said, since: after(row.at, -once) }
  })
  const written = await insertFirst(context.db, rows)
  return rows.flatMap(({ id, subjectId }) => (written.has(id) ? [subjectId] : []))
}

type FirstReading = Pick<
  ReturnType<typeof auditRow>,
  'id' | 'at' | 'network' | 'action' | 'subjectKind' | 'subjectId' | 'reason'
> & { after: unknown; since: Date }

/** Inserts the first readings of the hour, and returns their ids. Those of concurrent calls are in one statement and one commit. */
const insertFirst = gather({
  lanes: 2,
  commits: true,
  async run(db, asks: readonly (readonly FirstReading[])[]): Promise<ReadonlySet<string>[]> {
    const key = {
      kind: sql`read."subjectKind"`,
      id: sql`read."subjectId"`,
      action: sql`read.action`,
      since: sql`read.since`,
    }
    const written = await rowsOf(db)<{ id: string }>`
      insert into audit (id, at, network, action, subject_kind, subject_id, after, reason)
      select read.id, read.at, read.network, read.action, read."subjectKind", read."subjectId", read.after, read.reason
      from jsonb_to_recordset(${JSON.stringify(asks.flat())}::jsonb) read (id uuid, at timestamptz, network text, action text,
        "subjectKind" text, "subjectId" text, after jsonb, reason text, since timestamptz)
      where ${isFirst(key, sql`a.after = read.after`)}
      returning id`
    const ids = new Set(written.map(({ id }) => id))
    return asks.map(() => ids)
  },
})

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
