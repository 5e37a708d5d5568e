import { messages } from '#contract/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { spend, spendOfNetwork } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import { findAccount } from '../accounts/queries.ts'
import { tellOwner } from '../accounts/tell-owner.ts'
import { makeCode } from '../codes/codes.ts'
import { resendsFromNetwork, resendsToAddress } from '../limits.ts'
import { transactInEvenTime } from '../log-in/even-time.ts'
import { auditCodeAsked, renewOpen } from './registrations.ts'

/** Mails another code for an open registration; the earlier one stops working. The answer is the same for every address. */
export async function resendOtp(context: Context, email: string, browser: string | undefined) {
  await spendOfNetwork(context, resendsFromNetwork)
  await spend(context, resendsToAddress, email)
  const { code, codeHash } = await makeCode(context.db)
  await transactInEvenTime(context, async (within) => {
    await auditCodeAsked(within)
    const owner = await findAccount(within.db, { email })
    if (owner) return tellOwner(within, 'registration_known', owner)
    const renewed = await renewOpen(within, { email }, { browser, codeHash })
    if (!renewed) return
    const { email: to, fullName, language } = renewed
    await post(within, {
      kind: 'registration_code',
      to,
      payload: { fullName, language },
      secret: { code },
    })
  })
  return { message: messages.otp.resent }
}
