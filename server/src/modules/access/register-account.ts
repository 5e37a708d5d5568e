import type { register } from '#contract/access.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import type { Language } from '#contract/options.ts'
import { audit } from '#server/platform/audit.ts'
import { after } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { hasher } from '#server/platform/hasher.ts'
import { hashToken, uuidv7 } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import { refuseWeak } from './check-password.ts'
import { codeLife, makeCode } from './codes.ts'
import { registrationsFromNetwork, registrationsOfAddress } from './limits.ts'
import { addRegistration, findAccount } from './queries.ts'

/**
 * Asks for an account. Answer, work and time are the same whether or not the address has one: its owner is told by
 * mail. `browser` is the secret of the browser that asks.
 */
export async function registerAccount(
  context: Context,
  { fullName, email, password }: BodyOf<typeof register>,
  browser: string,
  language: Language,
): Promise<{ message: string }> {
  const { db, clock } = context
  await refuseWeak(context, password, { fullName, email })
  await spend(context, registrationsFromNetwork, context.network)
  await spend(context, registrationsOfAddress, email)
  const passwordHash = await hasher.hash(password)
  const { code, codeHash } = await makeCode(db)
  await inTransaction(db, async (tx) => {
    const within = { ...context, db: tx }
    const now = clock.now()
    const owner = await findAccount(tx, { email })
    const id = uuidv7(clock)
    await addRegistration(tx, {
      id,
      email,
      fullName,
      passwordHash,
      language,
      codeHash,
      browserHash: hashToken(browser),
      createdAt: now,
      expiresAt: after(now, codeLife),
      // That of a known address is born used: it never becomes anything.
      usedAt: owner ? now : null,
    })
    await audit(within, { action: 'registration.asked', subject: { kind: 'registration', id } })
    await post(
      within,
      owner
        ? { kind: 'registration_known', to: owner.email, payload: { fullName: owner.fullName } }
        : { kind: 'registration_code', to: email, payload: { fullName, language }, secret: { code } },
    )
  })
  context.wakeOutbox()
  return { message: messages.signUp.success }
}
