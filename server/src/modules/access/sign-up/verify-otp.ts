import { z } from 'zod'
import type { verifyOtp as verifyContract } from '#contract/access.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { hashToken, uuidv7 } from '#server/platform/ids.ts'
import { spendOfNetwork } from '#server/platform/limits.ts'
import { createAccount } from '../accounts/create-account.ts'
import { personOf } from '../accounts/present.ts'
import { findAccount } from '../accounts/queries.ts'
import { codeRefused, hashTyped } from '../codes/codes.ts'
import { issueResetToken } from '../codes/links.ts'
import { findToken, takeToken } from '../codes/queries.ts'
import { checkSecondFactor } from '../factors/check-second-factor.ts'
import { codesFromNetwork } from '../limits.ts'
import type { Device } from '../log-in/devices.ts'
import { welcome } from '../log-in/log-in.ts'
import { openSession } from '../sessions/sessions.ts'
import { takeRegistration } from './queries.ts'

/**
 * Turns a registration into an account with the mailed code, which works once. The account gets the password of the
 * registration only in the browser that registered: anybody can register another person's address, so the owner of the
 * mailbox may not have chosen that password. In another browser the answer has a token to choose a new one. A code that was
 * requested without a password creates an account without one, or logs in to the account with that number or address.
 */
export async function verifyOtp(
  context: Context,
  { otp, email, secondFactor }: BodyOf<typeof verifyContract>,
  browser: string | undefined,
  device: Device,
): Promise<ResponseOf<typeof verifyContract>> {
  await spendOfNetwork(context, codesFromNetwork)
  const codeHash = await hashTyped(context.db, otp)
  if (codeHash) await askSecondFactor(context, codeHash, secondFactor)
  const verified =
    codeHash &&
    (await transact(
      context,
      async (within) =>
        (await takeUp(within, codeHash)) ?? (await logInByCode(within, codeHash, { asked: email, device })),
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
    const { token } = await openSession(within, account, device)
    // Without a password, the code itself is the log-in.
    if (registration.passwordHash === null) return { token, user: personOf(account) }
    return hasBegunIt ? { token } : { token, passwordToken: await issueResetToken(within, account.id) }
  }
}

/** Checks the second factor before the mailed code is consumed, so that the code stays valid after a wrong second factor. */
async function askSecondFactor(context: Context, codeHash: Buffer, secondFactor: string | undefined) {
  const token =
    (await findToken(context, 'log_in_by_phone', codeHash)) ??
    (await findToken(context, 'log_in_by_mail', codeHash))
  if (token?.accountId) await checkSecondFactor(context, token.accountId, secondFactor)
}

type Entered = Omit<ResponseOf<typeof verifyContract>, 'message'>

const sentTo = z.object({ phone: z.string().optional(), email: z.string().optional() })

/** Logs in with a code; null if the code is unknown, or if the account's number or address has changed since. */
async function logInByCode(
  within: Context,
  codeHash: Buffer,
  { asked, device }: { asked: string | undefined; device: Device },
): Promise<Entered | null> {
  const taken =
    (await takeToken(within, 'log_in_by_phone', codeHash)) ??
    (await takeToken(within, 'log_in_by_mail', codeHash))
  const account = taken?.accountId ? await findAccount(within.db, { id: taken.accountId }) : undefined
  if (!taken || !account) return null
  const { phone, email } = sentTo.parse(taken.payload)
  const isTheirs = phone === undefined ? isSame(account.email, email) : account.signInPhone === phone
  if (!isTheirs || (asked && !isSame(asked, account.email))) return null
  const token = await welcome(within, account, device)
  return token === null ? null : { token, user: personOf(account) }
}

const isSame = (one: string, other = '') => one !== '' && one.toLowerCase() === other.toLowerCase()
