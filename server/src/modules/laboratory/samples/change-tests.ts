import type { addVisitTests as addContract, removeVisitTest as removeContract } from '#contract/bench.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import {
  comingRecollection,
  dropRecollection,
  namedFor,
  orderOf,
  planAt,
  removeTestOf,
  requireVisit,
  resolveTests,
  type Visit,
} from '#server/modules/booking/index.ts'
import { readTests } from '#server/modules/catalogue/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notPossible, requirePossible } from '#server/platform/errors.ts'
import { completeVisit, issueReport } from '../reports/issue-report.ts'
import { latestReport } from '../reports/queries-reports.ts'
import { lockTask, progressOfTests, withdrawTest } from '../tasks/queries-tasks.ts'
import { isOpenToTests, locked, placeTests } from './place-tests.ts'
import { missingTubes } from './plan-collection.ts'
import { samplesOfVisit } from './queries-samples.ts'
import { suitableTube } from './suitable-tube.ts'

/** Adds tests to a visit whose patient has come, and takes them away before they are started. */

const whyNotAdd = (visit: Visit): string | null =>
  isOpenToTests(visit)
    ? null
    : `This visit is ${visitStateLabels[visit.status].toLowerCase()}: tests are added once the patient has come.`

const last = 'A visit has at least one test. Cancel the visit instead.'
const started = {
  in_progress: 'It is being worked on.',
  completed: 'It has results.',
  released: 'It is released: withdraw the result instead.',
} as const

export async function readVisitTests(context: SignedIn, id: string) {
  const { db, clock } = context
  const order = await namedFor(context, await orderOf(context, await requireVisit(context, id)))
  const { siteId } = order
  const [progress, samples, tests] = [
    await progressOfTests(db, siteId, order.id),
    await samplesOfVisit(db, siteId, order.id),
    await readTests(db),
  ]
  const own = new Set(order.tests.map(({ code }) => code))
  const others = tests.filter(({ code, bookable }) => bookable && !own.has(code))
  return {
    tests: order.tests.map(({ code, name }) => {
      const task = progress.find(({ testCode }) => testCode === code)
      const state = task ? (task.released ? ('released' as const) : task.status) : ('collection' as const)
      return { name, state, whyNotRemove: whyNotRemove(order, state) }
    }),
    addable: others.map((test) => {
      const found = suitableTube(test, samples, clock.now())
      return 'tube' in found
        ? {
            name: test.name,
            accession: found.tube.accession,
            place: found.tube.storagePlace,
            whyNoTube: null,
          }
        : { name: test.name, accession: null, place: '', whyNoTube: found.whyNone }
    }),
    whyNotAdd: whyNotAdd(order),
  }
}

function whyNotRemove(order: Visit, state: 'collection' | 'pending' | keyof typeof started): string | null {
  if (whyNotAdd(order) !== null) return whyNotAdd(order)
  if (state !== 'collection' && state !== 'pending') return started[state]
  return order.tests.length === 1 ? last : null
}

export async function addVisitTests(context: SignedIn, id: string, body: BodyOf<typeof addContract>) {
  const asked = await orderOf(context, await requireVisit(context, id))
  const codesOf = async (field: 'tests' | 'collectAgain') => {
    const names = body[field]
    if (names.length === 0) return []
    const plan = await planAt(context, asked.siteId, names)
    return resolveTests(plan, names, field).map(({ code }) => code)
  }
  const [codes, again] = [await codesOf('tests'), await codesOf('collectAgain')]
  const message = await transact(context, async (inside) => {
    const order = await locked(inside, asked)
    requirePossible(whyNotAdd(order))
    const known = order.tests.filter(({ code }) => codes.includes(code)).map(({ name }) => name)
    if (known.length > 0) throw invalid({ tests: known.map((name) => `The visit has ${name} already`) })
    return placeTests(inside, order, codes, { again })
  })
  return { message }
}

/** Takes a test away. If everything else is released, the report becomes final with a new version. */
export async function removeVisitTest(
  context: SignedIn,
  id: string,
  { test: name, reason }: BodyOf<typeof removeContract>,
) {
  const found = await namedFor(context, await orderOf(context, await requireVisit(context, id)))
  const [test, ...others] = found.tests.filter((one) => one.name === name)
  if (others.length > 0)
    throw notPossible(
      'The visit has several confidential tests. Only staff who see their names can remove one of them.',
    )
  if (!test) throw invalid({ test: ['The visit does not have this test'] })
  // Loaded before rows are locked, as in `changeReports`.
  await import('../reports/draw-report.ts')
  await transact(context, async (inside) => {
    // Before the visit: starting a task locks the task first and then its visit.
    await lockTask(inside.db, found, test.code)
    const order = await locked(inside, found)
    requirePossible(whyNotAdd(order))
    if (!order.tests.some(({ code }) => code === test.code)) {
      throw notPossible(`${name} was removed meanwhile.`)
    }
    if (order.tests.length === 1) throw notPossible(last)
    if (!(await withdrawTest(inside.db, order, test.code, inside.clock.now()))) {
      throw notPossible(`${name} was started meanwhile: it cannot be removed.`)
    }
    await removeTestOf(inside, order, test, reason)
    await settle(inside, { ...order, tests: order.tests.filter(({ code }) => code !== test.code) })
  })
  return { message: `${name} was removed.` }
}

/** Cancels the repeat collection of the removed test, and completes the visit if all other tests are released. */
async function settle(inside: SignedIn, order: Visit): Promise<void> {
  const { db } = inside
  const coming = await comingRecollection(inside, order)
  if (coming && (await missingTubes(db, order)).length === 0) await dropRecollection(inside, coming)
  const tasks = await progressOfTests(db, order.siteId, order.id)
  const isReleased = (code: string) => tasks.some((task) => task.testCode === code && task.released)
  if (!order.tests.every(({ code }) => isReleased(code))) return
  if (order.tests.every((test) => test.confidential)) return completeVisit(inside, order)
  const latest = await latestReport(db, order.siteId, order.id)
  // No result was released since the test was added: the latest report is final again without a new version.
  if (latest?.waitingFor.length === 0) await completeVisit(inside, order)
  else await issueReport(inside, order.id)
}
