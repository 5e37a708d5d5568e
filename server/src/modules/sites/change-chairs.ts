import type { BodyOf } from '#contract/endpoint.ts'
import type { addChair, changeChair } from '#contract/settings.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import {
  changedMeanwhile,
  invalid,
  isSqlError,
  notFound,
  Refusal,
  sqlState,
} from '#server/platform/errors.ts'
import { lockedSite, requireSite } from './change-sites.ts'
import { firstExtra } from './queries-extra-places.ts'
import { insertChair, readSites, writeChair } from './queries-settings.ts'
import { versionOf } from './settings-version.ts'
import { refuseWhileBooked, type VisitsToCome } from './while-booked.ts'

/** The numbers after these are those of extra places. */
const mostChairs = firstExtra - 1

/** Adds a chair with the next number. Numbers are never reused, since old visits refer to them. */
export async function createChair(
  context: SignedIn,
  siteId: string,
  { name }: BodyOf<typeof addChair>,
): Promise<{ message: string; number: number }> {
  requireSite(context, siteId)
  const number = await inTransaction(context.db, async (tx) => {
    const { chairs } = await lockedSite(tx, siteId)
    const next = Math.max(0, ...chairs.map((chair) => chair.number)) + 1
    if (next > mostChairs) {
      throw new Refusal('not_possible_now', `A site can have at most ${mostChairs} chairs.`)
    }
    await insertChair(tx, siteId, { number: next, name, active: true }).catch(refuseTakenName)
    const subject = { kind: 'chair', id: `${siteId} ${next}` }
    await audit({ ...context, db: tx }, { action: 'chair.added', subject, after: { name } })
    return next
  })
  return { message: `${name} can be booked from now on.`, number }
}

export async function updateChair(
  context: SignedIn,
  { id: siteId, number }: { id: string; number: number },
  { version, ...fields }: BodyOf<typeof changeChair>,
  visitsToCome: VisitsToCome,
): Promise<{ message: string }> {
  requireSite(context, siteId)
  await inTransaction(context.db, async (tx) => {
    if (!fields.active) {
      const site = (await readSites(tx, { id: siteId }))[0]
      if (!site) throw notFound('This site')
      await refuseWhileBooked(
        visitsToCome,
        tx,
        { site, chair: number, now: context.clock.now() },
        'change this chair',
      )
    }
    const { chairs } = await lockedSite(tx, siteId)
    const before = chairs.find((chair) => chair.number === number)
    if (!before) throw notFound('This chair')
    if (versionOf(before) !== version) throw changedMeanwhile('This chair')
    const changed = changedFields(before, fields)
    if (!changed) return
    if (!fields.active && !chairs.some((chair) => chair.active && chair.number !== number)) {
      throw new Refusal(
        'not_possible_now',
        'This is the last chair in use. Close the site for a time instead.',
      )
    }
    await writeChair(tx, siteId, { number, ...fields }).catch(refuseTakenName)
    const subject = { kind: 'chair', id: `${siteId} ${number}` }
    await audit({ ...context, db: tx }, { action: 'chair.changed', subject, ...changed })
  })
  return { message: fields.active ? `${fields.name} is in use.` : `${fields.name} is out of use.` }
}

function refuseTakenName(error: unknown): never {
  if (isSqlError(error, sqlState.uniqueViolation, 'chair_name')) {
    throw invalid({ name: ['There is a chair of this name already'] })
  }
  throw error
}
