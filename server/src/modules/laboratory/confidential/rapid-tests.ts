import type { BodyOf, ResponseInput } from '#contract/endpoint.ts'
import {
  concludes,
  type noteInvalidRapidTest as invalidContract,
  type saveRapidTests as rapidContract,
  type readConfidentialCare as readContract,
} from '#contract/rapid-tests.ts'
import { todayAt } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notFound, requirePossible } from '#server/platform/errors.ts'
import { ask } from '#server/platform/events.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { waitsForSample } from '../policy.ts'
import { storeResults } from '../results/enter-results.ts'
import { lockTask, readPanel } from '../results/queries-results.ts'
import { whyNotEnter } from '../results/result-form.ts'
import { taskOf } from '../tasks/list-tasks.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { kitLotsAsked, kitsUsed } from './events.ts'
import { nameKits, usedSince } from './name-kits.ts'
import { insertInvalid, readInvalid, readRapid, writeRapid } from './queries-confidential.ts'
import { columnsOf, comparable, savedTests, testsIn } from './rapid-columns.ts'
import { rapidFaults } from './rapid-rule.ts'
import { rapidTestsOf } from './why-rapid.ts'

type Tests = Pick<ResponseInput<typeof readContract>, 'needed' | 'rapid' | 'invalid' | 'kits' | 'conclusion'>

/** The rapid tests of a task, and the lots of kits to choose from. */
export async function readTests(context: SignedIn, task: TaskRow): Promise<Tests> {
  const { db } = context
  const needed = rapidTestsOf(task)
  const row = await readRapid(db, task)
  const rapid = row ? testsIn(row) : []
  const lots = needed === null ? [] : await ask(context, kitLotsAsked, task)
  const saved = rapid.flatMap(({ stockLot, kit, lot, expiresOn }) =>
    stockLot === null ? [] : [{ id: stockLot, kit, lot, expiresOn }],
  )
  const usable = lots.filter(({ id, isUsable }) => isUsable && !saved.some((one) => one.id === id))
  return {
    needed,
    rapid,
    invalid: await readInvalid(db, task),
    kits: [...usable.map(({ isUsable: _, ...lot }) => lot), ...saved],
    conclusion: row?.conclusion ?? null,
  }
}

/** Saves all rapid tests of a task on the given revision, as results are saved. The result of the task is concluded from them. */
export async function saveRapidTests(
  context: SignedIn,
  id: string,
  { tests: entered, revision, draft, onPaper }: BodyOf<typeof rapidContract>,
) {
  const { db, clock, actor } = context
  const task = await taskOf(context, id)
  const needed = rapidTestsOf(task)
  if (needed === null) throw notFound('These rapid tests')
  const today = await todayAt(context, task.siteId)
  const { named: tests, faults: unknown } = nameKits(entered, await ask(context, kitLotsAsked, task), {
    saved: await savedTests(db, task),
    field: (at) => `tests.${at}.`,
  })
  if (Object.keys(unknown).length > 0) throw invalid(unknown)
  const faults = rapidFaults(needed, tests, today)
  const conclusion = concludes(
    needed,
    tests.map(({ reactive }) => reactive),
  )
  if (conclusion === null || Object.keys(faults).length > 0) throw invalid(faults)
  const [analyte] = await readPanel(db, task, clock.now())
  if (!analyte) throw new Error(`No analyte for ${task.testCode}`)
  await storeResults(
    context,
    task,
    { values: { [analyte.code]: conclusion }, revision, draft, onPaper },
    {
      async write(inside) {
        const lots = usedSince(await savedTests(inside.db, task), tests)
        await writeRapid(inside.db, {
          ...{ siteId: task.siteId, taskId: id, needed, readOn: today },
          ...{ readBy: actor.accountId, readAt: clock.now() },
          ...columnsOf(tests),
        })
        await inside.tell(kitsUsed, inside, { siteId: task.siteId, id, lots })
        // Without the kits and their number: both would disclose the result.
        await audit(inside, { action: 'rapid_tests.entered', subject: { kind: 'task', id } })
      },
      isSame: async (tx) => {
        const saved = await savedTests(tx, task)
        return JSON.stringify(saved.map(comparable)) === JSON.stringify(tests.map(comparable))
      },
    },
  )
  return { message: 'Rapid tests saved.' }
}

/** Records a device without a control line. It is kept with its lot, and does not count for the result. */
export async function noteInvalidRapidTest(
  context: SignedIn,
  id: string,
  entered: BodyOf<typeof invalidContract>,
) {
  const { clock, actor } = context
  const task = await taskOf(context, id)
  if (rapidTestsOf(task) === null) throw notFound('These rapid tests')
  const { siteId } = task
  const today = await todayAt(context, siteId)
  const { named, faults } = nameKits([entered], await ask(context, kitLotsAsked, task), {})
  const [device = entered] = named
  if (Object.keys(faults).length > 0) throw invalid(faults)
  if (device.expiresOn < today) throw invalid({ expiresOn: ['This kit has expired'] })
  await transact(context, async (inside) => {
    const state = await lockTask(inside.db, task)
    requirePossible(state ? whyNotEnter(state) : waitsForSample)
    await insertInvalid(inside.db, {
      ...{
        siteId,
        id: uuidv7(clock),
        taskId: id,
        readOn: today,
        readBy: actor.accountId,
        readAt: clock.now(),
      },
      ...{ kit: device.kit, lot: device.lot, expiresOn: device.expiresOn, stockLot: device.stockLot },
    })
    await inside.tell(kitsUsed, inside, { siteId, id, lots: usedSince([], [device]) })
    // Without the kit: a second kit would disclose a reactive test.
    await audit(inside, { action: 'rapid_test.invalid', subject: { kind: 'task', id } })
  })
  return { message: 'The invalid test is recorded. Repeat it with a new device.' }
}
