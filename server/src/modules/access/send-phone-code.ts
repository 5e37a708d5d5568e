import type { Language } from '#contract/options.ts'
import { audit } from '#server/platform/audit.ts'
import { after } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { codeLife, makeCode, registrationsWait } from './codes.ts'
import { inEvenTime } from './even-time.ts'
import { resendsFromNetwork, resendsToAddress } from './limits.ts'
import { issuePhoneCode, numberFor, postCode, spendSms } from './phone-codes.ts'
import { findAccount, renewRegistration } from './queries.ts'

/** Sends a code to a number that has an account or an open registration. The answer is the same for every number. */
export async function sendPhoneCode(
  context: Context,
  phone: string,
  browser: string | undefined,
): Promise<{ message: string }> {
  const number = await numberFor(context, phone)
  await spend(context, resendsFromNetwork, context.network)
  await spend(context, resendsToAddress, number)
  await spendSms(context)
  const made = await makeCode(context.db)
  await inEvenTime(() => inTransaction(context.db, (tx) => send({ ...context, db: tx })))
  context.wakeOutbox()
  return { message: 'If this number is known here, a code is on its way by SMS. It works for 10 minutes.' }

  async function send(within: Context): Promise<void> {
    const { db, clock } = within
    const owner = await findAccount(db, { signInPhone: number })
    if (owner) return issuePhoneCode(within, owner, 'log_in_by_phone', number, made)
    const now = clock.now()
    await audit(within, {
      action: 'registration.code_asked',
      subject: { kind: 'network', id: context.network },
    })
    const renewed = await renewRegistration(
      db,
      {
        phone: number,
        browserHash: browser === undefined ? null : hashToken(browser),
        askedAfter: after(now, -registrationsWait),
      },
      { codeHash: made.codeHash, expiresAt: after(now, codeLife) },
    )
    if (!renewed) return
    await postCode(within, number, renewed.language as Language, made.code)
  }
}
