import type { collectSamples as contract } from '#contract/bench.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  comingRecollection,
  dropRecollection,
  lockVisit,
  moveVisit,
  orderOf,
  readVisit,
  requireVisit,
  type Visit,
} from '#server/modules/booking/index.ts'
import { requirePaid } from '#server/modules/money/index.ts'
import { finishAfterCollection } from '#server/modules/queue/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notPossible } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { presentSample } from '../present.ts'
import { addTasks } from '../tasks/add-tasks.ts'
import { tubeCollected } from './events.ts'
import { missingTubes } from './plan-collection.ts'
import { awaitedOf } from './queries-recollection.ts'
import { addSample, readSamples } from './queries-samples.ts'
import { takeAccessions } from './take-accessions.ts'
import type { Tube } from './tubes.ts'

type Body = BodyOf<typeof contract>

/**
 * Collects tubes: each gets its number, its collector, time and place, and a task for each of its tests. The order's visit is
 * locked meanwhile, so that two people cannot collect the same tubes. At a repeat collection the tubes are those of the order.
 */
export async function collectSamples(context: SignedIn, id: string, body: Body) {
  const accessions = await collectTubes(context, id, body)
  const samples = (await readSamples(context.db, context.actor.sites, accessions)).map(presentSample)
  return {
    message: samples.length === 1 ? '1 sample collected.' : `${samples.length} samples collected.`,
    samples,
  }
}

/** A collection that is entered afterwards. `labels` are the numbers on the tubes, in the order of draw. */
export type Earlier = { at: Date; by: string; labels: readonly string[] }

/** As `collectSamples`; returns the accession numbers. */
export async function collectTubes(
  context: SignedIn,
  id: string,
  body: Body,
  earlier: Earlier | null = null,
): Promise<string[]> {
  const found = await requireVisit(context, id)
  return transact(context, async (inside) => {
    await lockVisit(inside.db, found.siteId, found.recollects ?? found.id)
    const visit = (await readVisit(inside.db, 'everyone', id)) ?? found
    const order = await orderOf(inside, visit)
    if (!earlier) await requirePaid(inside, order, 'samples')
    const missing = await missingTubes(inside.db, order)
    const tubes = chosen(missing, body.collections)
    // Only an arrived visit becomes collected: a further tube of one that is in progress leaves its state.
    if (visit.status !== 'in_progress') await moveVisit(inside, visit, 'collected')
    const everything = tubes.length === missing.length
    const coming = await settleRecollection(inside, order, everything)
    const numbers = await collect(inside, order, tubes, body, earlier)
    // Once nothing is missing the person is served, with the ticket of whichever visit they checked in for.
    if (everything)
      for (const served of [visit, order, coming]) if (served) await finishAfterCollection(inside, served)
    return numbers
  })
}

/**
 * Settles the order's repeat collection: it is collected if the patient is here for it, and dropped if nothing is missing any more.
 * Called before the numbers are taken, so that a caller who waits for the lock on a chair does not hold the row of numbers.
 */
async function settleRecollection(
  inside: SignedIn,
  order: Visit,
  everything: boolean,
): Promise<Visit | null> {
  const coming = await comingRecollection(inside, order)
  if (coming?.status === 'arrived') await moveVisit(inside, coming, 'collected')
  else if (coming && everything) await dropRecollection(inside, coming)
  return coming
}

function chosen(missing: Tube[], collections: string[] | undefined): Tube[] {
  if (missing.length === 0) throw notPossible('Everything that this visit needs has been collected.')
  if (collections === undefined) return missing
  const tubes = missing.filter((tube) => collections.includes(tube.collection))
  const unknown = collections.filter((name) => !missing.some((tube) => tube.collection === name))
  if (unknown.length > 0 || tubes.length === 0) {
    throw invalid({
      collections:
        unknown.length > 0
          ? unknown.map((name) => `“${name}” is not waited for`)
          : ['Choose what is collected'],
    })
  }
  return tubes
}

type Drawn = { tube: Tube; replaces: { id: string; nextLabel: string | null } | null; accession: string }

async function collect(
  inside: SignedIn,
  order: Visit,
  tubes: Tube[],
  body: Body,
  earlier: Earlier | null,
): Promise<string[]> {
  const drawn = earlier ? labelled(tubes, earlier.labels) : await numbered(inside, order, tubes)
  for (const tube of drawn) await addDrawn(inside, order, tube, body, earlier)
  return drawn.map(({ accession }) => accession)
}

function labelled(tubes: readonly Tube[], labels: readonly string[]): Drawn[] {
  if (labels.length !== tubes.length || new Set(labels).size !== labels.length)
    throw invalid({ labels: ['Choose another label for each tube'] })
  return tubes.map((tube, index) => ({ tube, replaces: null, accession: labels[index] ?? '' }))
}

/** A tube in place of a rejected one has the number that was printed for it; the others get the day's next. */
async function numbered(inside: SignedIn, order: Visit, tubes: readonly Tube[]): Promise<Drawn[]> {
  const awaited = await awaitedOf(inside.db, order.siteId, order.id)
  const placed = tubes.map((tube) => {
    const index = awaited.findIndex(({ tests }) => tube.tests.some(({ code }) => tests.includes(code)))
    return { tube, replaces: index < 0 ? null : (awaited.splice(index, 1)[0] ?? null) }
  })
  const unnumbered = placed.filter(({ replaces }) => !replaces?.nextLabel)
  const numbers = await takeAccessions(inside, order.siteId, unnumbered.length)
  return placed.map((drawn) => ({
    ...drawn,
    accession: drawn.replaces?.nextLabel ?? numbers.shift() ?? '',
  }))
}

async function addDrawn(
  inside: SignedIn,
  { siteId, id: visitId, priority }: Visit,
  { tube: { tests, ...container }, replaces, accession }: Drawn,
  { place, identifiedBy, prepared }: Body,
  earlier: Pick<Earlier, 'at' | 'by'> | null,
): Promise<void> {
  const { db, clock, actor } = inside
  const id = uuidv7(clock)
  const { at, by } = earlier ?? { at: clock.now(), by: actor.accountId }
  const entered = earlier && clock.now()
  const taken = { collectedAt: at, collectedBy: by, collectionEnteredAt: entered }
  const collected = { ...taken, place, identifiedBy, prepared }
  const sample = { siteId, id, visitId, accession, ...container, ...collected }
  await addSample(db, { ...sample, replaces: replaces?.id ?? null })
  const [taskId] = await addTasks(inside, { siteId, id: visitId, priority }, id, tests, at)
  if (taskId)
    await inside.tell(tubeCollected, inside, { siteId, taskId, tests: tests.map(({ code }) => code) })
  await audit(inside, {
    action: 'sample.collected',
    subject: { kind: 'sample', id },
    after: {
      ...{ accession, tube: container.tube, identifiedBy, prepared },
      ...(earlier && { collectedAt: at, collectedBy: by }),
    },
  })
}
