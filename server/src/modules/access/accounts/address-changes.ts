import type { Context, SignedIn } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import { findToken, retireTokens } from '../codes/queries.ts'
import { auditAccount } from './audit-account.ts'
import { endAddressChanges, setApproved, waitsForApproval } from './queries-address-changes.ts'

/** Makes the link to a new address of the account worthless, and ends the change that staff have asked for. */
export async function stopAddressChange(within: Context, accountId: string): Promise<void> {
  const { db, actor, clock } = within
  await retireTokens(within, accountId, ['change_email'])
  await endAddressChanges(db, [accountId], actor?.accountId ?? null, clock.now())
}

/** Approves an address that somebody else has entered, in the transaction `db`. */
export async function approveAddress(within: SignedIn, { id, accountId }: { id: string; accountId: string }) {
  const { db, actor, clock } = within
  if (!(await setApproved(db, id, actor.accountId, clock.now()))) {
    throw notPossible('Somebody else than the person who entered this address must approve it, once.')
  }
  await auditAccount(within, 'email.change_approved', accountId)
}

/** Refuses an address that was entered for a patient, in the transaction `db`. */
export async function refuseAddress(within: SignedIn, accountId: string): Promise<void> {
  await stopAddressChange(within, accountId)
  await auditAccount(within, 'email.change_refused', accountId)
}

/** Whether the link to a new address works, and whether it still waits for the approval of a second person. */
export async function addressLinkState(
  within: Context,
  token: string,
): Promise<'dead' | 'waiting' | 'ready'> {
  const link = await findToken(within, 'change_email', hashToken(token))
  if (!link?.accountId) return 'dead'
  return (await waitsForApproval(within.db, link.accountId)) ? 'waiting' : 'ready'
}
