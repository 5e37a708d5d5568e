import type { BodyOf } from '#contract/endpoint.ts'
import type { recordErasureWish, WishIdentifier, WishWay } from '#contract/erasures.ts'
import { openKnownPerson } from '#server/modules/people/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notPossible, Refusal, refuseViolationOf } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { auditWish } from './audit-wish.ts'
import { accountOf, addWish, findWish, type Subject } from './queries-erasures.ts'
import { tellDeciders } from './tell-deciders.ts'
import { tellAsked } from './tell-person.ts'
import { requireAllSites } from './whose-wish.ts'

const already = () => new Refusal('conflict', 'This person already has an open erasure request.')
const refusals = {
  erasure_wish_open: already,
  erasure_wish_open_of_account: already,
  person_forgotten: () => notPossible('This person was forgotten already.'),
}

/** Adds an open wish with its audit entry, and notifies managers. The database refuses a second one. Returns its id. */
export async function addOpenWish(
  within: SignedIn,
  wish: Subject & { way: WishWay; identifiedBy: WishIdentifier[] },
): Promise<string> {
  const { db, clock, actor } = within
  const id = uuidv7(clock)
  const row = { id, ...wish, askedBy: actor.accountId, askedAt: clock.now() }
  await addWish(db, row).catch(refuseViolationOf(refusals))
  await auditWish(within, 'erasure.asked', { id, ...wish })
  const added = await findWish(db, id, null)
  if (added) await tellDeciders(within, 'erasure_open', added)
  return id
}

/** Records a wish that came on paper or in person. */
export async function recordWish(
  context: SignedIn,
  { personId, way, identifiedBy }: BodyOf<typeof recordErasureWish>,
) {
  const { person } = await openKnownPerson(context, personId)
  await requireAllSites(context, person.id)
  const id = await transact(context, async (within) => {
    const subject = { personId: person.id, accountId: await accountOf(within.db, person.id) }
    const added = await addOpenWish(within, { ...subject, way, identifiedBy })
    await tellAsked(within, subject)
    return added
  })
  return { message: 'The request is recorded.', id }
}
