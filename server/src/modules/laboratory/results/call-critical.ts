import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/results.ts'
import type { CallbackTry } from '#contract/results.ts'
import { isCritical } from '#server/modules/catalogue/index.ts'
import { readCellCounts } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, minutes } from '#server/platform/clock.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, notFound } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { reachOf } from '../tasks/list-tasks.ts'
import type { TaskKey } from '../tasks/queries-tasks.ts'
import { visitsOf } from './critical-visits.ts'
import { criticalFound } from './events.ts'
import {
  addTries,
  callbacksOf,
  dropCallbacksBut,
  lockOpenCallbacks,
  openCallback,
  listOpenCallbacks as selectOpen,
  closeCallbacks as setTold,
} from './queries-callbacks.ts'
import type { Analyte, NewResult } from './queries-results.ts'
import { givenOf } from './result-form.ts'

/** The most values that are listed. The rest follow as these are told; the answer has the total number. */
const most = 100

/** Critical values that have not been reported yet, for the alarm on every screen of the staff. */
export async function listOpenCallbacks(context: SignedIn) {
  const reach = await reachOf(context)
  const rows = await selectOpen(context.db, { by: context.actor.accountId, reach, most })
  const visits = visitsOf(rows, await readCellCounts(context.db))
  return { now: context.clock.now(), visits, total: rows[0]?.total ?? 0 }
}

/**
 * Opens a callback for each critical value, which must be reported by phone before release, except for values already reported.
 * `within`: minutes until it is overdue.
 */
export async function callForCritical(
  inside: SignedIn,
  task: TaskKey,
  panel: readonly Analyte[],
  results: readonly NewResult[],
  within: number,
): Promise<void> {
  const { db, clock } = inside
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
    await inside.tell(criticalFound, inside, task)
  }
}

type Call = { called: string; way: string; outcome: CallbackTry['outcome']; note: string }

/** Records the call at which the values were reported and read back; it closes their callbacks. */
export async function closeCallbacks(context: SignedIn, told: BodyOf<typeof contract.closeCallbacks>) {
  const { callbacks, toldTo, way, note } = told
  await recordCall(context, callbacks, { called: toldTo, way, outcome: 'reached', note })
  return { message: `The call is recorded: ${toldTo} was informed.` }
}

/** Records a call at which the values were not reported; the callbacks stay open. */
export async function noteCall(context: SignedIn, tried: BodyOf<typeof contract.noteCall>) {
  const { callbacks, ...call } = tried
  await recordCall(context, callbacks, call)
  const values = callbacks.length === 1 ? 'value still has' : 'values still have'
  return { message: `The attempt is recorded. The ${values} to be reported.` }
}

/**
 * Records a call about all of these values or, if one of them was corrected or reported meanwhile, about none: the caller read out
 * something else.
 */
async function recordCall(context: SignedIn, ids: readonly string[], call: Call): Promise<void> {
  const reach = await reachOf(context)
  const { called, way, outcome, note } = call
  const { accountId: by } = context.actor
  await transact(context, async (inside) => {
    const { db, clock } = inside
    const about = await lockOpenCallbacks(db, ids, { by, reach })
    if (about.length === 0) throw notFound('An open callback')
    if (about.length < ids.length) throw changedMeanwhile('One of these critical values')
    if (new Set(about.map(({ visitId }) => visitId)).size > 1) {
      throw invalid({ callbacks: ['A call is about the values of one visit'] })
    }
    const now = clock.now()
    await addTries(
      db,
      about.map(({ visitId: _visit, ...value }) => ({
        ...{ ...value, id: uuidv7(clock), called, way, outcome, note },
        ...{ triedAt: now, triedBy: by },
      })),
    )
    const isTold = outcome === 'reached'
    if (isTold) await setTold(db, ids, { toldTo: called, toldBy: by, toldAt: now, note })
    for (const { taskId } of about) {
      const subject = { kind: 'task', id: taskId }
      if (isTold)
        await audit(inside, { action: 'critical.told', subject, after: { toldTo: called, way, note } })
      else await audit(inside, { action: 'critical.tried', subject, after: call })
    }
  })
}
