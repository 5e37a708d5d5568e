import { readVisit } from '#server/modules/booking/index.ts'
import { interpretationsInForce, type Reflex, reflexTestsOf } from '#server/modules/catalogue/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { resultsOf } from '../results/queries-results.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { isOpenToTests, locked, placeTests } from './place-tests.ts'

type Task = Pick<TaskRow, 'id' | 'siteId' | 'visitId'>

/** The tests that the entered results of a task call for and that its visit does not have. */
export async function reflexOf(
  db: Db,
  { visitId }: Task,
  results: Parameters<typeof reflexTestsOf>[1],
): Promise<Reflex[]> {
  if (results.length === 0) return []
  const wanted = reflexTestsOf(await interpretationsInForce(db), results)
  if (wanted.length === 0) return []
  const visit = await readVisit(db, 'everyone', visitId)
  if (!visit || !isOpenToTests(visit)) return []
  return wanted.filter(({ code }) => !visit.tests.some((test) => test.code === code))
}

/**
 * Adds the reflex tests whose rules add them without asking, and returns their names. It runs in a transaction of its own, after
 * the one that saved the results: rows are locked in the order of other changes of a visit.
 */
export async function addReflexTests(context: SignedIn, task: Task): Promise<string[]> {
  const due = async ({ db }: SignedIn) =>
    (await reflexOf(db, task, await resultsOf(db, task))).filter(({ addsItself }) => addsItself)
  if ((await due(context)).length === 0) return []
  return transact(context, async (inside) => {
    const visit = await locked(inside, { siteId: task.siteId, id: task.visitId })
    // Somebody else may have added one of them meanwhile.
    const wanted = await due(inside)
    if (wanted.length === 0) return []
    const reason = `Reflex: ${wanted.map(({ text }) => text).join(' ')}`
    await placeTests(
      inside,
      visit,
      wanted.map(({ code }) => code),
      { again: [], reason },
    )
    return wanted.map(({ name }) => name)
  })
}
