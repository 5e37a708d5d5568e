import type { BodyOf } from '#contract/endpoint.ts'
import type {
  addStorageRack as addRackContract,
  addStorageUnit as addUnitContract,
  changeStorageRack as changeRackContract,
  changeStorageUnit as changeUnitContract,
} from '#contract/storage.ts'
import { siteOfNew } from '#server/modules/sites/index.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import {
  changedMeanwhile,
  invalid,
  notPossible,
  refuseViolationOf,
  required,
  requirePossible,
} from '#server/platform/errors.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import { countDue } from './queries-disposals.ts'
import {
  hasRacks,
  insertRack,
  insertUnit,
  lockRack,
  lockUnit,
  readRack,
  readUnits,
  tubesIn,
  writeRack,
  writeUnit,
} from './queries-places.ts'

/** Freezers, refrigerators and rooms, and their racks. */

export const listStorage = async ({ db, actor, clock }: SignedIn) => ({
  units: await readUnits(db, actor.sites),
  due: await countDue(db, actor.sites, clock.now()),
})

export async function readStorageRack({ db, actor, clock }: SignedIn, id: string) {
  const rack = required(await readRack(db, actor.sites, id), 'This rack')
  return { ...rack, tubes: await tubesIn(db, rack, clock.now()) }
}

export async function addStorageUnit(
  context: SignedIn,
  { siteId: wanted, name, kind }: BodyOf<typeof addUnitContract>,
) {
  const id = uuidv7(context.clock)
  const siteId = await siteOfNew(context, wanted)
  return transact(context, async (inside) => {
    await insertUnit(inside.db, { id, siteId, name, kind }).catch(refuseTaken)
    const subject = { kind: 'storage_unit', id }
    await audit(inside, { action: 'storage.unit_added', subject, after: { siteId, name, kind } })
    return { message: `${name} is added.`, id }
  })
}

export async function changeStorageUnit(
  context: SignedIn,
  id: string,
  { version, ended, ...fields }: BodyOf<typeof changeUnitContract>,
) {
  return transact(context, async (inside) => {
    const { db, actor, clock } = inside
    const unit = required(await lockUnit(db, actor.sites, id), 'This storage location')
    requirePossible(
      ended && (await hasRacks(db, unit)) ? `${unit.name} has racks. End their use first.` : null,
    )
    const endedAt = ended ? (unit.endedAt ?? clock.now()) : null
    if (!(await writeUnit(db, unit, version, { ...fields, endedAt }).catch(refuseTaken)))
      throw changedMeanwhile(unit.name)
    const subject = { kind: 'storage_unit', id }
    await audit(inside, {
      action: 'storage.unit_changed',
      subject,
      ...changedFields(unit, { ...fields, endedAt }),
    })
    return { message: `${fields.name} is saved.` }
  })
}

export async function addStorageRack(
  context: SignedIn,
  { unitId, name, rows, columns }: BodyOf<typeof addRackContract>,
) {
  const id = uuidv7(context.clock)
  return transact(context, async (inside) => {
    const { db, actor } = inside
    const unit = required(await lockUnit(db, actor.sites, unitId), 'This storage location')
    requirePossible(unit.endedAt ? `${unit.name} is no longer used.` : null)
    const size = { rowCount: rows, columnCount: columns }
    const row = { id, siteId: unit.siteId, unitId, name, code: newCode(8), ...size }
    await insertRack(db, row).catch(refuseTaken)
    const subject = { kind: 'storage_rack', id }
    const after = { unit: unit.name, name, rows, columns }
    await audit(inside, { action: 'storage.rack_added', subject, after })
    return { message: `${name} is added.`, id }
  })
}

export async function changeStorageRack(
  context: SignedIn,
  id: string,
  { version, ended, name }: BodyOf<typeof changeRackContract>,
) {
  return transact(context, async (inside) => {
    const { db, actor, clock } = inside
    const rack = required(await lockRack(db, actor.sites, id), 'This rack')
    if (ended && rack.used > 0) throw notPossible(`${rack.name} is not empty. Tubes in it: ${rack.used}.`)
    const endedAt = ended ? (rack.endedAt ?? clock.now()) : null
    if (!(await writeRack(db, rack, version, { name, endedAt }).catch(refuseTaken)))
      throw changedMeanwhile(rack.name)
    const subject = { kind: 'storage_rack', id }
    await audit(inside, {
      action: 'storage.rack_changed',
      subject,
      ...changedFields(rack, { name, endedAt }),
    })
    return { message: `${name} is saved.` }
  })
}

const refuseTaken = refuseViolationOf({
  storage_unit_name: () => invalid({ name: ['The site has a storage location with this name'] }),
  storage_rack_name: () => invalid({ name: ['There is a rack with this name'] }),
})
