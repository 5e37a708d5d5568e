import type { Person, Profile } from '#contract/access.ts'
import { may, type Permission, permissionNames } from '#contract/permissions.ts'
import type { Account } from './queries.ts'

/** What others may know of an account. */
export function personOf(account: Account): Person {
  const { id, role, email, phone, status } = account
  return { id, role, fullName: account.fullName, email, phone, status }
}

const givenTo = ({ role, permissions }: Account) => ({ role, permissions: permissions as Permission[] })

/** What its owner sees. */
export function profileOf(
  account: Account,
  { pendingEmail, sites }: { pendingEmail: string | undefined; sites: Profile['sites'] },
): Profile {
  return {
    ...personOf(account),
    hasPassword: account.passwordHash !== null,
    signInPhone: account.signInPhone,
    ...(pendingEmail !== undefined && { pendingEmail }),
    notifications: { method: account.notificationMethod },
    language: account.language,
    permissions: permissionNames.filter((one) => may(givenTo(account), one)),
    sites: account.role === 'user' ? null : sites,
    createdAt: account.createdAt.toISOString(),
  }
}
