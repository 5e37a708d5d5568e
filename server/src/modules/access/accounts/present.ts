import type { Person, readProfile } from '#contract/access.ts'
import type { ResponseInput } from '#contract/endpoint.ts'
import { may, permissionNames } from '#contract/permissions.ts'
import type { Account } from './queries.ts'

/** What others may know of an account. */
export const personOf = ({ id, role, fullName, email, phone, status }: Account): Person => ({
  id,
  role,
  fullName,
  email,
  phone,
  status,
})

export type Profile = ResponseInput<typeof readProfile>

/** What its owner sees. */
export const profileOf = (
  account: Account,
  {
    hasPasskey,
    pendingEmail,
    sites,
    pricesOn,
    clinicsOn,
    needsSecondFactor,
  }: {
    hasPasskey: boolean
    pendingEmail: string | undefined
    sites: Profile['sites']
    pricesOn: boolean
    clinicsOn: boolean
    needsSecondFactor: boolean
  },
): Profile => ({
  ...personOf(account),
  hasPassword: account.passwordHash !== null,
  hasPasskey,
  signInPhone: account.signInPhone,
  ...(pendingEmail !== undefined && { pendingEmail }),
  notifications: { method: account.notificationMethod },
  language: account.language,
  permissions: permissionNames.filter((permission) => may(account, permission)),
  sites: account.role === 'user' ? null : sites,
  pricesOn,
  clinicsOn,
  needsSecondFactor,
  createdAt: account.createdAt,
})
