import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/results.ts'
import { isCritical } from '#server/modules/catalogue/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, minutes } from '#server/platform/clock.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { reachOf } from '../tasks/list-tasks.ts'
import type { TaskKey } from '../tasks/queries-tasks.ts'
import {
  addTry,
  callbacksOf,
  dropCallbacksBut,
  lockOpenCallback,
  openCallback,
  listOpenCallbacks as selectOpen,
  closeCallback as setTold,
} from './queries-callbacks.ts'
import type { Analyte, NewResult } from './queries-results.ts'
import { givenOf } from './result-form.ts'

/** The most that are listed. The rest follow as these are closed; the answer has the total number. */
const most = 50

/** Critical values that have not been reported yet, for the alarm on every screen of the staff. */
export async function listOpenCallbacks(context: SignedIn) {
  const reach = await reachOf(context)
  const callbacks = await selectOpen(context.db, { by: context.actor.accountId, reach, most })
  return { now: context.clock.now(), callbacks, total: callbacks[0]?.total ?? 0 }
}

/**
 * Opens a callback for each critical value, which must be reported by phone before release, except for values already reported.
 * `within`: minutes until it is overdue.
 */
export async function callForCritical(
  { db, clock }: SignedIn,
  task: TaskKey,
  panel: readonly Analyte[],
  results: readonly NewResult[],
  within: number,
): Promise<void> {
  const critical = results.filter((result) => isCritical(result.flag))
  await dropCallbacksBut(db, task, critical)
  if (critical.length === 0) return
  const told = (await callbacksOf(db, task)).filter((callback) => callback.toldAt !== null)
  const now = clock.now()
  for (const result of critical) {
    const analyte = panel.find(({ code }) => code === result.code)
    const value = `${givenOf(result)} ${analyte?.unit ?? ''}`.trim()
    if (told.some((callback) => callback.analyte === analyte?.name && callback.value === value)) continue
    const key = { siteId: task.siteId, id: uuidv7(clock), taskId: task.id, analyteCode: result.code }
    await openCallback(db, { ...key, value, openedAt: now, dueAt: after(now, minutes(within)) })
  }
}

type Told = Omit<BodyOf<typeof contract.closeCallback>, 'readBack'>

/** Records the try at which somebody was told the value and read it back; it closes the callback. */
export async function closeCallback(context: SignedIn, id: string, { toldTo, way, note }: Told) {
  const reach = await reachOf(context)
  const { accountId: by } = context.actor
  const now = context.clock.now()
  await transact(context, async (inside) => {
    const about = await setTold(inside.db, id, reach, { toldTo, toldBy: by, toldAt: now, note })
    if (!about) throw notFound('An open callback')
    const tried = { id: uuidv7(context.clock), called: toldTo, way, note, triedAt: now, triedBy: by }
    await addTry(inside.db, about, { ...tried, outcome: 'reached' })
    const subject = { kind: 'task', id: about.taskId }
    await audit(inside, { action: 'critical.told', subject, after: { toldTo, way, note } })
  })
  return { message: `Noted: ${toldTo} was told.` }
}

/** Records a try at which nobody was told; the callback stays open. */
export async function noteTry(context: SignedIn, id: string, tried: BodyOf<typeof contract.noteTry>) {
  const reach = await reachOf(context)
  const { accountId: by } = context.actor
  await transact(context, async (inside) => {
    const about = await lockOpenCallback(inside.db, id, { by, reach })
    if (!about) throw notFound('An open callback')
    const { called, way, outcome, note } = tried
    const given = { called, way, outcome, note, triedAt: context.clock.now(), triedBy: by }
    await addTry(inside.db, about, { id: uuidv7(context.clock), ...given })
    const subject = { kind: 'task', id: about.taskId }
    await audit(inside, { action: 'critical.tried', subject, after: tried })
  })
  return { message: 'The try is noted. The value still has to be told.' }
}
