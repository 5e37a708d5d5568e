import type { aliquotSample as aliquotContract, Sample } from '#contract/bench.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { localAt, minuteOf, readSite } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { presentSample } from '../present.ts'
import { accessionNumber } from './accession.ts'
import {
  addSample,
  holdReceived,
  lockVisit,
  openSample,
  readSamples,
  type SampleRow,
  setDiscarded,
  setReceived,
  setStorage,
  takeSequence,
} from './queries-samples.ts'

/** Receives, stores, moves, splits and disposes of samples. */
type Answer = Promise<{ message: string; sample: Sample }>

async function load(context: SignedIn, accession: string): Promise<SampleRow> {
  const [sample] = await readSamples(context.db, context.actor.sites, [accession])
  if (!sample) throw notFound('This sample')
  return sample
}

const answer = async (context: SignedIn, accession: string, message: string): Answer => ({
  message,
  sample: presentSample(await load(context, accession)),
})

export async function readSample(context: SignedIn, accession: string): Promise<Sample> {
  const sample = await openSample(context, accession)
  if (!sample) throw notFound('This sample')
  return presentSample(sample)
}

export async function receiveSample(context: SignedIn, accession: string, place: string | undefined): Answer {
  const sample = await load(context, accession)
  await inTransaction(context.db, async (tx) => {
    const received = await setReceived(
      tx,
      accession,
      context.actor.accountId,
      context.clock.now(),
      place ?? null,
    )
    if (!received)
      throw new Refusal('not_possible_now', `This sample is ${sample.status}: it cannot be received.`)
    await audit(
      { ...context, db: tx },
      { action: 'sample.received', subject: { kind: 'sample', id: sample.id } },
    )
  })
  return answer(context, accession, `${accession} received.`)
}

/** Disposes of a sample: its place is free, and nothing more can be done with it. */
export async function discardSample(context: SignedIn, accession: string, reason: string): Answer {
  const sample = await load(context, accession)
  await inTransaction(context.db, async (tx) => {
    const discard = { by: context.actor.accountId, now: context.clock.now(), reason }
    if (!(await setDiscarded(tx, accession, discard))) {
      const why =
        sample.status === 'received'
          ? 'A task on this sample is not finished: it cannot be thrown away.'
          : `This sample is ${sample.status}: it cannot be thrown away.`
      throw new Refusal('not_possible_now', why)
    }
    await audit(
      { ...context, db: tx },
      { action: 'sample.discarded', subject: { kind: 'sample', id: sample.id }, reason },
    )
  })
  return answer(context, accession, `${accession} thrown away.`)
}

export async function storeSample(context: SignedIn, accession: string, place: string): Answer {
  const sample = await load(context, accession)
  await inTransaction(context.db, async (tx) => {
    await setStorage(tx, accession, place)
    await audit(
      { ...context, db: tx },
      {
        action: 'sample.stored',
        subject: { kind: 'sample', id: sample.id },
        before: sample.storagePlace,
        after: place,
      },
    )
  })
  return answer(context, accession, `${accession}: ${place || 'no place'}.`)
}

/** A part of a sample in a tube of its own. The tests stay with the first tube; the part is kept or sent on. */
export async function aliquotSample(
  context: SignedIn,
  accession: string,
  body: BodyOf<typeof aliquotContract>,
): Answer {
  const { clock, actor } = context
  const taken = await inTransaction(context.db, async (tx) => {
    const isHere = await holdReceived(tx, accession)
    const parent = await load({ ...context, db: tx }, accession)
    if (!isHere) {
      throw new Refusal(
        'not_possible_now',
        `This sample is ${parent.status}: only a received one can be divided.`,
      )
    }
    // Locks the visit before the row of numbers, in the same order as a rejection, so that the two cannot deadlock.
    await lockVisit(tx, parent.siteId, parent.visitId)
    const site = await readSite(tx, parent.siteId)
    if (!site) throw new Error('A sample without a site')
    const now = clock.now()
    const { day } = localAt(site.timeZone, minuteOf(now))
    const number = accessionNumber(site.number, day, await takeSequence(tx, site.id, day, 1))
    const id = uuidv7(clock)
    await addSample(tx, {
      id,
      siteId: parent.siteId,
      visitId: parent.visitId,
      accession: number,
      collection: parent.collection,
      specimen: parent.specimen,
      tube: body.tube,
      collectedAt: parent.collectedAt,
      collectedBy: actor.accountId,
      place: parent.place,
      identifiedBy: ['Reference or QR code', 'Full name'],
      prepared: 'not needed',
      aliquotOf: parent.id,
      replaces: null,
    })
    await setReceived(tx, number, actor.accountId, now, body.storagePlace)
    await audit(
      { ...context, db: tx },
      { action: 'sample.divided', subject: { kind: 'sample', id }, after: { from: accession, number } },
    )
    return number
  })
  return answer(context, taken, `${taken} taken from ${accession}.`)
}
