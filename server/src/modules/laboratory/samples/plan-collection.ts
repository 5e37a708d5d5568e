import { comingRecollection, orderOf, requireOpened, type Visit } from '#server/modules/booking/index.ts'
import { readBenchTests } from '#server/modules/catalogue/index.ts'
import { readPersonNumber } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { presentSample, presentVisitToCome } from '../present.ts'
import { testsWithTask } from '../tasks/queries-tasks.ts'
import { samplesOfVisit } from './queries-samples.ts'
import { type Tube, tubesFor } from './tubes.ts'

/** The tubes that an order still needs: all at first, later those whose sample was rejected. */
export async function missingTubes(db: Db, order: Visit): Promise<Tube[]> {
  const codes = order.tests.map((test) => test.code)
  const tests = await readBenchTests(db, codes)
  const done = new Set(await testsWithTask(db, order.siteId, order.id))
  return tubesFor(tests.filter((test) => !done.has(test.code)))
}

export async function readCollectionPlan(context: SignedIn, id: string) {
  const { db } = context
  const visit = await requireOpened(context, id)
  const order = await orderOf(context, visit)
  const [tubes, samples, coming] = [
    await missingTubes(db, order),
    await samplesOfVisit(db, order.siteId, order.id),
    await comingRecollection(context, order),
  ]
  return {
    id: visit.id,
    reference: visit.reference,
    status: visit.status,
    site: { id: visit.siteId, name: visit.siteName, timeZone: visit.timeZone },
    patient: { ...visit.patient, personNumber: await readPersonNumber(db, visit.personId) },
    priority: visit.priority,
    preparation: preparationOf(order, tubes),
    tubes: tubes.map((tube) => ({ ...tube, tests: tube.tests.map((test) => test.name) })),
    samples: samples.map(presentSample),
    order: order.id === visit.id ? null : { id: order.id, reference: order.reference },
    again: coming && coming.id !== visit.id ? presentVisitToCome(coming) : null,
    labels: samples.flatMap(({ nextLabel }) => nextLabel ?? []),
  }
}

/** The questions for the tests that are collected now. */
function preparationOf(order: Visit, tubes: readonly Tube[]): string[] {
  const drawn = new Set(tubes.flatMap((tube) => tube.tests.map((test) => test.code)))
  const lines = order.tests.filter((test) => drawn.has(test.code)).map((test) => test.preparation)
  return [...new Set(lines.filter((text) => text !== ''))]
}
