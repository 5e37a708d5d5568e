import type { Person, Profile } from '#contract/access.ts'
import { may, type Permission, permissionNames } from '#contract/permissions.ts'
import type { Account } from './queries.ts'

/** What others may know of an account. */
export function personOf(account: Account): Person {
  const { id, role, email, phone, status } = account
  return { id, role, fullName: account.full_name, email, phone, status }
}

const givenTo = ({ role, permissions }: Account) => ({ role, permissions: permissions as Permission[] })

/** What its owner sees. */
export function profileOf(
  account: Account,
  { pendingEmail, sites }: { pendingEmail: string | undefined; sites: Profile['sites'] },
): Profile {
  return {
    ...personOf(account),
    hasPassword: account.password_hash !== null,
    signInPhone: account.sign_in_phone,
    ...(pendingEmail !== undefined && { pendingEmail }),
    notifications: { method: account.notification_method },
    language: account.language,
    permissions: permissionNames.filter((one) => may(givenTo(account), one)),
    sites: account.role === 'user' ? null : sites,
    createdAt: account.created_at.toISOString(),
  }
}
