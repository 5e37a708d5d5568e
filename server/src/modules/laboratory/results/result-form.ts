import { may, whyNotPermitted } from '#contract/permissions.ts'
import { type CellCounts, printedUnit, printedValue } from '#contract/printed-unit.ts'
import { birthNeededText, type Repeat } from '#contract/results.ts'
import { type Patient, type Range, rangeFor } from '#server/modules/catalogue/index.ts'
import { readCellCounts } from '#server/modules/sites/index.ts'
import type { Actor, SignedIn } from '#server/platform/context.ts'
import { ask } from '#server/platform/events.ts'
import { isExplainedTo } from '../confidential/queries-confidential.ts'
import { whyRapid } from '../confidential/why-rapid.ts'
import { whyNotPlain } from '../cultures/why-not-plain.ts'
import { waitsForSample } from '../policy.ts'
import { sayBlocked } from '../quality/policy-quality.ts'
import { readBlockers } from '../quality/queries-quality.ts'
import { readMeasuredOutOfUse } from '../reports/queries-out-of-use.ts'
import { releaseRules } from '../reports/queries-reports.ts'
import { reflexOf } from '../samples/reflex-tests.ts'
import { openedTask } from '../tasks/list-tasks.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { formulaOf, isCalculated } from './calculate.ts'
import { type Measurement, measuredAsked } from './events.ts'
import { callbacksOf } from './queries-callbacks.ts'
import { repeatsOf } from './queries-repeats.ts'
import {
  type Analyte,
  previousResults,
  type Result,
  readDraft,
  readPanel,
  readPatient,
  readTaskState,
  resultsOf,
} from './queries-results.ts'
import { formOnPaperOf } from './results-on-paper.ts'

/** Why results cannot be entered in this state; null if they can. */
export function whyNotEnter(state: { status: string; releasedAt: Date | null }): string | null {
  if (state.status === 'pending') return 'Start the task first.'
  if (state.releasedAt !== null) return 'These results are released. Open a correction to change them.'
  return null
}

/** Why a test cannot be repeated on its sample; null if it can. The statement that repeats it enforces the same rules. */
export function whyNotRepeat(
  task: TaskRow,
  state: { status: string; firstReleasedAt: Date | null } | undefined,
): string | null {
  if (!state) return waitsForSample
  if (state.firstReleasedAt !== null) return 'These results were released: open a correction to change them.'
  if (state.status !== 'completed') return 'The task is not done yet: enter the new values.'
  if (task.referral) return `${task.referral.laboratory} does this test: ask it for a repeat.`
  if (whyRapid(task) !== null || !task.hasResults)
    return 'The results of this test are corrected on their own screen.'
  return task.sampleStatus === 'received' ? null : 'The sample is not at the bench any more.'
}

/** Why this person cannot release now; null if they can. The statement that releases enforces the same rules. */
export function whyNotRelease(
  actor: Pick<Actor, 'role' | 'permissions'>,
  task: {
    completed: boolean
    explained: boolean
    byMe: boolean
    openCallbacks: number
    results: number
    control: string | null
  },
  twoPerson: boolean,
): string | null {
  if (!may(actor, 'release')) return whyNotPermitted('release')
  if (!task.completed) return 'The task is not done yet.'
  if (task.results === 0) return 'There are no results.'
  if (task.control !== null) return task.control
  if (task.openCallbacks > 0) return 'A critical value has not been reported yet.'
  if (!task.explained) return 'Record the post-test counselling first.'
  if (twoPerson && task.byMe) return 'You entered these results: somebody else has to release them.'
  return null
}

/** As it is printed: `4.0–10.0`, `up to 5.5`, `from 90`, or the normal answers. */
export function rangeText(
  range: Range | null,
  decimals: number | null,
  normal: readonly string[] | null,
): string {
  if (normal !== null) return normal.join(', ')
  if (range === null) return ''
  const show = (limit: number) => limit.toFixed(decimals ?? 0)
  if (range.low !== undefined && range.high !== undefined) {
    return range.low === 0 ? `up to ${show(range.high)}` : `${show(range.low)}–${show(range.high)}`
  }
  if (range.low !== undefined) return `from ${show(range.low)}`
  return range.high === undefined ? '' : `up to ${show(range.high)}`
}

export const givenOf = (result: { number: number | null; text: string | null }) =>
  result.number ?? result.text ?? ''

export const readResultForm = async (context: SignedIn, id: string) =>
  formOf(context, await openedTask(context, id, 'results.read'))

export async function formOf(context: SignedIn, task: TaskRow) {
  const { db, clock, actor } = context
  const [panel, patient, entered, previous, state, callbacks, draft, rules, counts, measured, repeats] = [
    await readPanel(db, task, clock.now()),
    await readPatient(db, task),
    await resultsOf(db, task),
    await previousResults(db, task),
    await readTaskState(db, task),
    await callbacksOf(db, task),
    await readDraft(db, task, actor.accountId),
    await releaseRules(db),
    await readCellCounts(db),
    await ask(context, measuredAsked, task),
    await repeatsOf(db, task),
  ]
  // Values that were measured before the repeat are among the results that it set aside. They are not offered again.
  const repeatedAt = repeats.at(-1)?.at
  const offered = repeatedAt ? measured.filter(({ at }) => at > new Date(repeatedAt)) : measured
  if (!state) throw new Error(`No task ${task.id}`)
  const onPaper = await formOnPaperOf(context, task)
  const { savedAt, savedBy, savedById, resultsRevision, releasedAt, retractedAt, correctionReason } = state
  return {
    taskId: task.id,
    status: state.status,
    analytes: panel.map((analyte) => {
      const isOf = ({ code }: { code: string }) => code === analyte.code
      return formAnalyte(analyte, patient, entered.find(isOf), previous.find(isOf), offered.find(isOf))
    }),
    repeats: repeats.map((one) => presentRepeat(one, counts)),
    reflex: await reflexOf(db, task, entered),
    draft: draft ?? null,
    callbacks: callbacks.map((callback) => presentCallback(callback, counts)),
    resultsRevision,
    saved: savedAt && { by: savedBy ?? '', byMe: savedById === actor.accountId, at: savedAt },
    enteredBy: [...new Set(entered.map((result) => result.enteredBy))].join(', ') || null,
    releasedAt,
    correctionReason,
    inReport: retractedAt === null && (releasedAt !== null || correctionReason !== null),
    whyNotEnter: whyNotEnter(state),
    whyNotRepeat: (await whyNotPlain(context, task)) ?? whyNotRepeat(task, state),
    whyNotRelease: whyNotRelease(
      actor,
      {
        completed: state.status === 'completed' && releasedAt === null,
        explained: !task.confidential || (await isExplainedTo(db, task)),
        byMe:
          entered.some((result) => result.enteredById === actor.accountId) ||
          onPaper?.measured?.byId === actor.accountId ||
          state.reportedBy.includes(actor.accountId),
        openCallbacks: callbacks.filter((callback) => callback.toldAt === null).length,
        results: task.hasResults ? Math.max(entered.length, 1) : 0,
        control: sayBlocked(await readBlockers(db, task)),
      },
      rules.twoPerson,
    ),
    outOfUse: await readMeasuredOutOfUse(db, task),
    onPaper,
  }
}

export const presentRepeat = <Row extends Pick<Repeat, 'results'>>(repeat: Row, counts: CellCounts) => ({
  ...repeat,
  results: repeat.results.map(({ unit, ...result }) => ({ ...result, unit: printedUnit(unit, counts) })),
})

const presentCallback = (
  { unit, value, tries, ...callback }: Awaited<ReturnType<typeof callbacksOf>>[number],
  counts: CellCounts,
) => ({
  ...callback,
  value: printedValue(value, unit, counts),
  tries: tries.map((one) => ({
    ...one,
    otherValue: one.otherValue === null ? null : printedValue(one.otherValue, unit, counts),
  })),
})

function formAnalyte(
  analyte: Analyte,
  patient: Patient,
  entered: Result | undefined,
  previous: { number: number | null; text: string | null; at: Date } | undefined,
  measured: Measurement | undefined,
) {
  const { code, decimals, normalOptions, verified } = analyte
  const { range, birthNeeded } = rangeFor(analyte.ranges, patient)
  const text = birthNeeded ? birthNeededText : rangeText(range, decimals, normalOptions)
  const limits = { low: range?.low ?? null, high: range?.high ?? null }
  return {
    ...analyte,
    calculated: isCalculated(code),
    formula: formulaOf(code),
    range:
      range === null && normalOptions === null && !birthNeeded
        ? null
        : { ...limits, text, verified: birthNeeded || verified },
    previous: previous ? { value: givenOf(previous), at: previous.at } : null,
    entered: entered ? { value: givenOf(entered), flag: entered.flag, delta: entered.delta } : null,
    measured: measured
      ? { ...measured, value: givenOf(measured), isEntered: measured.id === entered?.measuredValueId }
      : null,
  }
}
