import { z } from 'zod'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { isSqlError, Refusal, sqlState } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { post, reachedAt } from '#server/platform/outbox.ts'
import { codeRefused } from './codes.ts'
import { linksFromNetwork } from './limits.ts'
import { findAccount, retireTokens, takeToken, updateAccount } from './queries.ts'

const payload = z.object({ email: z.string() })

const refused = () =>
  codeRefused('This link does not work, or no longer. Change the address once more in your profile.')

/** Takes a new address into use with the link that was mailed to it, and tells the old one. */
export async function confirmEmail(context: Context, token: string): Promise<{ message: string }> {
  await spend(context, linksFromNetwork, context.network)
  try {
    await inTransaction(context.db, (tx) => takeIntoUse({ ...context, db: tx }, hashToken(token)))
  } catch (error) {
    if (!isSqlError(error, sqlState.uniqueViolation, 'account_email')) throw error
    throw new Refusal('conflict', 'Another account has this address by now.')
  }
  context.wakeOutbox()
  return { message: 'Your new e-mail address is in use.' }
}

async function takeIntoUse(within: Context, tokenHash: Buffer): Promise<void> {
  const { db, clock } = within
  const now = clock.now()
  const link = await takeToken(db, 'change_email', tokenHash, now)
  const before = link?.accountId ? await findAccount(db, { id: link.accountId }) : undefined
  if (!link || !before) throw refused()
  const { email } = payload.parse(link.payload)
  const account = await updateAccount(db, before.id, { email })
  if (!account) throw refused()
  // A link in the old box must not open the account any more.
  await retireTokens(db, account.id, ['reset_password'], now)
  await audit(within, {
    action: 'email.changed',
    subject: { kind: 'account', id: account.id },
    accountId: account.id,
    before: { email: before.email },
    after: { email },
  })
  await post(within, {
    kind: 'email_changed',
    to: reachedAt(before),
    payload: { fullName: account.fullName },
  })
}
