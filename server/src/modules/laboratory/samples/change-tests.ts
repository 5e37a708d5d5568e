import type { addVisitTests as addContract, removeVisitTest as removeContract } from '#contract/bench.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { orderOf, removeTestOf, requireVisit, type Visit } from '#server/modules/booking/index.ts'
import { readTests } from '#server/modules/catalogue/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notPossible, requirePossible } from '#server/platform/errors.ts'
import { issueReport } from '../reports/issue-report.ts'
import { testOf } from '../tasks/list-tasks.ts'
import { progressOfTests, withdrawTest } from '../tasks/queries-tasks.ts'
import { isOpenToTests, locked, placeTests } from './place-tests.ts'
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
  const order = await orderOf(context, await requireVisit(context, id))
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
        ? { name: test.name, accession: found.tube.accession, whyNoTube: null }
        : { name: test.name, accession: null, whyNoTube: found.whyNone }
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
  const codes: string[] = []
  for (const name of body.tests) codes.push((await testOf(context, name, 'tests')).code)
  const again: string[] = []
  for (const name of body.collectAgain) again.push((await testOf(context, name, 'collectAgain')).code)
  const message = await transact(context, async (inside) => {
    const order = await locked(inside, asked)
    requirePossible(whyNotAdd(order))
    const known = order.tests.filter(({ code }) => codes.includes(code)).map(({ name }) => name)
    if (known.length > 0) throw invalid({ tests: known.map((name) => `${name} is one of its tests already`) })
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
  const found = await orderOf(context, await requireVisit(context, id))
  await transact(context, async (inside) => {
    const order = await locked(inside, found)
    requirePossible(whyNotAdd(order))
    const test = order.tests.find((one) => one.name === name)
    if (!test) throw invalid({ test: ['This is none of its tests'] })
    if (order.tests.length === 1) throw notPossible(last)
    if (!(await withdrawTest(inside.db, order, test.code, inside.clock.now()))) {
      throw notPossible(`${name} was started meanwhile: it cannot be taken away.`)
    }
    await removeTestOf(inside, order, test, reason)
    const left = await progressOfTests(inside.db, order.siteId, order.id)
    const others = order.tests.filter(({ code }) => code !== test.code)
    const isReleased = (code: string) => left.some((task) => task.testCode === code && task.released)
    if (others.every(({ code }) => isReleased(code))) await issueReport(inside, order.id)
  })
  return { message: `${name} was taken away.` }
}
