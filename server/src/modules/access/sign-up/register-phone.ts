import type { registerPhone as registerContract } from '#contract/access.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import type { Language } from '#contract/options.ts'
import type { Context } from '#server/platform/context.ts'
import { spend, spendOfNetwork } from '#server/platform/limits.ts'
import { findAccount } from '../accounts/queries.ts'
import { makeCode } from '../codes/codes.ts'
import { registrationsFromNetwork, registrationsOfAddress } from '../limits.ts'
import { transactInEvenTime } from '../log-in/even-time.ts'
import { issuePhoneCode, numberFor, postCode, spendSms } from './phone-codes.ts'
import { keepRegistration } from './registrations.ts'

/**
 * Asks for an account with a phone number. A known number gets a code as well, which logs in to its account: whoever enters
 * it has shown that the number is theirs, and nobody else learns that it has one.
 */
export async function registerPhone(
  context: Context,
  { fullName, phone: typed }: BodyOf<typeof registerContract>,
  browser: string,
  language: Language,
) {
  const phone = await numberFor(context, typed)
  await spendOfNetwork(context, registrationsFromNetwork)
  await spend(context, registrationsOfAddress, phone)
  await spendSms(context)
  const made = await makeCode(context.db)
  await transactInEvenTime(context, async (within) => {
    const owner = await findAccount(within.db, { signInPhone: phone })
    if (owner) return issuePhoneCode(within, owner, 'log_in_by_phone', phone, made)
    const { code, codeHash } = made
    await keepRegistration(within, { email: '', phone, fullName, language, codeHash, browser })
    await postCode(within, phone, language, code)
  })
  return { message: messages.signUp.success }
}
