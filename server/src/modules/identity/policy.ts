import type { Actor } from '#server/platform/context.ts'
import { notAllowed } from '#server/platform/errors.ts'
import type { Account } from './queries.ts'

/** Everybody reads and changes their own account and no other; managers also see the list. Default: no. */
export function requireManager(actor: Actor): void {
  if (actor.role !== 'admin') throw notAllowed()
}

/** Why an account may not be closed by its owner, or null. `managers` are those who can sign in. */
export function whyNotClose(
  account: Pick<Account, 'id' | 'role'>,
  managers: readonly string[],
): string | null {
  if (account.role !== 'admin' || managers.some((id) => id !== account.id)) return null
  return 'You are the only manager. Let somebody else manage the laboratory first.'
}

/**
 * Why an issuer's word is not enough to sign in to the account that has this address, or null. Whoever controls the
 * issuer's account would else get the keys to every patient's results.
 */
export function whyNotJoin(account: Pick<Account, 'role'>): string | null {
  return account.role === 'user'
    ? null
    : 'This address belongs to a member of staff. Please log in with your password.'
}
