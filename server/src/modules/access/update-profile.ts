import type { Profile, updateProfile as updateContract } from '#contract/access.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { audit } from '#server/platform/audit.ts'
import { hours } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hasher } from '#server/platform/hasher.ts'
import { spend } from '#server/platform/limits.ts'
import { post, reachedAt } from '#server/platform/outbox.ts'
import { refuseWeak, requireCurrentPassword } from './check-password.ts'
import { endSessions } from './end-access.ts'
import { addressChangesOfAccount } from './limits.ts'
import { issueToken } from './links.ts'
import { type Account, retireTokens, updateAccount } from './queries.ts'
import { ownAccount, presentProfile } from './read-profile.ts'

const confirmLinkLife = hours(24)

type Changes = BodyOf<typeof updateContract>

/**
 * Changes what is given. A new password ends the other sessions. A new address counts once the link that is mailed to
 * it was opened; until then the old one stays, and is told.
 */
export async function updateProfile(
  context: SignedIn,
  changes: Changes,
): Promise<{ message: string; profile: Profile }> {
  const before = await ownAccount(context)
  const newEmail = changes.email !== undefined && !isSame(changes.email, before.email) ? changes.email : null
  if (newEmail !== null || changes.password !== undefined) {
    await requireCurrentPassword(context, before, changes.currentPassword)
  }
  if (newEmail !== null) await spend(context, addressChangesOfAccount, before.id)
  const passwordHash = await hashNew(context, changes, before)

  const profile = await inTransaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    const account = await write(within, before, changes, passwordHash)
    if (passwordHash !== undefined) await afterNewPassword(within, account)
    if (newEmail !== null) await askNewAddress(within, account, newEmail)
    return presentProfile(within, account)
  })
  context.wakeOutbox()
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
  const after = {
    ...(changes.fullName !== undefined && { fullName: changes.fullName }),
    ...(changes.phone !== undefined && { phone: changes.phone }),
    // The same address in other letters needs no proof.
    ...(sameEmail && { email: changes.email }),
    ...(changes.notifications && { notificationMethod: changes.notifications.method }),
    ...(changes.language && { language: changes.language }),
  }
  const columns = { ...after, ...(passwordHash !== undefined && { passwordHash }) }
  if (Object.keys(columns).length === 0) return before
  const account = await updateAccount(within.db, before.id, columns, before.passwordHash)
  if (!account) {
    throw new Refusal('changed_meanwhile', 'This profile was changed in the meantime. Please load it again.')
  }
  const keys = Object.keys(after) as (keyof typeof after)[]
  await audit(within, {
    action: passwordHash === undefined ? 'profile.changed' : 'profile.changed_with_password',
    subject: { kind: 'account', id: account.id },
    before: Object.fromEntries(keys.map((key) => [key, before[key]])),
    after,
  })
  return account
}

async function afterNewPassword(within: SignedIn, account: Account): Promise<void> {
  const { db, actor, clock } = within
  await endSessions(within, account.id, actor.sessionHash)
  await retireTokens(db, account.id, ['reset_password', 'change_email'], clock.now())
  await post(within, {
    kind: 'password_changed',
    to: reachedAt(account),
    payload: { fullName: account.fullName },
  })
}

/** Nobody learns here whether the address has an account: if so, its confirmation fails. */
export async function askNewAddress(within: SignedIn, account: Account, email: string): Promise<void> {
  const payload = { fullName: account.fullName }
  await retireTokens(within.db, account.id, ['change_email'], within.clock.now())
  const token = await issueToken(within, {
    purpose: 'change_email',
    accountId: account.id,
    life: confirmLinkLife,
    payload: { email },
  })
  await audit(within, { action: 'email.change_asked', subject: { kind: 'account', id: account.id } })
  await post(within, { kind: 'email_change', to: email, payload, secret: { token } })
  await post(within, { kind: 'email_change_asked', to: reachedAt(account), payload })
}
