import type { BodyOf, ResponseInput } from '#contract/endpoint.ts'
import type { askErasure, DryRun, Obstacle, readOwnErasure } from '#contract/erasures.ts'
import { requireProof } from '#server/modules/access/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, notFound } from '#server/platform/errors.ts'
import { auditWish } from './audit-wish.ts'
import { dryRun } from './dry-run.ts'
import { endWish, latestWishOf, subjectOf } from './queries-erasures.ts'
import { addOpenWish } from './record-wish.ts'
import { tellAsked } from './tell-person.ts'

/** Obstacles that the person may read. The others would disclose something about results that are not released and explained yet. */
const told: readonly Obstacle[] = [
  'open_visits',
  'open_orders',
  'unpaid',
  'payments_under_way',
  'contact_messages',
]

function toldOf({ obstacles, ...run }: DryRun): DryRun {
  const shown = obstacles.filter(({ code }) => told.includes(code))
  const isAtWork = shown.length < obstacles.length
  return { ...run, obstacles: isAtWork ? [...shown, { code: 'at_work', total: null }] : shown }
}

/** What would be erased of the caller, and the latest wish. */
export async function readOwn(context: SignedIn): Promise<ResponseInput<typeof readOwnErasure>> {
  const subject = await subjectOf(context.db, context.actor.accountId)
  const wish = await latestWishOf(context.db, subject)
  return {
    ...toldOf(await dryRun(context, subject)),
    wish: wish && {
      id: wish.id,
      state: wish.state,
      way: wish.way,
      askedAt: wish.askedAt.toISOString(),
      decidedAt: wish.decidedAt?.toISOString() ?? null,
      reason: wish.reason,
      version: wish.version,
    },
  }
}

/** Records the caller's wish, after the caller has proved who they are. */
export async function ask(context: SignedIn, proof: BodyOf<typeof askErasure>) {
  await requireProof(context, proof)
  const { accountId } = context.actor
  await transact(context, async (within) => {
    const subject = await subjectOf(within.db, accountId)
    await addOpenWish(within, { ...subject, way: 'account', identifiedBy: [] })
    await tellAsked(within, subject)
  })
  return { message: 'Your request is recorded. The laboratory decides, and tells you.' }
}

/** Withdraws the caller's open wish, however it came. */
export async function withdraw(context: SignedIn) {
  const { accountId } = context.actor
  await transact(context, async (within) => {
    const wish = await latestWishOf(within.db, await subjectOf(within.db, accountId))
    if (wish?.state !== 'open') throw notFound('An open request')
    const end = {
      state: 'withdrawn',
      reason: '',
      decidedBy: accountId,
      decidedAt: within.clock.now(),
    } as const
    if (!(await endWish(within.db, wish, end))) throw changedMeanwhile('The request')
    await auditWish(within, 'erasure.withdrawn', wish)
  })
  return { message: 'Withdrawn. Nothing is erased.' }
}
