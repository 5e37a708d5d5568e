import type { BodyOf } from '#contract/endpoint.ts'
import type { addPlace as addContract, changePlace as changeContract } from '#contract/temperatures.ts'
import { siteOfNew } from '#server/modules/sites/index.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, refuseViolationOf, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { insertPlace, readPlaceRow, writePlace } from './queries-temperatures.ts'

export async function addPlace(context: SignedIn, { siteId: wanted, ...fields }: BodyOf<typeof addContract>) {
  const id = uuidv7(context.clock)
  const siteId = await siteOfNew(context, wanted)
  return transact(context, async (inside) => {
    await insertPlace(inside.db, { id, siteId, ...fields }).catch(refuseTakenName)
    const after = { siteId, ...fields }
    await audit(inside, { action: 'place.added', subject: { kind: 'place', id }, after })
    return { message: `${fields.name} is added.`, id }
  })
}

export async function changePlace(
  context: SignedIn,
  id: string,
  { version, ended, ...fields }: BodyOf<typeof changeContract>,
) {
  return transact(context, async (inside) => {
    const place = required(await readPlaceRow(inside.db, inside.actor.sites, id), 'This place')
    const endedAt = ended ? (place.endedAt ?? inside.clock.now()) : null
    if (!(await writePlace(inside.db, id, version, { ...fields, endedAt }).catch(refuseTakenName)))
      throw changedMeanwhile(place.name)
    const changes = changedFields(place, { ...fields, endedAt })
    await audit(inside, { action: 'place.changed', subject: { kind: 'place', id }, ...changes })
    return { message: `${fields.name} is saved.` }
  })
}

const refuseTakenName = refuseViolationOf({
  monitored_place_name: () => invalid({ name: ['The site has a place with this name'] }),
})
