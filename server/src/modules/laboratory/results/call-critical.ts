import { audit } from '#server/platform/audit.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { reachOf } from '../tasks/list-tasks.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { isCritical } from './interval.ts'
import {
  type Analyte,
  callbacksOf,
  dropCallbacksBut,
  type NewResult,
  openCallback,
  closeCallback as setTold,
} from './queries-results.ts'
import { givenOf } from './result-form.ts'

/** Each critical value must be told to somebody before it is released; one that was told already is not told again. */
export async function callForCritical(
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
