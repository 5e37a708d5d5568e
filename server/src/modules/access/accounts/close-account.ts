import { type SignedIn, transact } from '#server/platform/context.ts'
import { Refusal, requirePossible } from '#server/platform/errors.ts'
import { requireCurrentPassword } from '../log-in/check-password.ts'
import { whyNotClose } from '../policy.ts'
import { endAccess } from './end-access.ts'
import { lockManagers, updateAccount } from './queries.ts'
import { activeManagers } from './queries-access.ts'
import { ownAccount } from './read-profile.ts'

/** Closes the caller's account: its sessions end, visits to come are cancelled, the address is free, history stays. */
export async function closeAccount(context: SignedIn, currentPassword: string | undefined) {
  const account = await ownAccount(context)
  await requireCurrentPassword(context, account, currentPassword)
  await transact(context, async (within) => {
    const { db, clock } = within
    if (account.role === 'admin') {
      await lockManagers(db)
      requirePossible(whyNotClose(account, await activeManagers(db, null)))
    }
    const changes = { status: 'Deactivated', deactivatedAt: clock.now(), passwordHash: null } as const
    const closed = await updateAccount(db, account.id, changes, account.passwordHash)
    if (!closed) throw new Refusal('changed_meanwhile', 'This account was changed in the meantime.')
    await endAccess(within, closed, { action: 'account.closed', kind: 'account_closed' })
  })
  return { message: 'Your account is closed.' }
}
