import type { registerByMail as registerContract } from '#contract/access.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import type { Language } from '#contract/options.ts'
import type { Context } from '#server/platform/context.ts'
import { spend, spendOfNetwork } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import { type Account, findAccount } from '../accounts/queries.ts'
import { tellOwner } from '../accounts/tell-owner.ts'
import { keepCode, makeCode } from '../codes/codes.ts'
import { registrationsFromNetwork, registrationsOfAddress } from '../limits.ts'
import { transactInEvenTime } from '../log-in/even-time.ts'
import { keepRegistration } from './registrations.ts'

/**
 * Asks for an account without a password. If the address has a patient's account, the mailed code logs in to it: entering the
 * code proves access to the mailbox, as for a forgotten password. The address of a staff account gets no code, which would
 * bypass its password. The answer is the same in all cases.
 */
export async function registerByMail(
  context: Context,
  { fullName, email }: BodyOf<typeof registerContract>,
  browser: string,
  language: Language,
) {
  await spendOfNetwork(context, registrationsFromNetwork)
  await spend(context, registrationsOfAddress, email)
  const made = await makeCode(context.db)
  await transactInEvenTime(context, async (within) => {
    const owner = await findAccount(within.db, { email })
    if (owner?.role === 'user') {
      await keepCode(within, owner, { purpose: 'log_in_by_mail', sentTo: { email: owner.email } }, made)
      return postCode(within, owner, made.code)
    }
    if (owner) return tellOwner(within, 'registration_known', owner)
    const { code, codeHash } = made
    await keepRegistration(within, { email, fullName, language, codeHash, browser })
    await postCode(within, { email, fullName, language }, code)
  })
  return { message: messages.signUp.success }
}

const postCode = (
  within: Context,
  { email, fullName, language }: Pick<Account, 'email' | 'fullName' | 'language'>,
  code: string,
): Promise<void> =>
  post(within, { kind: 'mail_code', to: email, payload: { fullName, language }, secret: { code } })
