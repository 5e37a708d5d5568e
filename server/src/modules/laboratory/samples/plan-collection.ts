import type { collectionPlan } from '#contract/bench.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { readVisit, type Visit } from '#server/modules/booking/index.ts'
import { readBenchTests } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { presentSample } from '../present.ts'
import { testsWithTask } from '../tasks/queries-tasks.ts'
import { samplesOfVisit } from './queries-samples.ts'
import { type Tube, tubesFor } from './tubes.ts'

/** The tubes that a visit still needs: all at first, later those whose sample was rejected. */
export async function missingTubes(db: Db, visit: Visit): Promise<Tube[]> {
  const tests = await readBenchTests(
    db,
    visit.tests.map((test) => test.code),
  )
  const done = new Set(await testsWithTask(db, visit.siteId, visit.id))
  return tubesFor(tests.filter((test) => !done.has(test.code)))
}

export async function readCollectionPlan(
  context: SignedIn,
  id: string,
): Promise<ResponseOf<typeof collectionPlan>> {
  const { db } = context
  const visit = await readVisit(db, 'everyone', id)
  if (!visit) throw notFound('This appointment')
  const [tubes, samples] = [await missingTubes(db, visit), await samplesOfVisit(db, visit.siteId, visit.id)]
  return {
    id: visit.id,
    reference: visit.reference,
    status: visit.status,
    patient: visit.patient,
    priority: visit.priority,
    preparation: [...new Set(visit.tests.map((test) => test.preparation).filter((text) => text !== ''))],
    tubes: tubes.map((tube) => ({ ...tube, tests: tube.tests.map((test) => test.name) })),
    samples: samples.map(presentSample),
  }
}
