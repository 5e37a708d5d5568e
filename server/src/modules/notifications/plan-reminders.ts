import { type ComingVisit, listComing } from '#server/modules/booking/index.ts'
import { instantOf, minuteOf } from '#server/modules/sites/index.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { addReminders, type ReminderRow, readReminderRules } from './queries-reminders.ts'
import { furthestAhead, quietAround, type ReminderRules, reminderTimes } from './reminder-times.ts'

/** Rows in one statement. */
const batch = 500

/**
 * Writes the reminders that are due to the outbox. Reminders are not planned ahead: each run reads the visits as they are, so that
 * a moved visit is announced at its new time and a cancelled one not at all. A key of visit, start, kind and lead makes each
 * reminder unique, however often and in however many processes this runs.
 */
export async function planReminders(context: Context): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  const rules = await readReminderRules(db)
  const visits = await listComing(db, now, after(now, minutes(furthestAhead(rules))))
  const due = visits.flatMap((visit) => dueOf(context, visit, rules))
  let added = 0
  for (let from = 0; from < due.length; from += batch) {
    added += await addReminders(db, due.slice(from, from + batch), now)
  }
  if (added > 0) context.wakeOutbox()
}

function dueOf({ clock }: Context, visit: ComingVisit, rules: ReminderRules): ReminderRow[] {
  const now = minuteOf(clock.now())
  const { timeZone: zone, fasting } = visit
  const times = reminderTimes({ startsAt: minuteOf(visit.startsAt), zone, fasting }, rules)
  const due = times.filter(
    ({ sendAt, worthUntil }) => sendAt > minuteOf(visit.bookedAt) && sendAt <= now && now <= worthUntil,
  )
  // Reminders that were missed while no server ran wait until the quiet hours are over, or are too late then.
  if (due.length === 0 || quietAround(zone, rules.quiet, now)) return []
  const startsAt = visit.startsAt.toISOString()
  return due.map(({ kind, lead, sendAt }) => ({
    id: uuidv7(clock),
    kind,
    recipient: visit.email,
    payload: JSON.stringify({ siteId: visit.siteId, visitId: visit.id, startsAt }),
    key: `${kind}:${visit.id}:${startsAt}:${lead}`,
    visitId: visit.id,
    sendAt: instantOf(sendAt).toISOString(),
  }))
}
