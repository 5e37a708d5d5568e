import type { BodyOf } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { enterResults as contract, saveDraft as draftContract, ResultForm } from '#contract/results.ts'
import { audit } from '#server/platform/audit.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { releaseRules } from '../reports/queries-reports.ts'
import { reachOf, taskOf } from '../tasks/list-tasks.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { calculate } from './calculate.ts'
import { flagOf, flagOfOption, isCritical, rangeFor, rounded } from './interval.ts'
import {
  type Analyte,
  callbacksOf,
  dropCallbacksBut,
  forgetDrafts,
  lockTask,
  type NewResult,
  openCallback,
  previousResults,
  readPanel,
  replaceResults,
  resultsOf,
  closeCallback as setTold,
  writeDraft,
} from './queries-results.ts'
import { formOf, givenOf, whyNotEnter } from './result-form.ts'

type Values = BodyOf<typeof contract>['values']

/**
 * Saves the results of a task: all of them or none. The row of the task is held meanwhile, so that entering and
 * releasing take turns and a released value is never changed under its report.
 */
export async function enterResults(
  context: SignedIn,
  id: string,
  { values }: { values: Values },
): Promise<{ message: string; form: ResultForm }> {
  const { clock, actor } = context
  const task = await taskOf(context, id)
  const panel = await readPanel(context.db, task.testCode, clock.now())
  const read = readValues(panel, values)
  await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    const state = await lockTask(tx, task)
    const whyNot = state ? whyNotEnter(state) : 'The sample was rejected: the test waits for another one.'
    if (whyNot) throw new Refusal('not_possible_now', whyNot)
    const rules = await releaseRules(tx)
    const before = await resultsOf(tx, task)
    const results = interpret(panel, read, task, await previousResults(tx, task), rules.deltaPercent)
    await replaceResults(tx, task, results, actor.accountId, clock.now())
    await forgetDrafts(tx, task)
    await callForCritical(inside, task, panel, results, rules.callbackMinutes)
    await audit(inside, {
      action: 'result.entered',
      subject: { kind: 'task', id: task.id },
      before:
        before.length === 0
          ? undefined
          : Object.fromEntries(before.map((result) => [result.code, givenOf(result)])),
      after: Object.fromEntries(results.map((result) => [result.code, givenOf(result)])),
      reason: state?.correctionReason ?? undefined,
    })
  })
  return { message: `${task.title}: results saved.`, form: await formOf(context, task) }
}

type Read = { code: string; number: number | null; text: string | null }

/** Turns what was given into values of the panel, or refuses with every field that is wrong. */
function readValues(panel: readonly Analyte[], values: Values): Read[] {
  const fields: Record<string, string[]> = {}
  const read: Read[] = []
  for (const code of Object.keys(values)) {
    if (!panel.some((analyte) => analyte.code === code))
      fields[`values.${code}`] = ['This test has no such analyte']
  }
  for (const analyte of panel) {
    const given = values[analyte.code]
    if (given === undefined || given === '') continue
    const wrong = faultOf(analyte, given)
    if (wrong) fields[`values.${analyte.code}`] = [wrong]
    else if (typeof given === 'number')
      read.push({ code: analyte.code, number: rounded(given, analyte.decimals ?? 0), text: null })
    else read.push({ code: analyte.code, number: null, text: given.normalize('NFC').trim() })
  }
  if (Object.keys(fields).length > 0) throw invalid(fields satisfies FieldErrors)
  if (read.length === 0) throw invalid({ values: ['Enter at least one result'] })
  return read
}

function faultOf(analyte: Analyte, given: number | string): string | null {
  switch (analyte.kind) {
    case 'quantity': {
      if (typeof given !== 'number') return `${analyte.name} must be a number`
      const [lowest, highest] = [
        analyte.lowest ?? Number.NEGATIVE_INFINITY,
        analyte.highest ?? Number.POSITIVE_INFINITY,
      ]
      return given < lowest || given > highest
        ? `${analyte.name} cannot be ${given}: ${lowest} to ${highest} is possible`
        : null
    }
    case 'coded':
    case 'ordinal':
      return typeof given === 'string' && analyte.options.includes(given)
        ? null
        : `${analyte.name} must be one of: ${analyte.options.join(', ')}`
    case 'text':
      if (typeof given !== 'string') return `${analyte.name} must be text`
      if (given.length > 500) return `${analyte.name} can be at most 500 characters`
      return /[^\P{Cc}\n\t]/u.test(given)
        ? `${analyte.name} contains a character that cannot be printed`
        : null
    default:
      return analyte.kind satisfies never
  }
}

/** Adds what can be calculated, and says of each value how it lies in its interval and beside the last one. */
function interpret(
  panel: readonly Analyte[],
  read: readonly Read[],
  task: TaskRow,
  previous: readonly { code: string; number: number | null }[],
  deltaPercent: number,
): NewResult[] {
  const numbers = Object.fromEntries(
    read.flatMap(({ code, number }) => (number === null ? [] : [[code, number]])),
  )
  const worked = calculate(
    panel.map((analyte) => analyte.code),
    numbers,
    task.patient,
  )
  return panel.flatMap((analyte) => {
    const given = read.find((one) => one.code === analyte.code)
    const calculated = worked[analyte.code]
    if (!given && calculated === undefined) return []
    const number = given ? given.number : rounded(calculated ?? 0, analyte.decimals ?? 0)
    const text = given?.text ?? null
    const range = rangeFor(analyte.ranges, task.patient)
    const flag =
      number !== null
        ? flagOf(number, range)
        : flagOfOption(text ?? '', analyte.normalOptions ?? undefined, analyte.criticalOptions ?? undefined)
    const last = previous.find((one) => one.code === analyte.code)?.number
    const delta =
      number !== null &&
      last != null &&
      last !== 0 &&
      (Math.abs(number - last) / Math.abs(last)) * 100 > deltaPercent
    return [{ code: analyte.code, number, text, flag, range, delta, calculated: !given }]
  })
}

/** Each critical value must be told to somebody before it is released; one that was told already is not told again. */
async function callForCritical(
  inside: SignedIn,
  task: TaskRow,
  panel: readonly Analyte[],
  results: readonly NewResult[],
  within: number,
): Promise<void> {
  const { db, clock } = inside
  const critical = results.filter((result) => isCritical(result.flag))
  await dropCallbacksBut(
    db,
    task,
    critical.map((result) => result.code),
  )
  const told = (await callbacksOf(db, task)).filter((callback) => callback.toldAt !== null)
  for (const result of critical) {
    const analyte = panel.find((one) => one.code === result.code)
    const value = `${givenOf(result)} ${analyte?.unit ?? ''}`.trim()
    if (told.some((callback) => callback.analyte === analyte?.name && callback.value === value)) continue
    await openCallback(db, {
      siteId: task.siteId,
      id: uuidv7(clock),
      taskId: task.id,
      code: result.code,
      value,
      now: clock.now(),
      dueAt: after(clock.now(), minutes(within)),
    })
  }
}

/** Keeps what somebody is typing, apart for each author. */
export async function saveDraft(
  context: SignedIn,
  id: string,
  { typed, revision }: BodyOf<typeof draftContract>,
): Promise<{ revision: number }> {
  const task = await taskOf(context, id)
  const saved = await writeDraft(context.db, task, {
    accountId: context.actor.accountId,
    typed,
    follows: revision,
    now: context.clock.now(),
  })
  if (saved === null) {
    throw new Refusal(
      'changed_meanwhile',
      'You went on with this draft elsewhere. Load it to see what is kept there; nothing was overwritten.',
    )
  }
  return { revision: saved }
}

export async function closeCallback(
  context: SignedIn,
  id: string,
  told: { toldTo: string; note: string },
): Promise<{ message: string }> {
  const reach = await reachOf(context)
  await inTransaction(context.db, async (tx) => {
    const by = {
      to: told.toldTo,
      by: context.actor.accountId,
      now: context.clock.now(),
      note: told.note,
      reach,
    }
    const closed = await setTold(tx, id, by)
    if (!closed) throw notFound('An open callback')
    await audit(
      { ...context, db: tx },
      {
        action: 'critical.told',
        subject: { kind: 'task', id: closed.taskId },
        after: { toldTo: told.toldTo, note: told.note },
      },
    )
  })
  return { message: `Noted: ${told.toldTo} was told.` }
}
