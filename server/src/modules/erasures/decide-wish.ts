import type { BodyOf } from '#contract/endpoint.ts'
import { type carryOutErasure, obstacles, type refuseErasure } from '#contract/erasures.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, isSqlError, notPossible } from '#server/platform/errors.ts'
import { post } from '#server/platform/outbox.ts'
import { auditWish } from './audit-wish.ts'
import { openWish } from './list-wishes.ts'
import { carryOut, endWish, listObstacles, type Subject } from './queries-erasures.ts'
import { addressesOf } from './tell-person.ts'
import { requireAllSites } from './whose-wish.ts'

/** Refusals of `carry_out_erasure`. */
export const notOpen = 'PH001'
export const unsettled = 'PH002'

/** Carries out a wish, and notifies the person at the address that they had until then. */
export async function carryOutWish(
  context: SignedIn,
  id: string,
  { version }: BodyOf<typeof carryOutErasure>,
) {
  const wish = await openWish(context, id)
  await requireAllSites(context, wish.personId)
  try {
    return await transact(context, async (within) => {
      const { db, clock, actor } = within
      const addresses = await addressesOf(within, wish)
      await carryOut(db, { id, version, by: actor.accountId, at: clock.now() })
      await auditWish(within, 'erasure.carried_out', wish)
      for (const { to, fullName, language } of addresses) {
        await post(within, { kind: 'erasure_done', to, payload: { fullName, language } })
      }
      return {
        message:
          addresses.length > 0
            ? 'Erased. A message is sent to the former address of the person.'
            : 'Erased. There was no address for a message to the person.',
      }
    })
  } catch (error) {
    if (isSqlError(error, notOpen)) throw changedMeanwhile('The request')
    if (isSqlError(error, unsettled)) throw notPossible(await sayUnsettled(context, wish))
    throw error
  }
}

async function sayUnsettled({ db }: SignedIn, wish: Subject): Promise<string> {
  const names = (await listObstacles(db, wish)).map(({ code }) => obstacles[code])
  return `This must be settled first: ${names.join('; ')}.`
}

/** Refuses a wish, and notifies the person. */
export async function refuseWish(
  context: SignedIn,
  id: string,
  { version, reason }: BodyOf<typeof refuseErasure>,
) {
  const isNotified = await end(context, id, { version, state: 'refused', reason })
  return {
    message: isNotified
      ? 'Refused. A message is sent to the person.'
      : 'Refused. There is no address for a message to the person.',
  }
}

/** Records that the person has withdrawn the wish. */
export async function withdrawWish(context: SignedIn, id: string, version: number) {
  await end(context, id, { version, state: 'withdrawn', reason: '' })
  return { message: 'The withdrawal is recorded. Nothing is erased.' }
}

/** Ends a wish without erasing. Returns whether the person is notified of a refusal. */
async function end(
  context: SignedIn,
  id: string,
  { version, state, reason }: { version: number; state: 'refused' | 'withdrawn'; reason: string },
): Promise<boolean> {
  const wish = await openWish(context, id)
  await requireAllSites(context, wish.personId)
  return transact(context, async (within) => {
    const { db, clock, actor } = within
    const decided = { state, reason, decidedBy: actor.accountId, decidedAt: clock.now() }
    if (!(await endWish(db, { id, version }, decided))) throw changedMeanwhile('The request')
    await auditWish(within, state === 'refused' ? 'erasure.refused' : 'erasure.withdrawn', wish)
    if (state === 'withdrawn') return false
    const addresses = await addressesOf(within, wish)
    for (const { to, fullName } of addresses) {
      await post(within, { kind: 'erasure_refused', to, payload: { fullName, reason } })
    }
    return addresses.length > 0
  })
}
