import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/results.ts'
import { isCritical } from '#server/modules/catalogue/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { reachOf } from '../tasks/list-tasks.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import {
  addTry,
  callbacksOf,
  dropCallbacksBut,
  lockOpenCallback,
  openCallback,
  closeCallback as setTold,
} from './queries-callbacks.ts'
import type { Analyte, NewResult } from './queries-results.ts'
import { givenOf } from './result-form.ts'

/** Opens a callback for each critical value, which must be reported by phone before release, except for values already reported. */
export async function callForCritical(
  inside: SignedIn,
  task: Pick<TaskRow, 'siteId' | 'id'>,
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
  if (critical.length === 0) return
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

type Told = BodyOf<typeof contract.closeCallback>

/** Records the try at which somebody was told the value and read it back; it closes the callback. */
export async function closeCallback(
  context: SignedIn,
  id: string,
  { toldTo, way, note }: Omit<Told, 'readBack'>,
): Promise<{ message: string }> {
  const reach = await reachOf(context)
  const { accountId: by } = context.actor
  const now = context.clock.now()
  await inTransaction(context.db, async (tx) => {
    const about = await setTold(tx, id, { to: toldTo, by, now, note, reach })
    if (!about) throw notFound('An open callback')
    const one = { id: uuidv7(context.clock), called: toldTo, way, outcome: 'reached', note, by, now } as const
    await addTry(tx, about, one)
    const subject = { kind: 'task', id: about.taskId }
    await audit({ ...context, db: tx }, { action: 'critical.told', subject, after: { toldTo, way, note } })
  })
  return { message: `Noted: ${toldTo} was told.` }
}

/** Records a try at which nobody was told; the callback stays open. */
export async function noteTry(
  context: SignedIn,
  id: string,
  tried: BodyOf<typeof contract.noteTry>,
): Promise<{ message: string }> {
  const reach = await reachOf(context)
  const { accountId: by } = context.actor
  await inTransaction(context.db, async (tx) => {
    const about = await lockOpenCallback(tx, id, { by, reach })
    if (!about) throw notFound('An open callback')
    await addTry(tx, about, { ...tried, id: uuidv7(context.clock), by, now: context.clock.now() })
    const subject = { kind: 'task', id: about.taskId }
    await audit({ ...context, db: tx }, { action: 'critical.tried', subject, after: tried })
  })
  return { message: 'The try is noted. The value still has to be told.' }
}
