import { z } from 'zod'
import { type Context, transact } from '#server/platform/context.ts'
import { isSqlError, Refusal, sqlState } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spendOfNetwork } from '#server/platform/limits.ts'
import { codeRefused } from '../codes/codes.ts'
import { retireTokens, takeToken } from '../codes/queries.ts'
import { linksFromNetwork } from '../limits.ts'
import { auditAccount } from './audit-account.ts'
import { findAccount, updateAccount } from './queries.ts'
import { endAddressChanges } from './queries-address-changes.ts'
import { tellOwner } from './tell-owner.ts'

const payload = z.object({ email: z.string() })

const refused = () =>
  codeRefused('This link does not work, or no longer. Change the address once more in your profile.')

/** Takes a new address into use with the link that was mailed to it, and tells the old one. */
export async function confirmEmail(context: Context, token: string) {
  await spendOfNetwork(context, linksFromNetwork)
  try {
    await transact(context, (within) => takeIntoUse(within, hashToken(token)))
  } catch (error) {
    if (!isSqlError(error, sqlState.uniqueViolation, 'account_email')) throw error
    throw new Refusal('conflict', 'Another account has this address by now.')
  }
  return { message: 'Your new e-mail address is in use.' }
}

async function takeIntoUse(within: Context, tokenHash: Buffer): Promise<void> {
  const link = await takeToken(within, 'change_email', tokenHash)
  const before = link?.accountId ? await findAccount(within.db, { id: link.accountId }) : undefined
  if (!link || !before) throw refused()
  const { email } = payload.parse(link.payload)
  const account = await updateAccount(within.db, before.id, { email })
  if (!account) throw refused()
  // A link in the old box must not open the account any more.
  await retireTokens(within, account.id, ['reset_password'])
  await endAddressChanges(within.db, [account.id], account.id, within.clock.now())
  await auditAccount(within, 'email.changed', account.id, {
    accountId: account.id,
    before: { email: before.email },
    after: { email },
  })
  await tellOwner(within, 'email_changed', { ...before, fullName: account.fullName })
}
