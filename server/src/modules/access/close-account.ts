import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { post, reachedAt } from '#server/platform/outbox.ts'
import { requireCurrentPassword } from './check-password.ts'
import { endAccess } from './end-access.ts'
import { whyNotClose } from './policy.ts'
import { lockManagers, updateAccount } from './queries.ts'
import { managersOfAllSites } from './queries-access.ts'
import { ownAccount } from './read-profile.ts'

/** Closes the caller's account: its sessions end, visits to come are cancelled, the address is free, history stays. */
export async function closeAccount(
  context: SignedIn,
  currentPassword: string | undefined,
): Promise<{ message: string }> {
  const { db, clock } = context
  const account = await ownAccount(context)
  await requireCurrentPassword(context, account, currentPassword)
  await inTransaction(db, async (tx) => {
    const within = { ...context, db: tx }
    const now = clock.now()
    if (account.role === 'admin') await lockManagers(tx)
    const whyNot = whyNotClose(account, account.role === 'admin' ? await managersOfAllSites(tx) : [])
    if (whyNot) throw new Refusal('not_possible_now', whyNot)
    const closed = await updateAccount(
      tx,
      account.id,
      { status: 'Deactivated', deactivatedAt: now, passwordHash: null },
      account.passwordHash,
    )
    if (!closed) throw new Refusal('changed_meanwhile', 'This account was changed in the meantime.')
    await endAccess(within, account.id)
    await audit(within, { action: 'account.closed', subject: { kind: 'account', id: account.id } })
    await post(within, {
      kind: 'account_closed',
      to: reachedAt(account),
      payload: { fullName: account.fullName, language: account.language },
    })
  })
  context.wakeOutbox()
  return { message: 'Your account is closed.' }
}
