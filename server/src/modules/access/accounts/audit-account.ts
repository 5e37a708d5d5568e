import { type AuditEntry, audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'

/** Audits a deed that concerns an account. */
export const auditAccount = (
  within: Context,
  action: AuditEntry['action'],
  id: string,
  entry: Omit<AuditEntry, 'action' | 'subject'> = {},
): Promise<void> => audit(within, { action, subject: { kind: 'account', id }, ...entry })
