import type { VisitState } from '#contract/visit-states.ts'
import {
  addTestsTo,
  comingRecollection,
  extendRecollection,
  lockVisit,
  readVisit,
  type Visit,
} from '#server/modules/booking/index.ts'
import { type BenchTest, readBenchTests } from '#server/modules/catalogue/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { addTasks } from '../tasks/add-tasks.ts'
import { type SampleRow, samplesOfVisit } from './queries-samples.ts'
import { suitableTube } from './suitable-tube.ts'

/** Tests that are added to a visit whose patient has come, and the tubes for them. */

const addTo: readonly VisitState[] = ['arrived', 'collected', 'in_progress', 'completed']

export const isOpenToTests = ({ status }: Visit): boolean => addTo.includes(status)

/**
 * Adds tests to a locked visit, with tasks on suitable tubes; for the other tests a tube is to be collected, at the repeat collection
 * if one is booked. `again`: tests for which a new tube is collected in any case. Returns a sentence on what was done.
 */
export async function placeTests(
  inside: SignedIn,
  order: Visit,
  codes: readonly string[],
  { again, reason }: { again: readonly string[]; reason?: string },
): Promise<string> {
  const tests = await readBenchTests(inside.db, codes)
  const samples = await samplesOfVisit(inside.db, order.siteId, order.id)
  const onTubes = new Map<SampleRow, BenchTest[]>()
  for (const test of tests) {
    const found = again.includes(test.code) ? null : suitableTube(test, samples, inside.clock.now())
    if (found && 'tube' in found) onTubes.set(found.tube, [...(onTubes.get(found.tube) ?? []), test])
  }
  await addTestsTo(inside, order, tests, reason)
  for (const [{ id: sampleId }, added] of onTubes) await addTasks(inside, order, sampleId, added)
  const placed = [...onTubes.values()].flat()
  const missing = tests.filter((test) => !placed.includes(test))
  const coming = missing.length > 0 ? await comingRecollection(inside, order) : null
  if (coming)
    await extendRecollection(
      inside,
      coming,
      missing.map(({ code }) => code),
    )
  return sayAdded(placed, missing, coming)
}

function sayAdded(
  placed: readonly BenchTest[],
  missing: readonly BenchTest[],
  coming: Pick<Visit, 'reference'> | null,
): string {
  const namesOf = (tests: readonly BenchTest[]) => tests.map(({ name }) => name).join(', ')
  const parts = [
    placed.length > 0 && `${namesOf(placed)}: added on a tube that is here.`,
    missing.length > 0 &&
      `${namesOf(missing)}: added, to be collected${coming ? ` at the visit ${coming.reference}` : ''}.`,
  ]
  return parts.filter(Boolean).join(' ')
}

/** The visit as it is now, locked, so that two people cannot change its tests or collect for them at once. */
export async function locked(inside: SignedIn, { siteId, id }: Pick<Visit, 'siteId' | 'id'>): Promise<Visit> {
  await lockVisit(inside.db, siteId, id)
  const visit = await readVisit(inside.db, 'everyone', id)
  if (!visit) throw new Error('A visit that was locked is not there')
  return visit
}
