import { type AuditEntry, audit } from '#server/platform/audit.ts'
import { auditReading } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'

/** Audits a deed that concerns a person. */
export const auditPerson = (
  within: SignedIn,
  action: AuditEntry['action'],
  id: string,
  entry: Omit<AuditEntry, 'action' | 'subject'>,
): Promise<void> => audit(within, { action, subject: { kind: 'person', id }, ...entry })

/** Audits that somebody opened the record of a person, once an hour. */
export const auditOpening = (context: SignedIn, id: string): Promise<void> =>
  auditReading(context, { action: 'person.read', subject: { kind: 'person', id } })
