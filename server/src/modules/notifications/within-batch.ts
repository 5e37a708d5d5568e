import { listReached, type Reached } from '#server/modules/booking/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { OutboxRow } from './queries.ts'
import { readReminderRules } from './queries-reminders.ts'
import { visitIdOf } from './visit-id-of.ts'

/** What the messages of one batch share is read once, after they were claimed: never older than any of them. */

type Batch = { visitIds: readonly string[]; read: Map<string, Promise<unknown>> }
const batches = new WeakMap<object, Batch>()

/** A context under which `once` keeps what it read; it is thrown away with the batch. */
export function forBatch(context: Context, rows: readonly OutboxRow[]): Context {
  const own = { ...context }
  const visitIds = rows.flatMap(({ payload }) => visitIdOf(payload) ?? [])
  batches.set(own, { visitIds, read: new Map() })
  return own
}

/** Reads `what` once for a batch; outside of one each time. */
export function once<T>(context: object, what: string, read: () => Promise<T>): Promise<T> {
  const kept = batches.get(context)?.read
  if (!kept) return read()
  const before = kept.get(what) as Promise<T> | undefined
  if (before) return before
  const now = read()
  kept.set(what, now)
  // A failure is one message's; the next one asks again.
  now.catch(() => kept.delete(what))
  return now
}

export const settingsOf = (context: Context) => once(context, 'laboratory', () => laboratorySettings(context))

export const reminderRulesOf = (context: Context) =>
  once(context, 'reminders', () => readReminderRules(context.db))

/** Whose a visit is and how they are reached, with those of the whole batch in one statement. */
export async function reachedOf(context: Context, visitId: string): Promise<Reached | undefined> {
  const ids = batches.get(context)?.visitIds ?? []
  if (!ids.includes(visitId)) return (await listReached(context.db, [visitId]))[0]
  const reached = await once(context, 'reached', () => listReached(context.db, [...new Set(ids)]))
  return reached.find(({ id }) => id === visitId)
}
