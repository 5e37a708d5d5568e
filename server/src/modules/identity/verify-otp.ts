import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { verifyOtp as verifyContract } from '#contract/identity.ts'
import { messages } from '#contract/messages.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { hashToken, uuidv7 } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { codeRefused, hashTyped } from './codes.ts'
import { codesForAddress, codesFromNetwork } from './limits.ts'
import { issueResetToken } from './links.ts'
import { addAccount, takeRegistration } from './queries.ts'
import { openSession } from './sessions.ts'

/**
 * Turns a registration into an account with the mailed code, which works once. The account gets the password of the
 * registration only in the browser that registered: anybody can register another person's address, so the owner of the
 * mailbox may not have chosen that password. In another browser the answer has a token to choose a new one.
 */
export async function verifyOtp(
  context: Context,
  { otp, email }: BodyOf<typeof verifyContract>,
  browser: string | undefined,
): Promise<ResponseOf<typeof verifyContract>> {
  await spend(context, codesFromNetwork, context.network)
  if (email) await spend(context, codesForAddress, email)
  const codeHash = await hashTyped(context.db, otp)
  const verified =
    codeHash && (await inTransaction(context.db, (tx) => takeUp({ ...context, db: tx }, codeHash)))
  if (!verified) throw codeRefused('This code does not work, or no longer. Check it, or ask for a new one.')
  return { ...verified, message: messages.otp.verified }

  async function takeUp(
    within: Context,
    hash: Buffer,
  ): Promise<{ token: string; passwordToken?: string } | null> {
    const { db, clock } = within
    const now = clock.now()
    const browserHash = browser === undefined ? null : hashToken(browser)
    const registration = await takeRegistration(db, {
      codeHash: hash,
      email: email || null,
      browserHash,
      now,
    })
    if (!registration) return null
    const hasBegunIt = browserHash !== null && registration.browser_hash.equals(browserHash)
    const account = await addAccount(db, {
      id: uuidv7(clock),
      role: 'user',
      full_name: registration.full_name,
      email: registration.email,
      password_hash: hasBegunIt ? registration.password_hash : null,
      language: registration.language,
      created_at: now,
    })
    // Another registration of the same address was faster: there is one account, and it is not this one.
    if (!account) return null
    await audit(within, {
      action: 'account.created',
      subject: { kind: 'account', id: account.id },
      accountId: account.id,
    })
    const { token } = await openSession(within, account)
    return hasBegunIt ? { token } : { token, passwordToken: await issueResetToken(within, account.id) }
  }
}
