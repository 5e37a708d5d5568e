import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type {
  arriveManifest as arriveContract,
  listManifests as listContract,
  spoilTube as spoilContract,
} from '#contract/manifests.ts'
import { tubeStates } from '#contract/manifests.ts'
import { addExtra, setArrived, setClosed, setTube, tubeSeen } from '#server/modules/boxes/index.ts'
import { receiveSample, rejectSample } from '#server/modules/laboratory/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notFound, notPossible, required } from '#server/platform/errors.ts'
import { post } from '#server/platform/outbox.ts'
import { type DetailRow, findAtSites, isCollected, listAtSites } from './queries-manifests.ts'

export const listManifests = ({ db, actor }: SignedIn, query: QueryOf<typeof listContract>) =>
  listAtSites(db, actor.sites, query)

export const readManifest = async ({ db, actor }: SignedIn, id: string): Promise<DetailRow> =>
  required(await findAtSites(db, actor.sites, id), 'This manifest')

const deedOf = ({ actor, clock }: SignedIn) => ({ by: actor.accountId, now: clock.now() })

export async function arriveManifest(
  context: SignedIn,
  id: string,
  { celsius }: BodyOf<typeof arriveContract>,
) {
  const manifest = await readManifest(context, id)
  await transact(context, async (inside) => {
    if (!(await setArrived(inside.db, manifest, { ...deedOf(inside), celsius })))
      throw notPossible('The arrival of this box is already recorded.')
    await audit(inside, { action: 'manifest.arrived', subject: { kind: 'manifest', id }, after: { celsius } })
  })
  return { message: `The box ${manifest.code} has arrived.` }
}

/** The refusal for a tube that this call did not record, since its box or the tube is in another state. */
function whyNot(
  { arrivedAt, closedAt }: DetailRow,
  accession: string,
  seen: { state: keyof typeof tubeStates; by: string | null },
) {
  if (arrivedAt === null) return notPossible('Record the arrival of the box first.')
  if (closedAt !== null) return notPossible('The check of this box has ended. Receive the tube on its own.')
  return notPossible(
    `${accession} was recorded already (${tubeStates[seen.state].toLowerCase()}) by ${seen.by ?? 'somebody'}.`,
  )
}

/** Receives a tube of the box. If two people scan the same tube, the second scan is refused. */
export async function scanTube(context: SignedIn, id: string, accession: string) {
  const manifest = await readManifest(context, id)
  const isListed = await transact(context, async (inside) => {
    const deed = { ...deedOf(inside), state: 'received' as const, reason: '' }
    const isNoted = await setTube(inside.db, manifest, accession, deed)
    if (!isNoted) {
      const seen = await tubeSeen(inside.db, manifest, accession)
      if (seen) throw whyNot(manifest, accession, seen)
      if (manifest.arrivedAt === null || manifest.closedAt !== null)
        throw whyNot(manifest, accession, { state: 'extra', by: null })
    }
    const sample = await isCollected(inside.db, manifest.siteId, accession)
    if (!sample) throw notFound('A sample with this number')
    if (!isNoted && !(await addExtra(inside.db, manifest, accession, deedOf(inside))))
      throw whyNot(manifest, accession, { state: 'extra', by: null })
    if (sample.waits) await receiveSample(inside, accession, undefined)
    return isNoted
  })
  return { message: isListed ? `${accession} received.` : `${accession} received. It is not on the list.` }
}

/** Rejects a tube that arrived in an unusable state. */
export async function spoilTube(
  context: SignedIn,
  id: string,
  { accession, reason }: BodyOf<typeof spoilContract>,
) {
  const manifest = await readManifest(context, id)
  await transact(context, async (inside) => {
    if (!(await setTube(inside.db, manifest, accession, { ...deedOf(inside), state: 'spoilt', reason }))) {
      const seen = required(await tubeSeen(inside.db, manifest, accession), 'This tube on the list')
      throw whyNot(manifest, accession, seen)
    }
    await rejectSample(inside, accession, { reason, note: '', again: 'undecided' })
  })
  return { message: `${accession} is rejected. The clinic sees the reason.` }
}

/** Ends the check of a box, and notifies the clinic of missing, spoilt and extra tubes. */
export async function closeManifest(context: SignedIn, id: string) {
  const manifest = await readManifest(context, id)
  const { wrong } = await transact(context, async (inside) => {
    if (!(await setClosed(inside.db, manifest, deedOf(inside)))) {
      throw notPossible(
        manifest.arrivedAt === null
          ? 'Record the arrival of the box first.'
          : 'The check of this box has already ended.',
      )
    }
    const after = await readManifest(inside, id)
    await audit(inside, {
      action: 'manifest.closed',
      subject: { kind: 'manifest', id },
      after: { tubes: after.tubes, wrong: after.wrong },
    })
    if (after.wrong > 0) {
      const { madeBy: fullName, madeByEmail: to, code: reference } = after
      await post(inside, { kind: 'clinic_box', to, payload: { fullName, manifestId: id, reference } })
    }
    return after
  })
  return {
    message:
      wrong > 0 ? 'The check has ended. The clinic is notified of the problems.' : 'The check has ended.',
  }
}
