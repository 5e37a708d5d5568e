import { z } from 'zod'
import type { verifyOtp as verifyContract } from '#contract/access.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { hashToken, uuidv7 } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { codeRefused, hashTyped } from './codes.ts'
import { createAccount } from './create-account.ts'
import { codesForAddress, codesFromNetwork } from './limits.ts'
import { issueResetToken } from './links.ts'
import { welcome } from './log-in.ts'
import { personOf } from './present.ts'
import { findAccount, takeRegistration, takeToken } from './queries.ts'
import { openSession } from './sessions.ts'

/**
 * Turns a registration into an account with the mailed code, which works once. The account gets the password of the
 * registration only in the browser that registered: anybody can register another person's address, so the owner of the
 * mailbox may not have chosen that password. In another browser the answer has a token to choose a new one. A code by SMS
 * makes an account without a password, or logs in to the one that has the number.
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
    codeHash &&
    (await transact(
      context,
      async (within) => (await takeUp(within, codeHash)) ?? (await logInByPhone(within, codeHash)),
    ))
  if (!verified) throw codeRefused('This code does not work, or no longer. Check it, or ask for a new one.')
  return { ...verified, message: messages.otp.verified }

  async function takeUp(within: Context, hash: Buffer): Promise<Entered | null> {
    const browserHash = browser === undefined ? null : hashToken(browser)
    const registration = await takeRegistration(within, { codeHash: hash, email: email || null, browserHash })
    if (!registration) return null
    const { fullName, phone, language } = registration
    const hasBegunIt = browserHash !== null && registration.browserHash.equals(browserHash)
    const account = await createAccount(within, {
      id: uuidv7(within.clock),
      role: 'user',
      fullName,
      email: registration.email,
      ...(phone !== '' && { phone, signInPhone: phone, notificationMethod: 'sms' }),
      passwordHash: hasBegunIt ? registration.passwordHash : null,
      language,
    })
    // Another registration of the same address was faster and has created the account.
    if (!account) return null
    const { token } = await openSession(within, account)
    if (phone !== '') return { token, user: personOf(account) }
    return hasBegunIt ? { token } : { token, passwordToken: await issueResetToken(within, account.id) }
  }
}

type Entered = Omit<ResponseOf<typeof verifyContract>, 'message'>

const sentTo = z.object({ phone: z.string() })

/** Logs in with a code by SMS; null when the code is unknown or the account has another number by now. */
async function logInByPhone(within: Context, codeHash: Buffer): Promise<Entered | null> {
  const taken = await takeToken(within, 'log_in_by_phone', codeHash)
  const account = taken?.accountId ? await findAccount(within.db, { id: taken.accountId }) : undefined
  if (!taken || account?.signInPhone !== sentTo.parse(taken.payload).phone) return null
  const token = await welcome(within, account)
  return token === null ? null : { token, user: personOf(account) }
}
