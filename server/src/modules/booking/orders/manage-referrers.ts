import type { BodyOf } from '#contract/endpoint.ts'
import type { addFacility, addReferrer, changeFacility, changeReferrer } from '#contract/orders.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, refuseViolationOf, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import {
  insertFacility,
  insertReferrer,
  readFacilities,
  readReferrers,
  writeFacility,
  writeReferrer,
} from './queries-referrers.ts'

/** The lists of those who ask for tests. */

export const listReferrers = async ({ db }: SignedIn) => ({
  referrers: await readReferrers(db),
  facilities: await readFacilities(db),
})

async function requireFacility({ db }: SignedIn, id: string | null): Promise<void> {
  if (id === null || (await readFacilities(db)).some((facility) => facility.id === id)) return
  throw invalid({ facilityId: ['Choose a facility from the list'] })
}

export async function createReferrer(context: SignedIn, fields: BodyOf<typeof addReferrer>) {
  await requireFacility(context, fields.facilityId)
  const id = uuidv7(context.clock)
  await transact(context, async (inside) => {
    await insertReferrer(inside.db, id, fields)
    await audit(inside, { action: 'referrer.added', subject: { kind: 'referrer', id }, after: fields })
  })
  return { message: `${fields.fullName} is in the list.` }
}

export async function updateReferrer(
  context: SignedIn,
  id: string,
  { version, offered, ...fields }: BodyOf<typeof changeReferrer>,
) {
  await requireFacility(context, fields.facilityId)
  await transact(context, async (inside) => {
    const found = (await readReferrers(inside.db)).find((one) => one.id === id)
    const { facility, ...before } = required(found, 'This referrer')
    const after = { ...fields, ended: !offered }
    if (!(await writeReferrer(inside.db, id, { ...after, follows: version })))
      throw changedMeanwhile(before.fullName)
    const changed = changedFields({ ...before, facilityId: facility?.id ?? null }, after)
    if (changed)
      await audit(inside, { action: 'referrer.changed', subject: { kind: 'referrer', id }, ...changed })
  })
  return { message: `${fields.fullName} is saved.` }
}

const refuseTakenName = refuseViolationOf({
  facility_name: () => invalid({ name: ['There is a facility of this name already'] }),
})

export async function createFacility(context: SignedIn, fields: BodyOf<typeof addFacility>) {
  const id = uuidv7(context.clock)
  await transact(context, async (inside) => {
    await insertFacility(inside.db, id, fields)
    await audit(inside, { action: 'facility.added', subject: { kind: 'facility', id }, after: fields })
  }).catch(refuseTakenName)
  return { message: `${fields.name} is in the list.` }
}

export async function updateFacility(
  context: SignedIn,
  id: string,
  { version, offered, ...fields }: BodyOf<typeof changeFacility>,
) {
  await transact(context, async (inside) => {
    const before = required(
      (await readFacilities(inside.db)).find((one) => one.id === id),
      'This facility',
    )
    const after = { ...fields, ended: !offered }
    if (!(await writeFacility(inside.db, id, { ...after, follows: version })))
      throw changedMeanwhile(before.name)
    const changed = changedFields(before, after)
    if (changed)
      await audit(inside, { action: 'facility.changed', subject: { kind: 'facility', id }, ...changed })
  }).catch(refuseTakenName)
  return { message: `${fields.name} is saved.` }
}
