import { laboratorySettings } from '#server/modules/sites/index.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { hasher } from '#server/platform/hasher.ts'
import { spend } from '#server/platform/limits.ts'
import type { Account } from '../accounts/queries.ts'
import { ownAccount } from '../accounts/read-profile.ts'
import { passwordChecksOfAccount } from '../limits.ts'
import { readConfirmation } from '../sessions/queries-sessions.ts'
import { whyWeak } from './password-rules.ts'

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

/** How long a confirmation by a passkey stands in for the password. Milliseconds. */
const confirmedFor = minutes(5)
/** How long after a log-in people without a password may change how they log in. Milliseconds. */
const freshFor = minutes(15)

/**
 * Asks somebody signed in for their password again, before actions for which a stolen session must not suffice. A passkey that has
 * confirmed the person of this session in the past minutes replaces the password. People without a password need such a passkey, or must
 * have logged in just now. Returns whether a passkey has confirmed the person.
 */
export async function requireCurrentPassword(
  context: SignedIn,
  account: Account,
  given: string | undefined,
): Promise<boolean> {
  const { db, clock, actor } = context
  const session = await readConfirmation(db, actor.sessionHash)
  const isWithin = (time: number, from: Date | null | undefined) =>
    from != null && clock.now() < after(from, time)
  if (isWithin(confirmedFor, session?.confirmedAt)) return true
  if (account.passwordHash === null) {
    if (isWithin(freshFor, session?.createdAt)) return false
    throw new Refusal('wrong_credentials', 'Log out and log in again. Then you can do this for 15 minutes.')
  }
  if (given === undefined) throw invalid({ currentPassword: ['Enter your current password'] })
  await spend(context, passwordChecksOfAccount, account.id)
  if (await hasher.verify(account.passwordHash, given)) return false
  const message = 'The current password is not right'
  throw new Refusal('wrong_credentials', message, { fields: { currentPassword: [message] } })
}

/** As `requireCurrentPassword`, for the caller's own account. */
export const confirmPassword = async (context: SignedIn, given: string | undefined): Promise<boolean> =>
  requireCurrentPassword(context, await ownAccount(context), given)
