import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { hasher } from '#server/platform/hasher.ts'
import { spend } from '#server/platform/limits.ts'
import { passwordChecksOfAccount } from './limits.ts'
import { whyWeak } from './password-rules.ts'
import type { Account } from './queries.ts'

/** Refuses a new password that is easy to guess. */
export async function refuseWeak(
  context: Context,
  password: string,
  person: { fullName: string; email: string },
): Promise<void> {
  const laboratory = await laboratorySettings(context)
  const why = whyWeak(password, [laboratory.name, person.fullName, person.email])
  if (why !== null) throw invalid({ password: [why] })
}

/**
 * Asks somebody signed in for their password again, before what a stolen session must not be enough for. Whoever
 * signs in through an issuer only has none to be asked for.
 */
export async function requireCurrentPassword(
  context: Context,
  account: Account,
  given: string | undefined,
): Promise<void> {
  if (account.passwordHash === null) return
  if (given === undefined) throw invalid({ currentPassword: ['Enter your current password'] })
  await spend(context, passwordChecksOfAccount, account.id)
  if (await hasher.verify(account.passwordHash, given)) return
  const message = 'The current password is not right'
  throw new Refusal('wrong_credentials', message, { fields: { currentPassword: [message] } })
}
