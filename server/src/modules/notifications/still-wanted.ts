import { z } from 'zod'
import { visitMail } from '#server/modules/booking/index.ts'
import { instantOf, minuteOf } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { OutboxRow } from './queries.ts'
import { readReminderRules } from './queries-reminders.ts'
import { listStopped } from './queries-spread.ts'
import { quietAround } from './reminder-times.ts'

const planned = z.object({ siteId: z.string(), visitId: z.string(), startsAt: z.string() })

/**
 * Whether a reminder still fits its visit at the moment it goes out: `send`, `drop` with the reason, or `wait` until
 * the quiet hours are over (it was held up, by a gateway for example). Everything that is no reminder is sent.
 */
export async function stillWanted(
  context: Context,
  row: OutboxRow,
): Promise<{ drop: string } | { wait: Date } | 'send'> {
  if (row.channel === 'sms' && (await listStopped(context.db, [row.recipient])).has(row.recipient)) {
    return { drop: 'They answered STOP' }
  }
  if (row.kind !== 'visit_reminder' && row.kind !== 'fasting_begins') return 'send'
  const now = context.clock.now()
  const { siteId, visitId, startsAt } = planned.parse(row.payload)
  const visit = await visitMail(context, { siteId, visitId })
  if (!visit) return { drop: 'The visit is not there' }
  if (visit.startsAt.toISOString() !== startsAt) return { drop: 'The visit was moved' }
  if (visit.status !== 'booked') return { drop: 'The visit was cancelled, or they have come' }
  if (now >= visit.startsAt) return { drop: 'The visit is over' }
  const { quiet } = await readReminderRules(context.db)
  const hours = quietAround(visit.timeZone, quiet, minuteOf(now))
  return hours ? { wait: instantOf(hours.ends) } : 'send'
}
