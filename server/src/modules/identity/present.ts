import type { Person, Profile } from '#contract/identity.ts'
import type { Account } from './queries.ts'

/** What others may know of an account. */
export function personOf(account: Account): Person {
  const { id, role, email, phone, status } = account
  return { id, role, fullName: account.full_name, email, phone, status }
}

/** What its owner sees. */
export function profileOf(account: Account, pendingEmail: string | undefined): Profile {
  return {
    ...personOf(account),
    hasPassword: account.password_hash !== null,
    ...(pendingEmail !== undefined && { pendingEmail }),
    notifications: { method: account.notification_method },
    createdAt: account.created_at.toISOString(),
  }
}
