import { audit } from '#server/platform/audit.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { required, requirePossible } from '#server/platform/errors.ts'
import { findOwnAccess, listAccess, writeAccessEnd } from './queries-access.ts'
import { deleteOfAccess } from './queries-artifacts.ts'

/** Ends an access with its tokens. Returns false if it has ended before. `by`: the account; null: the app, or this server. */
export const endAccess = (
  context: Context,
  id: string,
  { by, reason }: { by: string | null; reason?: string },
): Promise<boolean> =>
  transact(context, async (inside) => {
    const { db, clock } = inside
    await deleteOfAccess(db, id)
    if (!(await writeAccessEnd(db, id, { endedBy: by, endedAt: clock.now() }))) return false
    await audit(inside, { action: 'app_access.ended', subject: { kind: 'app_access', id }, reason })
    return true
  })

export const listOwnAccess = async ({ db, actor, clock }: SignedIn) => ({
  rows: await listAccess(db, actor.accountId, clock.now()),
})

export async function endOwnAccess(context: SignedIn, id: string) {
  const { accountId } = context.actor
  const { app } = required(await findOwnAccess(context.db, { id, accountId }), 'This access')
  const isEnded = await endAccess(context, id, { by: accountId })
  requirePossible(isEnded ? null : `${app} can no longer read: its access has already ended.`)
  return { message: `${app} can no longer read.` }
}
