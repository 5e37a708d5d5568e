import type { BodyOf } from '#contract/endpoint.ts'
import type { addChair, changeChair } from '#contract/settings.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notPossible, required } from '#server/platform/errors.ts'
import {
  changeSettings,
  lockedSite,
  readSettingsOf,
  refuseTakenName,
  requireSite,
} from './change-settings.ts'
import { firstExtra } from './queries-extra-places.ts'
import { insertChair, writeChair } from './queries-settings.ts'
import { refuseWhileBooked } from './while-booked.ts'

/** Greater numbers are those of extra places. */
const mostChairs = firstExtra - 1

/** Adds a chair with the next number. Numbers are never reused, since old visits refer to them. */
export async function createChair(context: SignedIn, siteId: string, { name }: BodyOf<typeof addChair>) {
  requireSite(context, siteId)
  const number = await transact(context, async (inside) => {
    const { chairs } = await lockedSite(inside, siteId)
    const next = Math.max(0, ...chairs.map((chair) => chair.number)) + 1
    if (next > mostChairs) {
      throw notPossible(`A site can have at most ${mostChairs} chairs.`)
    }
    await insertChair(inside.db, { siteId, number: next, name }).catch(refuseTakenName)
    const subject = { kind: 'chair', id: `${siteId} ${next}` }
    await audit(inside, { action: 'chair.added', subject, after: { name } })
    return next
  })
  return { message: `${name} can be booked from now on.`, number }
}

export async function updateChair(
  context: SignedIn,
  { id: siteId, number }: { id: string; number: number },
  { version, ...after }: BodyOf<typeof changeChair>,
): Promise<{ message: string }> {
  requireSite(context, siteId)
  const { name, active } = after
  await transact(context, async (inside) => {
    if (!active) {
      await refuseWhileBooked(inside, await readSettingsOf(inside, siteId), 'change this chair', number)
    }
    const { chairs } = await lockedSite(inside, siteId)
    const before = required(
      chairs.find((chair) => chair.number === number),
      'This chair',
    )
    const subject = { kind: 'chair', id: `${siteId} ${number}` }
    const entry = { name: 'This chair', action: 'chair.changed', subject } as const
    await changeSettings(inside, { version, before, after }, entry, async () => {
      if (!active && !chairs.some((chair) => chair.active && chair.number !== number)) {
        throw notPossible('This is the last chair in use. Close the site for a time instead.')
      }
      await writeChair(inside.db, siteId, { number, ...after }).catch(refuseTakenName)
    })
  })
  return { message: active ? `${name} is in use.` : `${name} is out of use.` }
}
