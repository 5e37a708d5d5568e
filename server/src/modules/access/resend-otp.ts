import { messages } from '#contract/messages.ts'
import type { Language } from '#contract/options.ts'
import { audit } from '#server/platform/audit.ts'
import { after } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import { codeLife, makeCode, registrationsWait } from './codes.ts'
import { inEvenTime } from './even-time.ts'
import { resendsFromNetwork, resendsToAddress } from './limits.ts'
import { findAccount, renewRegistration } from './queries.ts'

/** Mails another code for an open registration; the earlier one stops working. The answer is the same for every address. */
export async function resendOtp(
  context: Context,
  email: string,
  browser: string | undefined,
): Promise<{ message: string }> {
  await spend(context, resendsFromNetwork, context.network)
  await spend(context, resendsToAddress, email)
  const { code, codeHash } = await makeCode(context.db)
  await inEvenTime(() => inTransaction(context.db, (tx) => renew({ ...context, db: tx })))
  context.wakeOutbox()
  return { message: messages.otp.resent }

  async function renew(within: Context): Promise<void> {
    const { db, clock } = within
    const now = clock.now()
    await audit(within, {
      action: 'registration.code_asked',
      subject: { kind: 'network', id: context.network },
    })
    const owner = await findAccount(db, { email })
    if (owner) {
      const { fullName } = owner
      return post(within, { kind: 'registration_known', to: owner.email, payload: { fullName } })
    }
    const renewed = await renewRegistration(
      db,
      {
        email,
        browserHash: browser === undefined ? null : hashToken(browser),
        askedAfter: after(now, -registrationsWait),
      },
      { codeHash, expiresAt: after(now, codeLife) },
    )
    if (!renewed) return
    const { fullName } = renewed
    const language = renewed.language as Language
    await post(within, {
      kind: 'registration_code',
      to: renewed.email,
      payload: { fullName, language },
      secret: { code },
    })
  }
}
