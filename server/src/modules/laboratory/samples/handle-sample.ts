import type { aliquotSample as aliquotContract, storeSample as storeContract } from '#contract/bench.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { lockVisit } from '#server/modules/booking/index.ts'
import { audit, auditMany } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notFound, notPossible, refuseViolationOf } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { presentSample } from '../present.ts'
import {
  addSample,
  hasResultBefore,
  lockReceived,
  openSample,
  type ReceiptOnPaper,
  readSamples,
  type SampleRow,
  setDiscarded,
  setReceiptOnPaper,
  setReceived,
  setStorage,
} from './queries-samples.ts'
import { takeAccessions } from './take-accessions.ts'

/** Receives, stores, moves, splits and disposes of samples. */

export async function sampleOf({ db, actor }: SignedIn, accession: string): Promise<SampleRow> {
  const [sample] = await readSamples(db, actor.sites, [accession])
  if (!sample) throw notFound('This sample')
  return sample
}

const answer = async (context: SignedIn, accession: string, message: string) => ({
  message,
  sample: presentSample(await sampleOf(context, accession)),
})

export async function readSample(context: SignedIn, accession: string) {
  const sample = await openSample(context, accession)
  if (!sample) throw notFound('This sample')
  return presentSample(sample)
}

export async function receiveSample(context: SignedIn, accession: string, place: string | undefined) {
  const { id, status } = await sampleOf(context, accession)
  const receipt = { by: context.actor.accountId, now: context.clock.now(), place: place ?? null }
  await transact(context, async (inside) => {
    if (!(await setReceived(inside.db, accession, receipt)))
      throw notPossible(`This sample is ${status}: it cannot be received.`)
    await audit(inside, { action: 'sample.received', subject: { kind: 'sample', id } })
  })
  return answer(context, accession, `${accession} received.`)
}

const afterResult = () => invalid({ receivedAt: ['A result of these samples was measured before this time'] })

/** Receives samples with the time and the person on their downtime form, or corrects both. */
export async function receiveOnPaper(
  context: SignedIn,
  siteId: string,
  accessions: readonly string[],
  receipt: ReceiptOnPaper,
): Promise<void> {
  const { db, actor, clock } = context
  if (await hasResultBefore(db, siteId, accessions, receipt.receivedAt)) throw afterResult()
  const entry = { ...receipt, by: actor.accountId, now: clock.now() }
  const received = await setReceiptOnPaper(db, siteId, accessions, entry).catch(
    refuseViolationOf({ sample_received_before_results: afterResult }),
  )
  if (received.length === 0) throw notPossible('The samples of this form are rejected or discarded.')
  await auditMany(
    context,
    received.map(({ id }) => ({
      action: 'sample.received',
      subject: { kind: 'sample', id },
      after: receipt,
    })),
  )
}

/** Disposes of a sample: its place is free, and nothing more can be done with it. */
export async function discardSample(context: SignedIn, accession: string, reason: string) {
  const { id, status, rackId, storagePlace } = await sampleOf(context, accession)
  if (rackId) throw notPossible(`${accession} is in ${storagePlace}: ${inRack}`)
  const discard = {
    discardedBy: context.actor.accountId,
    discardedAt: context.clock.now(),
    discardReason: reason,
  }
  await transact(context, async (inside) => {
    if ((await setDiscarded(inside.db, [accession], discard)).length === 0) {
      const why = status === 'received' ? 'A task on this sample is not finished' : `This sample is ${status}`
      throw notPossible(`${why}: it cannot be discarded.`)
    }
    await audit(inside, { action: 'sample.discarded', subject: { kind: 'sample', id }, reason })
  }).catch(refuseViolationOf({ sample_is_held: () => notPossible(mustBeKept(accession)) }))
  return answer(context, accession, `${accession} discarded.`)
}

/** The hold itself is shown to managers only. */
export const mustBeKept = (accession: string) => `${accession} must be kept for now: ask a manager.`

const inRack = 'take it out first, or discard it by a disposal list.'

export async function storeSample(
  context: SignedIn,
  accession: string,
  { storagePlace: place, refrigerated }: BodyOf<typeof storeContract>,
) {
  const { id, storagePlace: before, refrigeratedAt: since, rackId } = await sampleOf(context, accession)
  if (rackId && place !== before) throw notPossible(`${accession} is in ${before}: take it out first.`)
  const cold = refrigerated ?? since !== null
  const refrigeratedAt = cold ? (since ?? context.clock.now()) : null
  await transact(context, async (inside) => {
    await setStorage(inside.db, accession, { ...(!rackId && { storagePlace: place }), refrigeratedAt })
    await audit(inside, {
      action: 'sample.stored',
      subject: { kind: 'sample', id },
      before: { storagePlace: before, refrigerated: since !== null },
      after: { storagePlace: place, refrigerated: cold },
    })
  })
  return answer(context, accession, `${accession}: ${place || 'no place'}.`)
}

/** Takes a part of a sample into a tube of its own, to be kept or sent on. The tests stay with the first tube. */
export async function aliquotSample(
  context: SignedIn,
  accession: string,
  { tube, storagePlace }: BodyOf<typeof aliquotContract>,
) {
  const { clock, actor } = context
  const taken = await transact(context, async (inside) => {
    const isHere = await lockReceived(inside.db, accession)
    const parent = await sampleOf(inside, accession)
    if (!isHere) {
      throw notPossible(`This sample is ${parent.status}: only a received one can be divided.`)
    }
    const { siteId, visitId, collection, specimen, collectedAt, collectedAtPlace } = parent
    // Locks the visit before the row of numbers, in the same order as a rejection, so that the two cannot deadlock.
    await lockVisit(inside.db, siteId, visitId)
    const [number = ''] = await takeAccessions(inside, siteId, 1)
    const id = uuidv7(clock)
    const sample = { siteId, id, visitId, accession: number, collection, specimen, tube, collectedAt }
    await addSample(inside.db, {
      ...sample,
      aliquotOf: parent.id,
      collectedBy: actor.accountId,
      place: collectedAtPlace,
      identifiedBy: ['Reference or QR code', 'Full name'],
      prepared: 'not needed',
    })
    await setReceived(inside.db, number, { by: actor.accountId, now: clock.now(), place: storagePlace })
    const after = { from: accession, number }
    await audit(inside, { action: 'sample.divided', subject: { kind: 'sample', id }, after })
    return number
  })
  return answer(context, taken, `${taken} taken from ${accession}.`)
}
