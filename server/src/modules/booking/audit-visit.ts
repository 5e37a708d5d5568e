import { type AuditEntry, audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'

/** Records an action on a visit in the audit trail. */
export const auditVisit = (
  within: Context,
  action: AuditEntry['action'],
  { id }: { id: string },
  entry: Omit<AuditEntry, 'action' | 'subject'>,
): Promise<void> => audit(within, { action, subject: { kind: 'visit', id }, ...entry })
