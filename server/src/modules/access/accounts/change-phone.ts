import { z } from 'zod'
import type { changeSignInPhone as changeContract } from '#contract/access.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, isSqlError, Refusal, sqlState } from '#server/platform/errors.ts'
import { spend, spendOfNetwork } from '#server/platform/limits.ts'
import { codeRefused, hashTyped, makeCode } from '../codes/codes.ts'
import { retireTokens, takeToken } from '../codes/queries.ts'
import { addressChangesOfAccount, codesFromNetwork } from '../limits.ts'
import { requireCurrentPassword } from '../log-in/check-password.ts'
import { issuePhoneCode, numberFor, spendSms } from '../sign-up/phone-codes.ts'
import { auditAccount } from './audit-account.ts'
import { type Account, updateAccount } from './queries.ts'
import { ownAccount } from './read-profile.ts'
import { tellOwner } from './tell-owner.ts'

/**
 * Asks for another phone number to sign in with: it counts once the code that goes there is entered. Nobody learns here
 * whether another account has it. An empty number removes the present one, if there is an e-mail address.
 */
export async function changePhone(
  context: SignedIn,
  { phone, currentPassword }: BodyOf<typeof changeContract>,
) {
  const account = await ownAccount(context)
  const number = phone === '' ? null : await numberFor(context, phone)
  if (number === null && account.email === '') {
    throw invalid({ phone: ['You have no e-mail address to log in with: enter a phone number'] })
  }
  if (number === account.signInPhone) return { message: 'Nothing was changed.' }
  await requireCurrentPassword(context, account, currentPassword)
  if (number === null) {
    await transact(context, (within) => setNumber(within, account, null))
    return { message: 'You can no longer log in with your phone number.' }
  }
  await spend(context, addressChangesOfAccount, account.id)
  await spendSms(context)
  const made = await makeCode(context.db)
  await transact(context, (within) => issuePhoneCode(within, account, 'change_phone', number, made))
  return { message: `A code is on its way to ${number}.` }
}

const asked = z.object({ phone: z.string() })

/** Takes a number into use with the code that was sent to it, and tells the former address or number. */
export async function confirmPhone(context: SignedIn, otp: string) {
  await spendOfNetwork(context, codesFromNetwork)
  const account = await ownAccount(context)
  const codeHash = await hashTyped(context.db, otp)
  if (codeHash === null) throw refused()
  try {
    await transact(context, async (within) => {
      const taken = await takeToken(within, 'change_phone', codeHash)
      if (taken?.accountId !== account.id) throw refused()
      await setNumber(within, account, asked.parse(taken.payload).phone)
    })
  } catch (error) {
    if (!isSqlError(error, sqlState.uniqueViolation, 'account_sign_in_phone')) throw error
    throw new Refusal('conflict', 'Another account logs in with this number. Log in to that one with a code.')
  }
  return { message: 'You can log in with this phone number now.' }
}

const refused = () => codeRefused('This code does not work, or no longer. Check it, or ask for a new one.')

async function setNumber(within: SignedIn, before: Account, signInPhone: string | null): Promise<void> {
  // The number to call changes as well if it was the same, or if there was none.
  const isCalled = signInPhone !== null && (before.phone === '' || before.phone === before.signInPhone)
  const changes = { signInPhone, ...(isCalled && { phone: signInPhone }) }
  const account = await updateAccount(within.db, before.id, changes, before.passwordHash)
  if (!account) throw changedMeanwhile('This profile')
  // A code on its way to the former number must not open the account any more.
  await retireTokens(within, account.id, ['log_in_by_phone', 'change_phone'])
  await auditAccount(within, 'phone.changed', account.id, {
    before: { signInPhone: before.signInPhone },
    after: { signInPhone },
  })
  await tellOwner(within, 'phone_changed', { ...before, fullName: account.fullName })
}
