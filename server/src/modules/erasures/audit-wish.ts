import type { AuditAction } from '#contract/audit-actions.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { Subject } from './queries-erasures.ts'

/** Audits an action on a wish. The entry has no personal data, since it stays after the erasure. */
export const auditWish = (
  within: Context,
  action: Extract<AuditAction, `erasure.${string}`>,
  { id, personId, accountId }: Subject & { id: string },
  more: { afterRestore?: true; unused?: true } = {},
): Promise<void> =>
  audit(within, {
    action,
    subject: personId === null ? { kind: 'account', id: accountId ?? '' } : { kind: 'person', id: personId },
    after: { wish: id, ...more },
  })
