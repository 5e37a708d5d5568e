import type { registerPhone as registerContract } from '#contract/access.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import type { Language } from '#contract/options.ts'
import { audit } from '#server/platform/audit.ts'
import { after } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { hashToken, uuidv7 } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { codeLife, makeCode } from './codes.ts'
import { inEvenTime } from './even-time.ts'
import { registrationsFromNetwork, registrationsOfAddress } from './limits.ts'
import { issuePhoneCode, numberFor, postCode, spendSms } from './phone-codes.ts'
import { addRegistration, findAccount } from './queries.ts'

/**
 * Asks for an account with a phone number. A known number gets a code as well, which logs in to its account: whoever enters
 * it has shown that the number is theirs, and nobody else learns that it has one.
 */
export async function registerPhone(
  context: Context,
  { fullName, phone }: BodyOf<typeof registerContract>,
  browser: string,
  language: Language,
): Promise<{ message: string }> {
  const { db, clock } = context
  const number = await numberFor(context, phone)
  await spend(context, registrationsFromNetwork, context.network)
  await spend(context, registrationsOfAddress, number)
  await spendSms(context)
  const { code, codeHash } = await makeCode(db)
  await inEvenTime(() => inTransaction(db, (tx) => ask({ ...context, db: tx })))
  context.wakeOutbox()
  return { message: messages.signUp.success }

  async function ask(within: Context): Promise<void> {
    const owner = await findAccount(within.db, { signInPhone: number })
    if (owner) return issuePhoneCode(within, owner, 'log_in_by_phone', number, { code, codeHash })
    const now = clock.now()
    const id = uuidv7(clock)
    await addRegistration(within.db, {
      id,
      email: '',
      phone: number,
      fullName,
      language,
      codeHash,
      browserHash: hashToken(browser),
      createdAt: now,
      expiresAt: after(now, codeLife),
    })
    await audit(within, { action: 'registration.asked', subject: { kind: 'registration', id } })
    await postCode(within, number, language, code)
  }
}
