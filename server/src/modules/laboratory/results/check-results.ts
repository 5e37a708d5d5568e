import type { BodyOf } from '#contract/endpoint.ts'
import type { checkResults as contract } from '#contract/results.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { releaseRules } from '../reports/queries-reports.ts'
import { taskOf } from '../tasks/list-tasks.ts'
import { interpretValues } from './interpret-values.ts'
import { previousResults, readPanel, readPatient } from './queries-results.ts'
import { sortValues } from './read-values.ts'
import { givenOf } from './result-form.ts'

/** Validates values before they are saved, so that the screen needs no rules of its own. */
export async function checkResults(context: SignedIn, id: string, { values }: BodyOf<typeof contract>) {
  const { db, clock } = context
  const task = await taskOf(context, id)
  const [panel, patient, previous, rules] = [
    await readPanel(db, task, clock.now()),
    await readPatient(db, task),
    await previousResults(db, task),
    await releaseRules(db),
  ]
  const { read, problems } = sortValues(panel, values)
  const results = interpretValues(panel, read, patient, previous, rules.deltaPercent)
  return {
    results: results.map((result) => ({ ...result, value: givenOf(result) })),
    problems: Object.fromEntries(problems),
  }
}
