import type { BodyOf } from '#contract/endpoint.ts'
import type { verifyOtp as verifyContract } from '#contract/identity.ts'
import { messages } from '#contract/messages.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { hashToken, uuidv7 } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { codeRefused, hashTyped } from './codes.ts'
import { codesForAddress, codesFromNetwork } from './limits.ts'
import { addAccount, takeRegistration } from './queries.ts'
import { openSession } from './sessions.ts'

/** Turns a registration into an account with the mailed code, which works once. */
export async function verifyOtp(
  context: Context,
  { otp, email }: BodyOf<typeof verifyContract>,
  browser: string | undefined,
): Promise<{ token: string; message: string }> {
  await spend(context, codesFromNetwork, context.network)
  if (email) await spend(context, codesForAddress, email)
  const codeHash = await hashTyped(context.db, otp)
  const token =
    codeHash && (await inTransaction(context.db, (tx) => takeUp({ ...context, db: tx }, codeHash)))
  if (!token) throw codeRefused('This code does not work, or no longer. Check it, or ask for a new one.')
  return { token, message: messages.otp.verified }

  async function takeUp(within: Context, hash: Buffer): Promise<string | null> {
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
    const account = await addAccount(db, {
      id: uuidv7(clock),
      role: 'user',
      full_name: registration.full_name,
      email: registration.email,
      password_hash: registration.password_hash,
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
    return (await openSession(within, account)).token
  }
}
