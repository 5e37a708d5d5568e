import type { SignedIn } from '#server/platform/context.ts'
import { requireCurrentPassword } from './check-password.ts'
import { ownAccount } from './read-profile.ts'

/** Asks whoever is signed in for their password again, before what a stolen session must not be enough for. */
export async function confirmPassword(context: SignedIn, given: string | undefined): Promise<void> {
  await requireCurrentPassword(context, await ownAccount(context), given)
}
