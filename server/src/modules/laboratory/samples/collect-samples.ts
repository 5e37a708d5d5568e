import type { collectSamples as contract, Sample } from '#contract/bench.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Priority } from '#contract/options.ts'
import { moveVisit, readVisit, type Visit } from '#server/modules/booking/index.ts'
import { localAt, minuteOf, readBenchTests, readSite } from '#server/modules/sites/index.ts'
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
import { addSample, lockVisit, readSamples, samplesOfVisit, takeSequence } from './queries-samples.ts'
import type { Tube } from './tubes.ts'

type Body = BodyOf<typeof contract>

/** Urgent tests are promised within the hour at most: 90 % of urgent results under 60 minutes is the usual goal. */
const urgentHours = 1
const ranks: Readonly<Record<Priority, number>> = { high: 0, normal: 1, low: 2 }

/**
 * Collects tubes: each gets its number, its collector, time and place, and a task for each of its tests. The visit is
 * locked meanwhile, so that two people cannot collect the same tubes; the numbers come from the site's row of the day.
 */
export async function collectSamples(
  context: SignedIn,
  id: string,
  body: Body,
): Promise<{ message: string; samples: Sample[] }> {
  const found = await readVisit(context.db, 'everyone', id)
  if (!found) throw notFound('This appointment')
  const accessions = await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    await lockVisit(tx, found.siteId, found.id)
    const visit = (await readVisit(tx, 'everyone', id)) ?? found
    const tubes = chosen(await missingTubes(tx, visit), body.collections)
    // Another tube of a visit at work does not take it back: only an arrived one becomes collected.
    if (visit.status !== 'in_progress') await moveVisit(inside, visit, 'collected')
    return collect(inside, visit, tubes, body)
  })
  const samples = (await readSamples(context.db, accessions)).map(presentSample)
  return {
    message: samples.length === 1 ? '1 sample collected.' : `${samples.length} samples collected.`,
    samples,
  }
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

async function collect(context: SignedIn, visit: Visit, tubes: Tube[], body: Body): Promise<string[]> {
  const { db, clock, actor } = context
  const now = clock.now()
  const site = await readSite(db, visit.siteId)
  if (!site) throw new Error('A visit without a site')
  const { day } = localAt(site.timeZone, minuteOf(now))
  const first = await takeSequence(db, site.id, day, tubes.length)
  const tests = new Map(
    (
      await readBenchTests(
        db,
        visit.tests.map((test) => test.code),
      )
    ).map((test) => [test.code, test]),
  )
  const rejected = (await samplesOfVisit(db, visit.siteId, visit.id)).filter(
    (sample) => sample.status === 'rejected',
  )
  const replaced = new Set(
    (await samplesOfVisit(db, visit.siteId, visit.id)).map((sample) => sample.replaces),
  )

  const accessions: string[] = []
  for (const [index, tube] of tubes.entries()) {
    const sampleId = uuidv7(clock)
    const accession = accessionNumber(site.number, day, first + index)
    const before = rejected.find(
      (one) =>
        !replaced.has(one.accession) &&
        one.tests.some((test) => tube.tests.some((other) => other.code === test.code)),
    )
    await addSample(db, {
      id: sampleId,
      siteId: site.id,
      visitId: visit.id,
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
      replaces: before?.id ?? null,
    })
    await addTasks(
      db,
      tube.tests.map(({ code }) => {
        const promised = tests.get(code)?.turnaroundHours ?? urgentHours
        const within = visit.priority === 'high' ? Math.min(promised, urgentHours) : promised
        return {
          id: uuidv7(clock),
          siteId: site.id,
          visitId: visit.id,
          sampleId,
          testCode: code,
          rank: ranks[visit.priority],
          dueAt: after(now, hours(within)),
          now,
        }
      }),
    )
    await audit(context, {
      action: 'sample.collected',
      subject: { kind: 'sample', id: sampleId },
      after: { accession, tube: tube.tube, identifiedBy: body.identifiedBy, prepared: body.prepared },
    })
    accessions.push(accession)
  }
  return accessions
}
