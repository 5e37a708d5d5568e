import type { BodyOf } from '#contract/endpoint.ts'
import { type putTube as putContract, sayPosition, type takeTube as takeContract } from '#contract/storage.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import {
  notFound,
  notPossible,
  refuseViolationOf,
  required,
  requirePossible,
} from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { takeOut } from './queries-parts.ts'
import { lockRack, type RackRow, rackOfCode } from './queries-places.ts'
import { findTube, freePosition, insertStay, lockTube, setCold, staysOf, type Tube } from './queries-tubes.ts'

/** Puts tubes into racks, takes them out and finds them. */

export async function findStored({ db, actor }: SignedIn, typed: string) {
  const code = typed.toUpperCase().replace(/[\s-]/g, '')
  const rack = await rackOfCode(db, actor.sites, code)
  if (rack) return { kind: 'rack' as const, rackId: rack.id }
  const tube = required(await findTube(db, actor.sites, code), 'A sample or rack with this code')
  const [latest, ...others] = await staysOf(db, tube)
  const isThere = latest?.takenAt === null
  const before = (isThere ? others : latest ? [latest, ...others] : []).map(
    ({ takenAt, takenBy, ...stay }) => ({
      ...stay,
      takenAt: takenAt ?? stay.since,
      takenBy: takenBy ?? '',
    }),
  )
  const { accession, specimen, storagePlace: elsewhere } = tube
  return { kind: 'tube' as const, accession, specimen, now: isThere ? latest : null, elsewhere, before }
}

/**
 * Puts a tube into a rack. The rack is locked, so that tubes of several people take their positions one after the other; the constraint
 * on positions refuses what this misses.
 */
export async function putTube(
  context: SignedIn,
  rackId: string,
  { accession, position: wanted }: BodyOf<typeof putContract>,
) {
  const { actor, clock } = context
  return transact(context, async (inside) => {
    const { db } = inside
    const rack = required(await lockRack(db, actor.sites, rackId), 'This rack')
    requirePossible(rack.endedAt ? `${rack.name} is no longer used.` : null)
    const tube = await findTube(db, actor.sites, accession)
    if (tube?.siteId !== rack.siteId) throw notFound('A sample of this site with this number')
    if (!(await lockTube(db, tube)))
      throw notPossible(`${accession} is ${tube.status}: it cannot be put into a rack.`)
    const position = await placeFor(inside, rack, tube, wanted)
    const deed = { by: actor.accountId, now: clock.now() }
    await takeOut(db, tube.siteId, [accession], { ...deed, why: 'Moved' })
    const stay = { id: uuidv7(clock), position, putBy: deed.by, putAt: deed.now }
    await insertStay(db, tube, rack, stay)
    await setCold(db, tube, { isCold: rack.unit.kind !== 'room', now: deed.now })
    const place = [rack.unit.name, rack.name, sayPosition(position, rack.columns)].join(', ')
    const from = tube.stay?.place ?? tube.storagePlace
    await audit(inside, {
      action: 'sample.stored',
      subject: { kind: 'sample', id: tube.id },
      before: { storagePlace: from },
      after: { storagePlace: place },
    })
    const moved = tube.stay ? ` It was in ${tube.stay.place}.` : ''
    const next = await freePosition(db, rack, position + 1)
    return { message: `${accession}: ${place}.${moved}`, position, next }
  }).catch(
    refuseViolationOf({
      stored_tube_position: () => notPossible('Another tube is in this position now.'),
      stored_tube_sample: () => notPossible('This tube is in another position now.'),
    }),
  )
}

async function placeFor(
  { db }: SignedIn,
  rack: RackRow,
  { accession, stay }: Tube,
  wanted: number | null,
): Promise<number> {
  if (stay?.rackId === rack.id && (wanted === null || wanted === stay.position)) {
    throw notPossible(`${accession} is in ${stay.place} already.`)
  }
  if (wanted !== null && wanted > rack.rows * rack.columns)
    throw notPossible('The rack has no such position.')
  const free = await freePosition(db, rack, wanted ?? 1)
  if (free === null) throw notPossible(`${rack.name} is full.`)
  if (wanted !== null && free !== wanted) {
    throw notPossible(`Position ${sayPosition(wanted, rack.columns)} is taken.`)
  }
  return free
}

export async function takeTube(context: SignedIn, { accession, reason }: BodyOf<typeof takeContract>) {
  const { actor, clock } = context
  return transact(context, async (inside) => {
    const { db } = inside
    const tube = required(await findTube(db, actor.sites, accession), 'A sample with this number')
    await lockTube(db, tube)
    const { stay } = (await findTube(db, actor.sites, accession)) ?? tube
    if (!stay) throw notPossible(`${accession} is not in a rack.`)
    await takeOut(db, tube.siteId, [accession], { by: actor.accountId, now: clock.now(), why: reason })
    await audit(inside, {
      action: 'sample.taken_out',
      subject: { kind: 'sample', id: tube.id },
      before: { storagePlace: stay.place },
      reason: reason || undefined,
    })
    return { message: `${accession} is taken out of ${stay.place}.` }
  })
}
