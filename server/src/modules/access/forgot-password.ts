import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { spend } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import { inEvenTime } from './even-time.ts'
import { resetMailsFromNetwork, resetMailsToAddress } from './limits.ts'
import { issueResetToken } from './links.ts'
import { findAccount } from './queries.ts'

/** Mails a link with which a new password can be set. Same answer, in the same time, for every address. */
export async function forgotPassword(context: Context, email: string): Promise<{ message: string }> {
  await spend(context, resetMailsFromNetwork, context.network)
  await spend(context, resetMailsToAddress, email)
  await inEvenTime(() => inTransaction(context.db, (tx) => mailLink({ ...context, db: tx }, email)))
  context.wakeOutbox()
  return { message: 'If this address has an account, a link is on its way. It works for 30 minutes.' }
}

async function mailLink(within: Context, email: string): Promise<void> {
  const account = await findAccount(within.db, { email })
  await audit(within, {
    action: 'password.reset_asked',
    subject: { kind: 'account', id: account?.id ?? 'unknown' },
  })
  if (!account) return
  const token = await issueResetToken(within, account.id)
  await post(within, {
    kind: 'password_reset',
    to: account.email,
    payload: { fullName: account.fullName },
    secret: { token },
  })
}
