import { sql } from 'kysely'
import { type AuditEntry, auditRow } from './audit.ts'
import { after, hours } from './clock.ts'
import type { SignedIn } from './context.ts'

const once = hours(1)

/**
 * Notes that somebody read something, once an hour for each reader and what was read: who looks at a screen again
 * and again has read it once. Two at the same moment may both be noted, which harms nobody.
 */
export async function auditReading(
  context: SignedIn,
  entry: Pick<AuditEntry, 'action' | 'subject'>,
): Promise<void> {
  const row = auditRow(context, entry)
  await sql`
    insert into audit (id, at, account_id, role, network, action, subject_kind, subject_id)
    select ${row.id}::uuid, ${row.at}::timestamptz, ${row.account_id}::uuid, ${row.role}::text, ${row.network}::text,
      ${row.action}::text, ${row.subject_kind}::text, ${row.subject_id}::text
    where not exists (select from audit a where a.subject_kind = ${row.subject_kind} and a.subject_id = ${row.subject_id}
      and a.action = ${row.action} and a.account_id = ${row.account_id}::uuid
      and a.at > ${after(row.at, -once)}::timestamptz)`.execute(context.db)
}
