import type { Context } from '#server/platform/context.ts'
import { spend, spendOfNetwork } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { findAccount } from '../accounts/queries.ts'
import { issueResetToken } from '../codes/links.ts'
import { resetMailsFromNetwork, resetMailsToAddress } from '../limits.ts'
import { transactInEvenTime } from './even-time.ts'

/** Mails a link with which a new password can be set. Same answer, in the same time, for every address. */
export async function forgotPassword(context: Context, email: string) {
  await spendOfNetwork(context, resetMailsFromNetwork)
  await spend(context, resetMailsToAddress, email)
  await transactInEvenTime(context, (within) => mailLink(within, email))
  return { message: 'If this address has an account, a link is on its way. It works for 30 minutes.' }
}

async function mailLink(within: Context, email: string): Promise<void> {
  const account = await findAccount(within.db, { email })
  await auditAccount(within, 'password.reset_asked', account?.id ?? 'unknown')
  if (!account) return
  const secret = { token: await issueResetToken(within, account.id) }
  await post(within, {
    kind: 'password_reset',
    to: account.email,
    payload: { fullName: account.fullName },
    secret,
  })
}
