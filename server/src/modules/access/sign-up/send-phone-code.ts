import type { Context } from '#server/platform/context.ts'
import { spend, spendOfNetwork } from '#server/platform/limits.ts'
import { findAccount } from '../accounts/queries.ts'
import { makeCode } from '../codes/codes.ts'
import { resendsFromNetwork, resendsToAddress } from '../limits.ts'
import { transactInEvenTime } from '../log-in/even-time.ts'
import { issuePhoneCode, numberFor, postCode, spendSms } from './phone-codes.ts'
import { auditCodeAsked, renewOpen } from './registrations.ts'

/** Sends a code to a number that has an account or an open registration. The answer is the same for every number. */
export async function sendPhoneCode(context: Context, typed: string, browser: string | undefined) {
  const phone = await numberFor(context, typed)
  await spendOfNetwork(context, resendsFromNetwork)
  await spend(context, resendsToAddress, phone)
  await spendSms(context)
  const made = await makeCode(context.db)
  await transactInEvenTime(context, async (within) => {
    const owner = await findAccount(within.db, { signInPhone: phone })
    if (owner) return issuePhoneCode(within, owner, 'log_in_by_phone', phone, made)
    await auditCodeAsked(within)
    const renewed = await renewOpen(within, { phone }, { browser, codeHash: made.codeHash })
    if (renewed) await postCode(within, phone, renewed.language, made.code)
  })
  return { message: 'If this number is known here, a code is on its way by SMS. It works for 10 minutes.' }
}
