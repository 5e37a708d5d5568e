import { type Context, transact } from '#server/platform/context.ts'
import { eachApart } from '#server/platform/each-apart.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { auditWish } from './audit-wish.ts'
import {
  accountOf,
  addWish,
  carryOut,
  findOpenWish,
  listAgain,
  listObstacles,
  type OpenWish,
  type Subject,
  subjectOf,
  takeAgain,
} from './queries-erasures.ts'
import { tellDeciders } from './tell-deciders.ts'

/**
 * Erases again whom a restore brought back, before anything is sent to them. What must be settled first, such as a visit that was under
 * way at the restored moment, leaves an open wish, of which managers get a notice. If one person cannot be erased, the others are.
 */
export async function eraseAgain(context: Context): Promise<void> {
  await eachApart(
    await listAgain(context.db),
    (id) => transact(context, (within) => eraseOne(within, id)),
    (error) =>
      context.log.error({ err: error }, 'a person who was erased before a restore could not be erased again'),
  )
}

/** A row that another process takes at the same time is left to it. */
async function eraseOne(within: Context, id: string): Promise<void> {
  const { db, clock } = within
  const row = await takeAgain(db, id)
  if (row === null || row.isForgotten) return
  const subject: Subject =
    row.personId === null
      ? await subjectOf(db, row.accountId ?? '')
      : { personId: row.personId, accountId: await accountOf(db, row.personId) }
  const wish = (await findOpenWish(db, subject)) ?? (await addWishOfRestore(within, subject))
  if ((await listObstacles(db, wish)).length > 0) {
    await tellDeciders(within, 'erasure_open', wish)
    return
  }
  await carryOut(db, { id: wish.id, version: wish.version, by: null, at: clock.now() })
  await auditWish(within, 'erasure.carried_out', wish, { afterRestore: true })
}

async function addWishOfRestore(within: Context, subject: Subject): Promise<OpenWish> {
  const { db, clock } = within
  const id = uuidv7(clock)
  await addWish(db, { id, ...subject, way: 'restore', askedAt: clock.now() })
  await auditWish(within, 'erasure.asked', { id, ...subject }, { afterRestore: true })
  const added = await findOpenWish(db, subject)
  if (!added) throw new Error('The wish was not added')
  return added
}
