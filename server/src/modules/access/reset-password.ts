import type { resetPassword as resetContract } from '#contract/access.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { hasher } from '#server/platform/hasher.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { post, reachedAt } from '#server/platform/outbox.ts'
import { refuseWeak } from './check-password.ts'
import { codeRefused } from './codes.ts'
import { endSessions } from './end-access.ts'
import { linksFromNetwork } from './limits.ts'
import { findAccount, findToken, retireTokens, takeToken, updateAccount } from './queries.ts'

const refused = () => codeRefused('This link does not work, or no longer. Ask for a new one.')

/** Sets a new password with a mailed link and ends every session of the account. */
export async function resetPassword(
  context: Context,
  { token, password }: BodyOf<typeof resetContract>,
): Promise<{ message: string }> {
  const { db, clock } = context
  await spend(context, linksFromNetwork, context.network)
  const tokenHash = hashToken(token)
  const link = await findToken(db, 'reset_password', tokenHash, clock.now())
  const owner = link?.accountId ? await findAccount(db, { id: link.accountId }) : undefined
  if (!owner) throw refused()
  // Before the link is used up: a refused password leaves it good for another try.
  await refuseWeak(context, password, { fullName: owner.fullName, email: owner.email })
  const passwordHash = await hasher.hash(password)
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const taken = await takeToken(tx, 'reset_password', tokenHash, now)
    const account = taken && (await updateAccount(tx, owner.id, { passwordHash }))
    if (!account) throw refused()
    await endSessions({ ...context, db: tx }, account.id)
    await retireTokens(tx, account.id, ['reset_password', 'change_email'], now)
    const within = { ...context, db: tx }
    await audit(within, {
      action: 'password.reset',
      subject: { kind: 'account', id: account.id },
      accountId: account.id,
    })
    await post(within, {
      kind: 'password_changed',
      to: reachedAt(account),
      payload: { fullName: account.fullName },
    })
  })
  context.wakeOutbox()
  return { message: 'Your new password is set. Please log in.' }
}
