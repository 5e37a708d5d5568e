import type { resetPassword as resetContract } from '#contract/access.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { hasher } from '#server/platform/hasher.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spendOfNetwork } from '#server/platform/limits.ts'
import { stopAddressChange } from '../accounts/address-changes.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { endSessions } from '../accounts/end-access.ts'
import { findAccount, updateAccount } from '../accounts/queries.ts'
import { tellOwner } from '../accounts/tell-owner.ts'
import { codeRefused } from '../codes/codes.ts'
import { findToken, retireTokens, takeToken } from '../codes/queries.ts'
import { linksFromNetwork } from '../limits.ts'
import { refuseWeak } from './check-password.ts'
import { type Device, noteDevice } from './devices.ts'

const refused = () => codeRefused('This link does not work, or no longer. Ask for a new one.')

/**
 * Sets a new password with a mailed link and ends every session of the account. The browser becomes known to the account, so that its
 * user can log in even if the limits for other browsers are exhausted.
 */
export async function resetPassword(
  context: Context,
  { token, password }: BodyOf<typeof resetContract>,
  device: Device,
) {
  await spendOfNetwork(context, linksFromNetwork)
  const tokenHash = hashToken(token)
  const link = await findToken(context, 'reset_password', tokenHash)
  const owner = link?.accountId ? await findAccount(context.db, { id: link.accountId }) : undefined
  if (!owner) throw refused()
  // Before the link is used up, so that it still works after a refused password.
  await refuseWeak(context, password, owner)
  const passwordHash = await hasher.hash(password)
  await transact(context, async (within) => {
    const taken = await takeToken(within, 'reset_password', tokenHash)
    const account = taken && (await updateAccount(within.db, owner.id, { passwordHash }))
    if (!account) throw refused()
    await endSessions(within, account.id)
    await noteDevice(within, account.id, device)
    await retireTokens(within, account.id, ['reset_password'])
    await stopAddressChange(within, account.id)
    await auditAccount(within, 'password.reset', account.id, { accountId: account.id })
    await tellOwner(within, 'password_changed', account)
  })
  return { message: 'Your new password is set. Please log in.' }
}
