import type { AuditAction } from '#contract/audit-actions.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { post, reachedAt } from '#server/platform/outbox.ts'
import { retireTokens } from '../codes/queries.ts'
import { accountClosed, sessionsEnded } from '../events.ts'
import { deleteFactors } from '../factors/queries-second-factor.ts'
import { forgetSubjectsOf } from '../issuer/queries.ts'
import { forgetDevicesOf } from '../log-in/queries-devices.ts'
import { endSessionsOf } from '../sessions/queries.ts'
import { stopAddressChange } from './address-changes.ts'
import { auditAccount } from './audit-account.ts'
import type { Account } from './queries.ts'

/**
 * Takes sessions, push, ways of signing in and mailed links from an account that is closed in this transaction, releases what its
 * person worked on, audits the closing and tells the owner.
 */
export async function endAccess(
  within: SignedIn,
  account: Account,
  {
    action,
    kind,
    reason,
  }: {
    action: AuditAction
    kind: 'account_closed' | 'technician_deactivated' | 'manager_deactivated' | 'clinician_deactivated'
    reason?: string | undefined
  },
): Promise<void> {
  const { id, fullName, language } = account
  await within.tell(accountClosed, within, { accountId: id })
  await endSessions(within, id)
  await forgetSubjectsOf(within.db, id)
  await deleteFactors(within.db, id)
  await retireTokens(within, id, ['reset_password', 'issuer_sign_in'])
  await stopAddressChange(within, id)
  await auditAccount(within, action, id, { reason: reason || undefined })
  await post(within, { kind, to: reachedAt(account), payload: { fullName, language } })
}

/** Ends every session of an account except `except`. The browsers of the ended sessions are no longer known to the account. */
export async function endSessions(within: Context, accountId: string, except: Buffer | null = null) {
  await endSessionsOf(within.db, accountId, except)
  await forgetDevicesOf(within.db, accountId)
  await within.tell(sessionsEnded, within, { accountId, sessions: { except } })
}
