import type { BodyOf } from '#contract/endpoint.ts'
import type { makeManifest as contract } from '#contract/manifests.ts'
import { insertManifest, insertTubes } from '#server/modules/boxes/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notPossible, refuseViolationOf, required } from '#server/platform/errors.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import type { PageQuery } from '#server/platform/list.ts'
import { facilityOf } from './policy.ts'
import { findOfFacility, listOfFacility, tubesToSend } from './queries-manifests.ts'

export const listTubesToSend = async ({ db, actor }: SignedIn) => ({
  tubes: await tubesToSend(db, facilityOf(actor)),
})

export const listClinicManifests = ({ db, actor }: SignedIn, page: PageQuery) =>
  listOfFacility(db, facilityOf(actor), page)

export const readClinicManifest = async ({ db, actor }: SignedIn, id: string) =>
  required(await findOfFacility(db, facilityOf(actor), id), 'This manifest')

/** Creates the manifest of a box that leaves now. Its tubes must be of the facility, for one site, and not yet sent. */
export async function makeManifest(
  context: SignedIn,
  { accessions, courier, celsius }: BodyOf<typeof contract>,
) {
  const { actor, clock, db } = context
  const facilityId = facilityOf(actor)
  const chosen = [...new Set(accessions)]
  const known = (await tubesToSend(db, facilityId)).filter(({ accession }) => chosen.includes(accession))
  const [site, ...others] = new Set(known.map(({ siteId }) => siteId))
  if (known.length < chosen.length || site === undefined) {
    throw invalid({ accessions: ['One of these tubes is not of your facility or is already sent'] })
  }
  if (others.length > 0) throw invalid({ accessions: ['All tubes of a box must be for the same site'] })
  const key = { siteId: site, id: uuidv7(clock) }
  const code = newCode(8)
  await transact(context, async (inside) => {
    const left = { madeAt: clock.now(), leftAt: clock.now(), leftCelsius: celsius }
    await insertManifest(inside.db, { ...key, facilityId, code, courier, madeBy: actor.accountId, ...left })
    await insertTubes(inside.db, key, chosen)
    await audit(inside, {
      action: 'manifest.made',
      subject: { kind: 'manifest', id: key.id },
      after: { accessions: chosen, celsius },
    })
  }).catch(
    refuseViolationOf({
      manifest_tube_on_its_way: () =>
        notPossible('One of these tubes was put into another box meanwhile. Choose the tubes again.'),
    }),
  )
  return { message: `Manifest ${code} is created.`, id: key.id }
}
