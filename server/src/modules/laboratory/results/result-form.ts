import { may, whyNotPermitted } from '#contract/permissions.ts'
import { birthNeededText, type FormAnalyte, type ResultForm } from '#contract/results.ts'
import { type Patient, type Range, rangeFor } from '#server/modules/catalogue/index.ts'
import type { Actor, SignedIn } from '#server/platform/context.ts'
import { readBlockers } from '../quality/queries-quality.ts'
import { sayBlocked } from '../quality/say-blocked.ts'
import { releaseRules } from '../reports/queries-reports.ts'
import { openedTask } from '../tasks/list-tasks.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { formulaOf, isCalculated } from './calculate.ts'
import { callbacksOf } from './queries-callbacks.ts'
import {
  type Analyte,
  previousResults,
  type Result,
  readDraft,
  readPanel,
  readPatient,
  readTaskState,
  resultsOf,
  type TaskState,
} from './queries-results.ts'

/** Why results cannot be entered in this state; null if they can. */
export function whyNotEnter(state: TaskState): string | null {
  if (state.status === 'pending') return 'Start the task first.'
  if (state.releasedAt !== null) return 'These results are released. Open a correction to change them.'
  return null
}

/** Why this person cannot release now; null if they can. The statement that releases enforces the same rules. */
export function whyNotRelease(
  actor: Pick<Actor, 'role' | 'permissions'>,
  task: { completed: boolean; byMe: boolean; openCallbacks: number; results: number; control: string | null },
  twoPerson: boolean,
): string | null {
  if (!may(actor, 'release')) return whyNotPermitted('release')
  if (!task.completed) return 'The task is not done yet.'
  if (task.results === 0) return 'There are no results.'
  if (task.control !== null) return task.control
  if (task.openCallbacks > 0) return 'A critical value has not been called yet.'
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

export async function readResultForm(context: SignedIn, id: string): Promise<ResultForm> {
  return formOf(context, await openedTask(context, id, 'results.read'))
}

export async function formOf({ db, clock, actor }: SignedIn, task: TaskRow): Promise<ResultForm> {
  const [panel, patient, entered, previous, state, callbacks, draft, rules] = [
    await readPanel(db, task, clock.now()),
    await readPatient(db, task),
    await resultsOf(db, task),
    await previousResults(db, task),
    await readTaskState(db, task),
    await callbacksOf(db, task),
    await readDraft(db, task, actor.accountId),
    await releaseRules(db),
  ]
  if (!state) throw new Error('A task that is not there')
  const byMe = entered.some((result) => result.enteredById === actor.accountId)
  return {
    taskId: task.id,
    analytes: panel.map((analyte) =>
      formAnalyte(
        analyte,
        patient,
        entered.find((result) => result.code === analyte.code),
        previous.find((result) => result.code === analyte.code),
      ),
    ),
    draft: draft && { ...draft, updatedAt: draft.updatedAt.toISOString() },
    callbacks: callbacks.map((callback) => ({
      ...callback,
      openedAt: callback.openedAt.toISOString(),
      dueAt: callback.dueAt.toISOString(),
      toldAt: callback.toldAt?.toISOString() ?? null,
    })),
    resultsRevision: state.resultsRevision,
    saved:
      state.savedAt === null
        ? null
        : {
            by: state.savedBy ?? '',
            byMe: state.savedById === actor.accountId,
            at: state.savedAt.toISOString(),
          },
    enteredBy: [...new Set(entered.map((result) => result.enteredBy))].join(', ') || null,
    releasedAt: state.releasedAt?.toISOString() ?? null,
    correctionReason: state.correctionReason,
    inReport: state.retractedAt === null && (state.releasedAt !== null || state.correctionReason !== null),
    whyNotEnter: whyNotEnter(state),
    whyNotRelease: whyNotRelease(
      actor,
      {
        completed: state.status === 'completed' && state.releasedAt === null,
        byMe,
        openCallbacks: callbacks.filter((callback) => callback.toldAt === null).length,
        results: entered.length,
        control: sayBlocked(await readBlockers(db, task)),
      },
      rules.twoPerson,
    ),
  }
}

function formAnalyte(
  analyte: Analyte,
  patient: Patient,
  entered: Result | undefined,
  previous: { number: number | null; text: string | null; at: Date } | undefined,
): FormAnalyte {
  const { range, birthNeeded } = rangeFor(analyte.ranges, patient)
  return {
    code: analyte.code,
    name: analyte.name,
    kind: analyte.kind,
    unit: analyte.unit,
    options: analyte.options,
    decimals: analyte.decimals,
    lowest: analyte.lowest,
    highest: analyte.highest,
    calculated: isCalculated(analyte.code),
    formula: formulaOf(analyte.code),
    range:
      range === null && analyte.normalOptions === null && !birthNeeded
        ? null
        : {
            low: range?.low ?? null,
            high: range?.high ?? null,
            text: birthNeeded ? birthNeededText : rangeText(range, analyte.decimals, analyte.normalOptions),
            verified: birthNeeded || analyte.verified,
          },
    previous: previous ? { value: givenOf(previous), at: previous.at.toISOString() } : null,
    entered: entered ? { value: givenOf(entered), flag: entered.flag, delta: entered.delta } : null,
  }
}
