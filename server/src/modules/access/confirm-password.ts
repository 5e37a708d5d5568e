import type { SignedIn } from '#server/platform/context.ts'
import { requireCurrentPassword } from './check-password.ts'
import { ownAccount } from './read-profile.ts'

/** Checks the current password again before actions for which a stolen session must not suffice. */
export async function confirmPassword(context: SignedIn, given: string | undefined): Promise<void> {
  await requireCurrentPassword(context, await ownAccount(context), given)
}
