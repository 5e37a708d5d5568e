import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { hasher } from '#server/platform/hasher.ts'
import { spend } from '#server/platform/limits.ts'
import { passwordChecksOfAccount } from './limits.ts'
import { whyWeak } from './password-rules.ts'
import type { Account } from './queries.ts'
import { ownAccount } from './read-profile.ts'

/** Refuses a new password that is easy to guess. */
export async function refuseWeak(
  context: Context,
  password: string,
  { fullName, email }: { fullName: string; email: string },
): Promise<void> {
  const laboratory = await laboratorySettings(context)
  const why = whyWeak(password, [laboratory.name, fullName, email])
  if (why !== null) throw invalid({ password: [why] })
}

/**
 * Asks somebody signed in for their password again, before actions for which a stolen session must not suffice. Whoever
 * signs in only through an issuer has none to be asked for.
 */
export async function requireCurrentPassword(context: Context, account: Account, given: string | undefined) {
  if (account.passwordHash === null) return
  if (given === undefined) throw invalid({ currentPassword: ['Enter your current password'] })
  await spend(context, passwordChecksOfAccount, account.id)
  if (await hasher.verify(account.passwordHash, given)) return
  const message = 'The current password is not right'
  throw new Refusal('wrong_credentials', message, { fields: { currentPassword: [message] } })
}

/** As `requireCurrentPassword`, for the caller's own account. */
export const confirmPassword = async (context: SignedIn, given: string | undefined): Promise<void> =>
  requireCurrentPassword(context, await ownAccount(context), given)
