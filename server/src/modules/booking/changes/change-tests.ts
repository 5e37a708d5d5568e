import type { SignedIn } from '#server/platform/context.ts'
import { auditVisit } from '../audit-visit.ts'
import { chargesDue } from '../events.ts'
import { deleteTest, insertTests, type Visit } from '../queries-visits.ts'
import { moveVisit } from './move-visit.ts'

/** Changes of the tests of a visit whose patient has come, in the caller's transaction, which has locked the visit. */

type Named = { code: string }
const codesOf = (tests: readonly Named[]) => tests.map(({ code }) => code)

/** Adds tests; a completed visit is in progress again. */
export async function addTestsTo(
  inside: SignedIn,
  visit: Visit,
  tests: readonly Named[],
  reason?: string,
): Promise<void> {
  await insertTests(inside.db, visit, tests)
  await noteTests(inside, visit, [...codesOf(visit.tests), ...codesOf(tests)], reason)
  if (visit.status === 'completed') await moveVisit(inside, visit, 'in_progress')
}

export async function removeTestOf(
  inside: SignedIn,
  visit: Visit,
  { code }: Named,
  reason: string,
): Promise<void> {
  await deleteTest(inside.db, visit, code)
  await noteTests(
    inside,
    visit,
    codesOf(visit.tests).filter((one) => one !== code),
    reason,
  )
}

async function noteTests(inside: SignedIn, visit: Visit, after: readonly string[], reason?: string) {
  const { siteId, id: visitId } = visit
  if (visit.pricesOn) await inside.tell(chargesDue, inside, { siteId, visitId, bill: null })
  await auditVisit(inside, 'visit.changed', visit, {
    before: { tests: codesOf(visit.tests) },
    after: { tests: after },
    ...(reason !== undefined && { reason }),
  })
}
