import type { JudgedOtherwise } from '#contract/people.ts'
import type { Flag } from '#contract/results.ts'
import type { Patient } from '#server/modules/catalogue/index.ts'
import { agesOn, type Judged, readPersonNumber } from '#server/modules/people/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { postMany } from '#server/platform/outbox.ts'
import { releaseRules } from '../reports/queries-reports.ts'
import { isCalculated } from './calculate.ts'
import { callForCritical } from './call-critical.ts'
import { interpretValues } from './interpret-values.ts'
import {
  listCorrectors,
  lockTasksOfPerson,
  type NewResult,
  nextRevision,
  previousResults,
  type Result,
  readPanel,
  replaceResults,
  resultsOf,
  type TaskOfPerson,
} from './queries-results.ts'
import { givenOf } from './result-form.ts'

/**
 * Judges the results of a person again after sex or date of birth were corrected, in the transaction of the correction. Unreleased
 * results get the intervals that hold now, with callbacks for critical values. Released results stay; those that would have been
 * judged otherwise are returned, and told to those who may correct them. Each task is locked, so that nobody enters or releases
 * results meanwhile.
 */
export async function judgeAgain(
  within: SignedIn,
  { personId, before, after }: { personId: string; before: Judged; after: Judged },
): Promise<{ changed: number; otherwise: JudgedOtherwise[] }> {
  const { db } = within
  const rules = await releaseRules(db)
  const otherwise: JudgedOtherwise[] = []
  const toCheck: TaskOfPerson[] = []
  let changed = 0
  for (const task of await lockTasksOfPerson(db, personId)) {
    const results = await resultsOf(db, task)
    const [enteredBy] = results
    if (!enteredBy) continue
    const panel = await readPanel(db, task, within.clock.now())
    const previous = await previousResults(db, task)
    const entered = results.filter(({ calculated }) => !calculated)
    const judge = (by: Judged) =>
      interpretValues(panel, entered, patientOf(by, task), previous, rules.deltaPercent)
    const [then, now] = [judge(before), judge(after)]
    if (then.length === now.length && then.every((one, index) => isSame(one, now[index]))) continue
    if (task.releasedAt !== null) {
      const differs = whatDiffers(task, results, now, panel)
      otherwise.push(...differs)
      if (differs.length > 0) toCheck.push(task)
      continue
    }
    changed++
    await replaceResults(
      db,
      task,
      withSources(now, results),
      enteredBy.enteredById,
      task.savedAt ?? within.clock.now(),
    )
    await nextRevision(db, task)
    await callForCritical(within, task, panel, now, rules.callbackMinutes)
    await audit(within, {
      action: 'result.judged_again',
      subject: { kind: 'task', id: task.id },
      ...(!task.confidential && { before: flagsOf(results), after: flagsOf(now) }),
    })
  }
  if (otherwise.length > 0) await tellOtherwise(within, personId, toCheck)
  return { changed, otherwise }
}

const withSources = (now: readonly NewResult[], before: readonly Result[]) =>
  now.map((result) => ({
    ...result,
    measuredValueId: before.find(({ code }) => code === result.code)?.measuredValueId ?? null,
  }))

/** Tells those who may correct the reports, once for each correction; only the record and the reports say what it is about. */
async function tellOtherwise(
  within: SignedIn,
  personId: string,
  tasks: readonly TaskOfPerson[],
): Promise<void> {
  const [first] = tasks
  if (!first) return
  const number = await readPersonNumber(within.db, personId)
  await postMany(
    within,
    (await listCorrectors(within.db, tasks)).map(({ email, fullName, opensRecords }) => ({
      kind: 'released_otherwise',
      to: email,
      payload: { fullName, personId: opensRecords ? personId : null, number, reportOf: first.visitId },
    })),
  )
}

const patientOf = ({ sex, birth }: Judged, { on, stated }: TaskOfPerson): Patient => ({
  gender: sex,
  ages: agesOn(birth, on, stated),
})

const isSame = (one: NewResult, other: NewResult | undefined) =>
  JSON.stringify([one.code, one.number, one.flag, one.range, one.birthNeeded]) ===
  JSON.stringify(other && [other.code, other.number, other.flag, other.range, other.birthNeeded])

function whatDiffers(
  task: TaskOfPerson,
  released: readonly Result[],
  now: readonly NewResult[],
  panel: readonly { code: string; name: string }[],
): JudgedOtherwise[] {
  return released.flatMap((result) => {
    const judged = now.find(({ code }) => code === result.code)
    // A calculated value goes by age and sex itself.
    const flagNow = judged?.flag ?? ''
    if (flagNow === result.flag && (!isCalculated(result.code) || judged?.number === result.number)) return []
    const analyte = panel.find(({ code }) => code === result.code)?.name ?? result.code
    const { reference, visitId, title: test } = task
    return [{ reference, visitId, test, analyte, value: givenOf(result), flag: result.flag, flagNow }]
  })
}

const flagsOf = (results: readonly { code: string; flag: Flag }[]) =>
  Object.fromEntries(results.map(({ code, flag }) => [code, flag]))
