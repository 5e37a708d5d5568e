import { Secret, TOTP } from 'otpauth'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { giveBack, type Limit, spend } from '#server/platform/limits.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { hashTyped } from '../codes/codes.ts'
import { factorsOf, takeRecoveryCode, takeStep } from './queries-second-factor.ts'

/**
 * Limits wrong codes after a right password. At any time three of a million six-digit codes are valid: those of the present, the
 * previous and the next half minute. 960 tries a day guess a valid code with a probability of 1 in 350.
 */
const triesOfAccount: Limit = { name: 'second factor', burst: 10, perSeconds: 15 * 60 }

const halfMinute = 30

const codeAsked = 'Enter the code of your authenticator app.'
const passkeyAsked = 'Log in with your passkey, or enter one of your recovery codes.'

/** The TOTP generator of a secret. */
export const totpOf = (secret: Buffer, label = '', issuer = '') =>
  new TOTP({
    issuer,
    label,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    period: halfMinute,
  })

/**
 * Checks the second factor, if the account has one. Call it outside of transactions, after the password check: it invalidates the
 * code. Without a code it refuses with `second_factor_asked`.
 */
export async function checkSecondFactor(
  context: Context,
  accountId: string,
  given: string | undefined,
): Promise<void> {
  const { secret, any } = await factorsOf(context.db, accountId)
  if (!any) return
  if (!given) {
    throw new Refusal('second_factor_asked', secret === null ? passkeyAsked : codeAsked)
  }
  await spend(context, triesOfAccount, accountId)
  if (!(await takeCode(context, accountId, secret, given))) {
    await auditAccount(context, 'login.refused', accountId)
    const message = 'This code is not right, or was used before. Wait for the next code.'
    throw new Refusal('wrong_credentials', message, { fields: { secondFactor: [message] } })
  }
  await giveBack(context, triesOfAccount, accountId)
}

/** Consumes a code of the application (`secret`, if there is one) or a recovery code. Returns false if the code is not valid. */
export async function takeCode(
  context: Context,
  accountId: string,
  secret: Buffer | null,
  given: string,
): Promise<boolean> {
  const { db, clock } = context
  const typed = given.replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(typed)) {
    if (secret === null) return false
    const timestamp = clock.now().getTime()
    const delta = totpOf(secret).validate({ token: typed, timestamp, window: 1 })
    if (delta === null) return false
    return takeStep(db, accountId, Math.floor(timestamp / 1000 / halfMinute) + delta)
  }
  const hash = await hashTyped(db, given)
  if (!hash || !(await takeRecoveryCode(db, accountId, hash, clock.now()))) return false
  await auditAccount(context, 'second_factor.recovered', accountId, { accountId })
  return true
}
