import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type {
  noteConsent as consentContract,
  noteCounselling as counsellingContract,
  saveRapidTests as rapidContract,
  readConfidentialCare as readContract,
} from '#contract/rapid-tests.ts'
import { concludes } from '#contract/rapid-tests.ts'
import { todayAt } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notFound, notPossible } from '#server/platform/errors.ts'
import { storeResults } from '../results/enter-results.ts'
import { readTaskComment } from '../results/queries-comments.ts'
import { readPanel } from '../results/queries-results.ts'
import { formOf } from '../results/result-form.ts'
import { openedView, taskOf, viewedTask } from '../tasks/list-tasks.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import {
  readCounselling,
  readRapid,
  writeConsent,
  writeExplained,
  writeRapid,
} from './queries-confidential.ts'
import { type RapidTest, rapidFaults } from './rapid-rule.ts'
import { rapidTestsOf } from './why-rapid.ts'

type Care = ResponseOf<typeof readContract>

function confidential(task: TaskRow): TaskRow {
  if (!task.confidential) throw notFound('This confidential test')
  return task
}

/** Consent, counselling and rapid tests of a confidential test, for those who may see it. */
export async function readCare(context: SignedIn, id: string): Promise<Care> {
  const { db } = context
  const task = confidential(await openedView(context, id, 'results.read'))
  const [noted, rapid, form, comment] = [
    await readCounselling(db, task),
    await readRapid(db, task),
    await formOf(context, task),
    await readTaskComment(db, task),
  ]
  return {
    before: noted
      ? { consent: noted.consent, on: noted.counselledOn, by: noted.counselledBy, notedBy: noted.notedBy }
      : null,
    after:
      noted?.explainedOn && noted.explainedBy
        ? { on: noted.explainedOn, by: noted.explainedBy, notedBy: noted.explainedNotedBy ?? '' }
        : null,
    released: form.releasedAt !== null,
    needed: rapidTestsOf(task),
    rapid: rapid ? testsIn(rapid) : [],
    conclusion: rapid?.conclusion ?? null,
    whyNotEnter: form.whyNotEnter,
    revision: form.resultsRevision,
    whyNotRelease: form.whyNotRelease,
    outOfUse: form.outOfUse,
    releaseRevision: form.resultsRevision + (comment?.revision ?? 0),
  }
}

/** Notes the consent of the patient and the counselling before the test. */
export async function noteConsent(
  context: SignedIn,
  id: string,
  { consent, on, by }: BodyOf<typeof consentContract>,
) {
  const { actor, clock } = context
  const task = confidential(await viewedTask(context, id))
  await refuseToCome(context, task, on)
  await transact(context, async (inside) => {
    const after = await readCounselling(inside.db, task)
    if (after?.explainedOn && after.explainedOn < on)
      throw invalid({ on: ['This day is after the counselling after the test'] })
    if (
      !(await writeConsent(inside.db, task, consent, { on, by, notedBy: actor.accountId, now: clock.now() }))
    )
      throw notPossible('The results of this test are released.')
    await audit(inside, {
      action: 'consent.noted',
      subject: { kind: 'task', id },
      after: { consent, on, by },
    })
  })
  return { message: 'Consent and counselling noted.' }
}

/** Notes the counselling after the test, once there are results. */
export async function noteCounselling(
  context: SignedIn,
  id: string,
  { on, by }: BodyOf<typeof counsellingContract>,
) {
  const { actor, clock } = context
  const task = confidential(await viewedTask(context, id))
  await refuseToCome(context, task, on)
  await transact(context, async (inside) => {
    const before = await readCounselling(inside.db, task)
    if (before && on < before.counselledOn)
      throw invalid({ on: ['This day is before the counselling before the test'] })
    if (!(await writeExplained(inside.db, task, { on, by, notedBy: actor.accountId, now: clock.now() })))
      throw notPossible(
        'The counselling after the test can be noted only while the task has results that are not released.',
      )
    await audit(inside, { action: 'counselling.noted', subject: { kind: 'task', id }, after: { on, by } })
  })
  return { message: 'Counselling noted.' }
}

async function refuseToCome(context: SignedIn, { siteId }: TaskRow, on: string): Promise<void> {
  if (on > (await todayAt(context, siteId))) throw invalid({ on: ['Choose a day that is not in the future'] })
}

/** Saves all rapid tests of a task on the given revision, as results are saved. The result of the task is concluded from them. */
export async function saveRapidTests(
  context: SignedIn,
  id: string,
  { tests, revision }: BodyOf<typeof rapidContract>,
) {
  const { db, clock, actor } = context
  const task = await taskOf(context, id)
  const needed = rapidTestsOf(task)
  if (needed === null) throw notFound('These rapid tests')
  const today = await todayAt(context, task.siteId)
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
    { values: { [analyte.code]: conclusion }, revision, draft: 0 },
    {
      async write(inside) {
        await writeRapid(inside.db, {
          ...{ siteId: task.siteId, taskId: id, needed, readOn: today },
          ...{ readBy: actor.accountId, readAt: clock.now() },
          ...columnsOf(tests),
        })
        // Without the kits and their number: both would disclose the result.
        await audit(inside, { action: 'rapid_tests.entered', subject: { kind: 'task', id } })
      },
      isSame: async (tx) => {
        const saved = await readRapid(tx, task)
        return saved !== undefined && JSON.stringify(testsIn(saved)) === JSON.stringify(tests.map(typed))
      },
    },
  )
  return { message: 'Rapid tests saved.' }
}

const typed = ({ kit, lot, expiresOn, reactive }: RapidTest) => ({ kit, lot, expiresOn, reactive })

function columnsOf([first, second, third]: readonly RapidTest[]) {
  if (!first) throw new Error('No rapid test')
  return {
    ...{
      firstKit: first.kit,
      firstLot: first.lot,
      firstExpires: first.expiresOn,
      firstReactive: first.reactive,
    },
    ...(second && {
      ...{ secondKit: second.kit, secondLot: second.lot },
      ...{ secondExpires: second.expiresOn, secondReactive: second.reactive },
    }),
    ...(third && {
      ...{
        thirdKit: third.kit,
        thirdLot: third.lot,
        thirdExpires: third.expiresOn,
        thirdReactive: third.reactive,
      },
    }),
  }
}

function testsIn(row: NonNullable<Awaited<ReturnType<typeof readRapid>>>): RapidTest[] {
  const each = [
    { kit: row.firstKit, lot: row.firstLot, expiresOn: row.firstExpires, reactive: row.firstReactive },
    { kit: row.secondKit, lot: row.secondLot, expiresOn: row.secondExpires, reactive: row.secondReactive },
    { kit: row.thirdKit, lot: row.thirdLot, expiresOn: row.thirdExpires, reactive: row.thirdReactive },
  ]
  return each.flatMap(({ kit, lot, expiresOn, reactive }) =>
    kit !== null && lot !== null && expiresOn !== null && reactive !== null
      ? [{ kit, lot, expiresOn, reactive }]
      : [],
  )
}
