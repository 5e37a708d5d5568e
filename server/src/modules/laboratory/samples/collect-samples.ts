import type { collectSamples as contract, Sample } from '#contract/bench.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Priority } from '#contract/options.ts'
import {
  comingRecollection,
  dropRecollection,
  moveVisit,
  orderOf,
  reachOf,
  readVisit,
  type Visit,
} from '#server/modules/booking/index.ts'
import { type BenchTest, readBenchTests } from '#server/modules/catalogue/index.ts'
import { finishAfterCollection } from '#server/modules/queue/index.ts'
import { localAt, minuteOf, readSite } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, hours } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { presentSample } from '../present.ts'
import { addTasks } from '../tasks/queries-tasks.ts'
import { accessionNumber } from './accession.ts'
import { missingTubes } from './plan-collection.ts'
import { awaitedOf } from './queries-recollection.ts'
import { addSample, lockVisit, readSamples, takeSequence } from './queries-samples.ts'
import type { Tube } from './tubes.ts'

type Body = BodyOf<typeof contract>

/** Urgent tests are promised within the hour at most: 90 % of urgent results under 60 minutes is the usual goal. */
const urgentHours = 1
const ranks: Readonly<Record<Priority, number>> = { high: 0, normal: 1, low: 2 }

/**
 * Collects tubes: each gets its number, its collector, time and place, and a task for each of its tests. The order's
 * visit is locked meanwhile, so that two people cannot collect the same tubes; the numbers come from the site's row of
 * the day. At a visit that collects again the tubes are the order's, which it was booked for.
 */
export async function collectSamples(
  context: SignedIn,
  id: string,
  body: Body,
): Promise<{ message: string; samples: Sample[] }> {
  const found = await readVisit(context.db, reachOf(context.actor), id)
  if (!found) throw notFound('This appointment')
  const accessions = await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    await lockVisit(tx, found.siteId, found.recollects ?? found.id)
    const visit = (await readVisit(tx, 'everyone', id)) ?? found
    const order = await orderOf(inside, visit)
    const missing = await missingTubes(tx, order)
    const tubes = chosen(missing, body.collections)
    // Only an arrived visit becomes collected: a further tube of one that is in progress leaves its state.
    if (visit.status !== 'in_progress') await moveVisit(inside, visit, 'collected')
    const everything = tubes.length === missing.length
    const coming = await settleRecollection(inside, order, everything)
    const numbers = await collect(inside, order, tubes, body)
    // Once nothing is missing the person is served, with the ticket of whichever visit they checked in for.
    if (everything)
      for (const one of [visit, order, coming]) if (one) await finishAfterCollection(inside, one)
    return numbers
  })
  context.wakeOutbox()
  const samples = (await readSamples(context.db, context.actor.sites, accessions)).map(presentSample)
  return {
    message: samples.length === 1 ? '1 sample collected.' : `${samples.length} samples collected.`,
    samples,
  }
}

/**
 * What was to be drawn at an appointment to come is drawn now: who is here for it has been collected, and of whom
 * nothing is missing any more need not come. Before the numbers, so that whoever waits for a chair's row holds none
 * that others' numbers come from.
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
  if (missing.length === 0)
    throw new Refusal('not_possible_now', 'Everything that this visit needs has been collected.')
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

async function collect(context: SignedIn, order: Visit, tubes: Tube[], body: Body): Promise<string[]> {
  const drawn = await numbered(context, order, tubes)
  const codes = tubes.flatMap((tube) => tube.tests.map((test) => test.code))
  const offered = new Map((await readBenchTests(context.db, codes)).map((test) => [test.code, test]))
  for (const one of drawn) await addDrawn(context, order, one, body, offered)
  return drawn.map(({ accession }) => accession)
}

/** A tube in place of a rejected one has the number that was printed for it; the others get the day's next. */
async function numbered({ db, clock }: SignedIn, order: Visit, tubes: readonly Tube[]): Promise<Drawn[]> {
  const site = await readSite(db, order.siteId)
  if (!site) throw new Error('A visit without a site')
  const awaited = await awaitedOf(db, order.siteId, order.id)
  const placed = tubes.map((tube) => {
    const index = awaited.findIndex(({ tests }) => tube.tests.some(({ code }) => tests.includes(code)))
    return { tube, replaces: index < 0 ? null : (awaited.splice(index, 1)[0] ?? null) }
  })
  const fresh = placed.filter(({ replaces }) => !replaces?.nextLabel).length
  const { day } = localAt(site.timeZone, minuteOf(clock.now()))
  let sequence = fresh === 0 ? 0 : await takeSequence(db, site.id, day, fresh)
  return placed.map((one) => ({
    ...one,
    accession: one.replaces?.nextLabel ?? accessionNumber(site.number, day, sequence++),
  }))
}

async function addDrawn(
  context: SignedIn,
  order: Visit,
  { tube, replaces, accession }: Drawn,
  body: Body,
  offered: ReadonlyMap<string, BenchTest>,
): Promise<void> {
  const { db, clock, actor } = context
  const now = clock.now()
  const id = uuidv7(clock)
  await addSample(db, {
    id,
    siteId: order.siteId,
    visitId: order.id,
    accession,
    collection: tube.collection,
    specimen: tube.specimen,
    tube: tube.tube,
    collectedAt: now,
    collectedBy: actor.accountId,
    place: body.place,
    identifiedBy: body.identifiedBy,
    prepared: body.prepared,
    aliquotOf: null,
    replaces: replaces?.id ?? null,
  })
  await addTasks(
    db,
    tube.tests.map(({ code }) => {
      const { turnaroundHours: within, panelVersion } = testOf(offered, code)
      return {
        id: uuidv7(clock),
        siteId: order.siteId,
        visitId: order.id,
        sampleId: id,
        testCode: code,
        panelVersion,
        rank: ranks[order.priority],
        dueAt: after(now, hours(order.priority === 'high' ? Math.min(within, urgentHours) : within)),
        now,
      }
    }),
  )
  await audit(context, {
    action: 'sample.collected',
    subject: { kind: 'sample', id },
    after: { accession, tube: tube.tube, identifiedBy: body.identifiedBy, prepared: body.prepared },
  })
}

function testOf(offered: ReadonlyMap<string, BenchTest>, code: string): BenchTest {
  const test = offered.get(code)
  if (!test) throw new Error('A visit with a test that is not in the catalogue')
  return test
}
