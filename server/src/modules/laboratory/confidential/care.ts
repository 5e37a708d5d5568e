import type { BodyOf, ResponseInput } from '#contract/endpoint.ts'
import type {
  noteConsent as consentContract,
  noteCounselling as counsellingContract,
  readConfidentialCare as readContract,
} from '#contract/rapid-tests.ts'
import { todayAt } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notFound, notPossible } from '#server/platform/errors.ts'
import { readTaskComment } from '../results/queries-comments.ts'
import { formOf } from '../results/result-form.ts'
import { openedView, viewedTask } from '../tasks/list-tasks.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { readCounselling, writeConsent, writeExplained } from './queries-confidential.ts'
import { readTests } from './rapid-tests.ts'

type Care = ResponseInput<typeof readContract>

function confidential(task: TaskRow): TaskRow {
  if (!task.confidential) throw notFound('This confidential test')
  return task
}

/** Consent, counselling and rapid tests of a confidential test, for those who may see it. */
export async function readCare(context: SignedIn, id: string): Promise<Care> {
  const { db } = context
  const task = confidential(await openedView(context, id, 'results.read'))
  const [noted, tests, form, comment] = [
    await readCounselling(db, task),
    await readTests(context, task),
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
    ...tests,
    whyNotEnter: form.whyNotEnter,
    revision: form.resultsRevision,
    whyNotRelease: form.whyNotRelease,
    outOfUse: form.outOfUse,
    releaseRevision: form.resultsRevision + (comment?.revision ?? 0),
  }
}

/** Notes the consent of the patient and the pre-test counselling. */
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
      throw invalid({ on: ['This day is after the post-test counselling'] })
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
  return { message: 'Consent and counselling recorded.' }
}

/** Notes the post-test counselling, once there are results. */
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
      throw invalid({ on: ['This day is before the pre-test counselling'] })
    if (!(await writeExplained(inside.db, task, { on, by, notedBy: actor.accountId, now: clock.now() })))
      throw notPossible(
        'The post-test counselling can be recorded only while the task has results that are not released.',
      )
    await audit(inside, { action: 'counselling.noted', subject: { kind: 'task', id }, after: { on, by } })
  })
  return { message: 'Counselling recorded.' }
}

async function refuseToCome(context: SignedIn, { siteId }: TaskRow, on: string): Promise<void> {
  if (on > (await todayAt(context, siteId))) throw invalid({ on: ['Choose a day that is not in the future'] })
}
