import type { listTasks as listContract } from '#contract/bench.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { readBenchTests, testsNotFor } from '#server/modules/catalogue/index.ts'
import { cultureTestOf } from '#server/modules/microbiology/index.ts'
import {
  firstInstantOfLocal,
  instantOf,
  localAt,
  minuteOf,
  readPlan,
  siteFor,
} from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, notFound, required } from '#server/platform/errors.ts'
import { mapPage } from '#server/platform/list.ts'
import { rapidTestsOf } from '../confidential/why-rapid.ts'
import { presentTask } from '../present.ts'
import { areFew, countTasks, listOwnFirst, listTasks as selectTasks } from './queries-queue.ts'
import {
  historyOf,
  notesOf,
  openTask,
  type Reach,
  type Reading,
  readTask as selectTask,
  type TaskRow,
  testsOfTechnician,
  usualMinutes,
} from './queries-tasks.ts'
import { seek } from './search-tasks.ts'

/**
 * The tests and sites whose tasks the caller may see; every statement on tasks contains them as a condition. Managers see all tests,
 * technicians those of their specialties and those without a specialty, patients none.
 */
export async function reachOf({ db, actor: { role, accountId, sites } }: SignedIn): Promise<Reach> {
  if (role === 'admin') return { tests: null, sites }
  return { tests: role === 'technician' ? await testsOfTechnician(db, accountId) : [], sites }
}

/**
 * The tasks that the caller may see. Technicians also see tasks of other specialties, which they cannot change, but tasks of
 * confidential tests only with access to the test.
 */
const viewOf = async ({ db, actor: { role, accountId, sites } }: SignedIn): Promise<Reach> => ({
  tests: role === 'user' ? [] : null,
  except: role === 'technician' ? await testsNotFor(db, accountId) : [],
  sites,
})

/** A task that the caller may work on; any other is not found. */
export async function taskOf(context: SignedIn, id: string): Promise<TaskRow> {
  const task = await selectTask(context.db, await reachOf(context), id)
  if (!task) throw notFound('This task')
  return task
}

/** The same, and writes to the audit trail that the caller read the task, or its results with the earlier values. */
export const openedTask = async (context: SignedIn, id: string, action: Reading): Promise<TaskRow> =>
  openedWithin(context, await reachOf(context), id, action)

/** The same for a task that the caller may see but perhaps not change. */
export const openedView = async (context: SignedIn, id: string, action: Reading): Promise<TaskRow> =>
  openedWithin(context, await viewOf(context), id, action)

/** A task that the caller may see. */
export const viewedTask = async (context: SignedIn, id: string): Promise<TaskRow> =>
  required(await selectTask(context.db, await viewOf(context), id), 'This task')

async function openedWithin(context: SignedIn, reach: Reach, id: string, action: Reading): Promise<TaskRow> {
  const task = await openTask(context, reach, id, action)
  if (!task) throw notFound('This task')
  return task
}

export async function listTasks(context: SignedIn, query: QueryOf<typeof listContract>) {
  const { db, actor } = context
  const { status, completedSince: since, test, search } = query
  const asked = { status, completedSince: since === undefined ? undefined : new Date(since) }
  const filter = {
    ...asked,
    claimedBy: query.mine === 'true' ? actor.accountId : undefined,
    testCode: test === undefined ? undefined : (await testOf(context, test)).code,
    sought: search ? await seek(db, search, { sites: actor.sites, few: areFew(asked) }) : undefined,
  }
  const reach = await reachOf(context)
  if (reach.tests === null || status === undefined || status === 'completed') {
    return mapPage(await selectTasks(db, reach, filter, query), (row) => presentTask(row, actor))
  }
  const page = await listOwnFirst(db, await viewOf(context), reach.tests, filter, query)
  return mapPage(page, ({ other, ...row }) => presentTask(row, actor, other === 1))
}

/** The test of the catalogue with this name; if there is none, a refusal names the field. */
export async function testOf({ db, clock }: SignedIn, name: string): Promise<{ code: string; name: string }> {
  const plan = await readPlan(db, { siteId: null, tests: [name], now: clock.now() })
  const [test] = plan?.tests ?? []
  if (!test) throw invalid({ test: [`We do not offer the test “${name.slice(0, 80)}”`] })
  return test
}

export async function summariseTasks(context: SignedIn) {
  const now = context.clock.now()
  const siteId = siteFor(context.actor, undefined) ?? null
  const plan = await readPlan(context.db, { siteId, tests: [], now })
  const zone = plan?.site.timeZone ?? 'UTC'
  const { day } = localAt(zone, minuteOf(now))
  const dayStart = instantOf(firstInstantOfLocal(zone, day, 0))
  return countTasks(context.db, await reachOf(context), { now, dayStart })
}

export async function readTask(context: SignedIn, id: string) {
  const { db } = context
  const row = await openedView(context, id, 'visit.read')
  const { tests } = await reachOf(context)
  const [test] = await readBenchTests(db, [row.testCode])
  if (!test) throw new Error('A task without a test')
  const { about: description, instructions, equipment, specimen, expectedMinutes } = test
  return {
    ...presentTask(row, context.actor, tests !== null && !tests.includes(row.testCode)),
    title: test.catalogueName,
    description,
    instructions,
    equipment,
    specimen,
    estimatedDuration: (await usualMinutes(db, row.siteId, row.testCode)) ?? expectedMinutes,
    isCulture: row.referral === null && (await cultureTestOf(db, row.testCode)) !== null,
    isConfidential: test.confidential,
    isRapid: rapidTestsOf(row) !== null,
    notes: await notesOf(db, row),
    history: await historyOf(db, [row.id, row.sampleId]),
  }
}
