import type { register } from '#contract/access.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import type { Language } from '#contract/options.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { hasher } from '#server/platform/hasher.ts'
import { spend, spendOfNetwork } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import { findAccount } from '../accounts/queries.ts'
import { tellOwner } from '../accounts/tell-owner.ts'
import { makeCode } from '../codes/codes.ts'
import { registrationsFromNetwork, registrationsOfAddress } from '../limits.ts'
import { refuseWeak } from '../log-in/check-password.ts'
import { keepRegistration } from './registrations.ts'

/**
 * Asks for an account. Answer, work and time are the same whether or not the address has one: its owner is told by
 * mail. `browser` is the secret of the browser that asks.
 */
export async function registerAccount(
  context: Context,
  { fullName, email, password }: BodyOf<typeof register>,
  browser: string,
  language: Language,
) {
  await refuseWeak(context, password, { fullName, email })
  await spendOfNetwork(context, registrationsFromNetwork)
  await spend(context, registrationsOfAddress, email)
  const passwordHash = await hasher.hash(password)
  const { code, codeHash } = await makeCode(context.db)
  await transact(context, async (within) => {
    const owner = await findAccount(within.db, { email })
    // The registration of a known address is stored as used: it never becomes an account.
    const usedAt = owner ? within.clock.now() : null
    const person = { email, fullName, passwordHash, language }
    await keepRegistration(within, { ...person, codeHash, browser, usedAt })
    if (owner) await tellOwner(within, 'registration_known', owner)
    else
      await post(within, {
        kind: 'registration_code',
        to: email,
        payload: { fullName, language },
        secret: { code },
      })
  })
  return { message: messages.signUp.success }
}
