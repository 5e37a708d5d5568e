import type { BodyOf } from '#contract/endpoint.ts'
import type { enterResults as contract } from '#contract/results.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { notPossible, Refusal, requirePossible } from '#server/platform/errors.ts'
import { ask } from '#server/platform/events.ts'
import { whyRapid } from '../confidential/why-rapid.ts'
import { whyNotPlain } from '../cultures/why-not-plain.ts'
import { waitsForSample } from '../policy.ts'
import { noteReturn } from '../referrals/refer-tasks.ts'
import { releaseRules } from '../reports/queries-reports.ts'
import { releaseByRule } from '../reports/release-by-rule.ts'
import { addReflexTests } from '../samples/reflex-tests.ts'
import { taskOf } from '../tasks/list-tasks.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { callForCritical } from './call-critical.ts'
import { type Measurement, measuredAsked } from './events.ts'
import { interpretValues } from './interpret-values.ts'
import {
  advanceResults,
  forgetDraft,
  lockTask,
  type NewResult,
  previousResults,
  type Result,
  readPanel,
  readPatient,
  replaceResults,
  resultsOf,
} from './queries-results.ts'
import { type Read, readValues } from './read-values.ts'
import { formOf, givenOf, whyNotEnter } from './result-form.ts'
import { readOnPaper, refuseTimeOnPaper } from './results-on-paper.ts'

type Body = BodyOf<typeof contract>

export async function enterResults(context: SignedIn, id: string, body: Body) {
  const task = await taskOf(context, id)
  requirePossible((await whyNotPlain(context, task)) ?? whyRapid(task))
  await storeResults(context, task, body)
  const added = await addReflexTests(context, task)
  const rule = await releaseByRule(context, task)
  const said = [
    `${task.title}: results saved.`,
    added.length > 0 && `Added: ${added.join(', ')}.`,
    rule !== null && `Released by the rule ${rule}.`,
  ]
  return { message: said.filter(Boolean).join(' '), form: await formOf(context, task) }
}

type Written = Awaited<ReturnType<typeof readOnPaper>>

/** Saves further data in the transaction of the results. */
type Alongside = {
  write: (inside: SignedIn) => Promise<void>
  /** Whether the same data is already saved, for a repeated save. */
  isSame: (db: Db) => Promise<boolean>
}
const nothing: Alongside = { write: async () => {}, isSame: async () => true }

/**
 * Saves the results of a task: all of them or none, and only if the revision is still the one that they follow. The task's row
 * is locked, so that a save and a release cannot overlap and no value changes while it is released.
 */
export async function storeResults(
  context: SignedIn,
  task: TaskRow,
  { values, revision, draft, onPaper }: Body,
  alongside: Alongside = nothing,
): Promise<void> {
  const { clock, actor } = context
  const panel = await readPanel(context.db, task, clock.now())
  const read = readValues(panel, values)
  const written = await readOnPaper(context, task, onPaper)
  const saving = transact(context, async (inside) => {
    const { db } = inside
    const save = { follows: revision, by: actor.accountId, now: clock.now(), written }
    const advanced = await advanceResults(db, task, save)
    if (!advanced) return refuseUnlessDone(inside, task, { read, written }, revision, alongside)
    const rules = await releaseRules(db)
    const before = await resultsOf(db, task)
    const previous = await previousResults(db, task)
    const patient = await readPatient(db, task)
    const results = interpretValues(panel, read, patient, previous, rules.deltaPercent)
    const measured = await ask(inside, measuredAsked, task)
    await replaceResults(db, task, withSource(results, measured), actor.accountId, clock.now())
    await forgetDraft(db, task, actor.accountId, draft)
    await noteReturn(inside, task)
    await callForCritical(inside, task, panel, results, rules.callbackMinutes)
    await audit(inside, {
      action: 'result.entered',
      subject: { kind: 'task', id: task.id },
      before: before.length === 0 ? undefined : auditedOf(task, before),
      after: written ? { ...auditedOf(task, results), ...written } : auditedOf(task, results),
      reason: advanced.correctionReason ?? undefined,
    })
    await alongside.write(inside)
  })
  await saving.catch(refuseTimeOnPaper)
}

/** The results, each linked to the measured value if it was taken over unchanged. */
const withSource = (results: readonly NewResult[], measured: readonly Measurement[]) =>
  results.map((result) => {
    const same = measured.find(
      ({ code, number, text }) => code === result.code && number === result.number && text === result.text,
    )
    return { ...result, measuredValueId: result.calculated ? null : (same?.id ?? null) }
  })

/**
 * Values by the code of their analyte, as the audit trail keeps them; without values of a confidential test, since people without access
 * read the audit trail.
 */
export const auditedOf = (
  { confidential }: Pick<TaskRow, 'confidential'>,
  results: readonly { code: string; number: number | null; text: string | null }[],
) => (confidential ? undefined : Object.fromEntries(results.map((result) => [result.code, givenOf(result)])))

/**
 * Why the revision was refused. A save that is repeated because its answer was lost is recognised by author, values and
 * revision, and counts as done whatever has happened to the task since.
 */
async function refuseUnlessDone(
  inside: SignedIn,
  task: TaskRow,
  { read, written }: { read: readonly Read[]; written: Written },
  follows: number,
  alongside: Alongside,
): Promise<void> {
  const { db, actor } = inside
  const state = await lockTask(db, task)
  if (!state) {
    throw notPossible(waitsForSample)
  }
  const mine = state.savedById === actor.accountId && state.resultsRevision === follows + 1
  const isSameTime =
    state.measuredBy === (written?.measuredBy ?? null) &&
    state.measuredAt?.getTime() === written?.measuredAt.getTime()
  if (mine && isSameTime && isSame(read, await resultsOf(db, task)) && (await alongside.isSame(db))) return
  requirePossible(whyNotEnter(state))
  throw new Refusal(
    'changed_meanwhile',
    `${state.savedById === actor.accountId ? 'You' : (state.savedBy ?? 'Somebody')} saved results of this test meanwhile. Nothing was overwritten: look at both and choose.`,
  )
}

/** Whether these values equal the saved ones, except for calculated ones. */
function isSame(read: readonly Read[], saved: readonly Result[]): boolean {
  const entered = saved.filter((result) => !result.calculated)
  return (
    entered.length === read.length &&
    read.every((one) =>
      entered.some(
        (result) => result.code === one.code && result.number === one.number && result.text === one.text,
      ),
    )
  )
}
