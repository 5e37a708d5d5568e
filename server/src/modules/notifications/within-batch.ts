import { listReached, type Reached } from '#server/modules/booking/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { OutboxRow } from './queries.ts'
import { readReminderRules } from './queries-reminders.ts'
import { visitIdOf } from './visit-id-of.ts'

/** Caches data for one batch of messages. They are read after the messages were claimed, so that they are never older. */

type Batch = { visitIds: readonly string[]; read: Map<string, Promise<unknown>> }
const batches = new WeakMap<object, Batch>()

/** A context for which `once` caches, for the lifetime of the batch. */
export function forBatch(context: Context, rows: readonly OutboxRow[]): Context {
  const own = { ...context }
  const visitIds = rows.flatMap(({ payload }) => visitIdOf(payload) ?? [])
  batches.set(own, { visitIds, read: new Map() })
  return own
}

/** Reads `what` once for a batch; without a batch, each time. */
export function once<T>(context: object, what: string, read: () => Promise<T>): Promise<T> {
  const kept = batches.get(context)?.read
  if (!kept) return read()
  const before = kept.get(what) as Promise<T> | undefined
  if (before) return before
  const now = read()
  kept.set(what, now)
  // A failure affects one message; the next one reads again.
  now.catch(() => kept.delete(what))
  return now
}

export const settingsOf = (context: Context) => once(context, 'laboratory', () => laboratorySettings(context))

export const reminderRulesOf = (context: Context) =>
  once(context, 'reminders', () => readReminderRules(context.db))

/** The account and addresses of a visit, read for the whole batch in one statement. */
export async function reachedOf(context: Context, visitId: string): Promise<Reached | undefined> {
  const ids = batches.get(context)?.visitIds ?? []
  if (!ids.includes(visitId)) return (await listReached(context.db, [visitId]))[0]
  const reached = await once(context, 'reached', () => listReached(context.db, [...new Set(ids)]))
  return reached.find(({ id }) => id === visitId)
}
