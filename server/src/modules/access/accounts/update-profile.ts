import type { updateProfile as updateContract } from '#contract/access.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { after, hours } from '#server/platform/clock.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hasher } from '#server/platform/hasher.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import { issueToken } from '../codes/links.ts'
import { retireTokens } from '../codes/queries.ts'
import { addressChangesOfAccount } from '../limits.ts'
import { refuseWeak, requireCurrentPassword } from '../log-in/check-password.ts'
import { stopAddressChange } from './address-changes.ts'
import { auditAccount } from './audit-account.ts'
import { endSessions } from './end-access.ts'
import { type Account, updateAccount } from './queries.ts'
import { addAddressChange } from './queries-address-changes.ts'
import { ownAccount, presentProfile } from './read-profile.ts'
import { tellOwner } from './tell-owner.ts'

const confirmLinkLife = hours(24)

type Changes = BodyOf<typeof updateContract>

/**
 * Changes what is given. A new password ends the other sessions. A new address counts once the link that is mailed to
 * it was opened; until then the old one stays, and is told.
 */
export async function updateProfile(context: SignedIn, changes: Changes) {
  const before = await ownAccount(context)
  const newEmail = changes.email !== undefined && !isSame(changes.email, before.email) ? changes.email : null
  if (newEmail !== null || changes.password !== undefined) {
    await requireCurrentPassword(context, before, changes.currentPassword)
  }
  if (newEmail !== null) await spend(context, addressChangesOfAccount, before.id)
  const passwordHash = await hashNew(context, changes, before)

  const profile = await transact(context, async (within) => {
    const account = await write(within, before, changes, passwordHash)
    if (passwordHash !== undefined) await afterNewPassword(within, account)
    if (newEmail !== null) await askNewAddress(within, account, newEmail)
    return presentProfile(within, account)
  })
  return {
    message:
      newEmail === null
        ? 'Your profile was updated.'
        : `Your profile was updated. The new address counts once you open the link mailed to ${newEmail}.`,
    profile,
  }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

async function hashNew(context: SignedIn, changes: Changes, before: Account) {
  if (changes.password === undefined) return undefined
  await refuseWeak(context, changes.password, {
    fullName: changes.fullName ?? before.fullName,
    email: changes.email ?? before.email,
  })
  return hasher.hash(changes.password)
}

async function write(
  within: SignedIn,
  before: Account,
  changes: Changes,
  passwordHash: string | undefined,
): Promise<Account> {
  const sameEmail = changes.email !== undefined && isSame(changes.email, before.email)
  const stated = {
    ...(changes.fullName !== undefined && { fullName: changes.fullName }),
    ...(changes.phone !== undefined && { phone: changes.phone }),
    // The same address in other letters needs no proof.
    ...(sameEmail && { email: changes.email }),
    ...(changes.notifications && { notificationMethod: changes.notifications.method }),
    ...(changes.language && { language: changes.language }),
  }
  const columns = { ...stated, ...(passwordHash !== undefined && { passwordHash }) }
  if (Object.keys(columns).length === 0) return before
  const account = await updateAccount(within.db, before.id, columns, before.passwordHash)
  if (!account) {
    throw new Refusal('changed_meanwhile', 'This profile was changed in the meantime. Please load it again.')
  }
  const action = passwordHash === undefined ? 'profile.changed' : 'profile.changed_with_password'
  const fields = Object.keys(stated) as (keyof typeof stated)[]
  const states = { before: Object.fromEntries(fields.map((field) => [field, before[field]])), after: stated }
  await auditAccount(within, action, account.id, states)
  return account
}

async function afterNewPassword(within: SignedIn, account: Account): Promise<void> {
  await endSessions(within, account.id, within.actor.sessionHash)
  await retireTokens(within, account.id, ['reset_password'])
  await stopAddressChange(within, account.id)
  await tellOwner(within, 'password_changed', account)
}

/**
 * Mails a link to a new address, and tells the old one at once. With `hold`, staff have entered the address: the link is mailed so many
 * milliseconds later, and only if a second person has approved the address. The answer does not show whether the address has an
 * account: if so, its confirmation fails.
 */
export async function askNewAddress(
  within: SignedIn,
  account: Account,
  email: string,
  hold = 0,
): Promise<void> {
  const { id: accountId, fullName } = account
  await stopAddressChange(within, accountId)
  const token = await issueToken(within, {
    purpose: 'change_email',
    accountId,
    life: hold + confirmLinkLife,
    payload: { email },
  })
  if (hold > 0) {
    const { db, actor, clock } = within
    await addAddressChange(db, {
      id: uuidv7(clock),
      accountId,
      email,
      askedBy: actor.accountId,
      askedAt: clock.now(),
      mailAt: after(clock.now(), hold),
      expiresAt: after(clock.now(), hold + confirmLinkLife),
    })
  }
  await auditAccount(within, 'email.change_asked', accountId)
  const message = { kind: 'email_change', to: email, payload: { fullName }, secret: { token } } as const
  await post(within, message, after(within.clock.now(), hold))
  await tellOwner(within, 'email_change_asked', account)
}
