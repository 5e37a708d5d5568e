import type { QueryOf, ResponseInput } from '#contract/endpoint.ts'
import type { ErasureWish, listErasureWishes, readErasureWish } from '#contract/erasures.ts'
import { personNumber } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import { mapPage } from '#server/platform/list.ts'
import { dryRun } from './dry-run.ts'
import { findWish, listWishes, type WishRow } from './queries-erasures.ts'
import { whyNotDecide } from './whose-wish.ts'

const present =
  (now: Date) =>
  ({ personId, accountId: _, number, askedAt, dueAt, decidedAt, ...wish }: WishRow): ErasureWish => ({
    ...wish,
    person: personId === null || number === null ? null : { id: personId, number: personNumber(number) },
    askedAt: askedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    isOverdue: wish.state === 'open' && dueAt <= now,
    decidedAt: decidedAt?.toISOString() ?? null,
  })

export async function readWishes(
  { db, clock, actor: { sites } }: SignedIn,
  { state, ...page }: QueryOf<typeof listErasureWishes>,
) {
  return mapPage(await listWishes(db, { state: state ?? null, sites }, page), present(clock.now()))
}

/** A wish that the caller sees. */
export const openWish = async ({ db, actor }: SignedIn, id: string): Promise<WishRow> =>
  required(await findWish(db, id, actor.sites), 'This request')

export async function readWish(
  context: SignedIn,
  id: string,
): Promise<ResponseInput<typeof readErasureWish>> {
  const wish = await openWish(context, id)
  return {
    wish: present(context.clock.now())(wish),
    dryRun: wish.state === 'open' ? await dryRun(context, wish) : null,
    whyNot: await whyNotDecide(context, wish.personId),
  }
}
