import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Neighbours } from './neighbours.ts'
import { endSession } from './queries.ts'

/** Ends this session at once, and with it what its browser was told by push. */
export async function logOut(context: SignedIn, { forgetDevices }: Neighbours): Promise<null> {
  const { accountId, sessionHash } = context.actor
  await inTransaction(context.db, async (tx) => {
    await endSession(tx, sessionHash)
    await forgetDevices({ db: tx }, accountId, { only: sessionHash })
    await audit({ ...context, db: tx }, { action: 'logout', subject: { kind: 'account', id: accountId } })
  })
  return null
}
