import { addDays, firstInstantOfLocal, localAt, type Minute } from '#server/modules/sites/index.ts'

/** Minutes of the site's day. If `from` is later than `until`, the quiet hours span midnight. */
export type QuietHours = { from: number; until: number }

export type ReminderRules = {
  /** Minutes before the visit. */
  leads: readonly number[]
  /** Hours of fasting before the visit; null: no message. */
  fastingHours: number | null
  quiet: QuietHours
}

export type PlannedReminder = {
  kind: 'visit_reminder' | 'fasting_begins'
  /** The nominal time, in minutes before the visit; it may be sent at another time. */
  lead: number
  sendAt: Minute
  /** After this time it is useless. */
  worthUntil: Minute
}

/** The margin before quiet hours, in minutes, for slow gateways. */
const margin = 30

/** The quiet hours that contain an instant, or null. */
export function quietAround(
  zone: string,
  { from, until }: QuietHours,
  at: Minute,
): { begins: Minute; ends: Minute } | null {
  const { day, minuteOfDay } = localAt(zone, at)
  const overMidnight = from > until
  const evening = minuteOfDay >= from
  const quiet = overMidnight ? evening || minuteOfDay < until : evening && minuteOfDay < until
  if (!quiet) return null
  const firstDay = overMidnight && !evening ? addDays(day, -1) : day
  const lastDay = overMidnight && evening ? addDays(day, 1) : day
  return {
    begins: firstInstantOfLocal(zone, firstDay, from),
    ends: firstInstantOfLocal(zone, lastDay, until),
  }
}

/**
 * When the reminders of a visit are sent. Leads are elapsed time, also over a change of the clocks; quiet hours are local time. A
 * reminder in quiet hours is sent after them if at least half of its lead remains then, else before them. The message to begin
 * fasting is always sent before them.
 */
export function reminderTimes(
  { startsAt, zone, fasting }: { startsAt: Minute; zone: string; fasting: boolean },
  { leads, fastingHours, quiet }: ReminderRules,
): PlannedReminder[] {
  const reminders = leads.map((lead): PlannedReminder => {
    const worthUntil = startsAt - Math.floor(lead / 2)
    const hours = quietAround(zone, quiet, startsAt - lead)
    if (!hours) return { kind: 'visit_reminder', lead, sendAt: startsAt - lead, worthUntil }
    const sendAt = hours.ends <= worthUntil ? hours.ends : hours.begins - margin
    return { kind: 'visit_reminder', lead, sendAt, worthUntil }
  })
  if (!fasting || fastingHours === null) return reminders
  const lead = fastingHours * 60
  const hours = quietAround(zone, quiet, startsAt - lead)
  const sendAt = hours ? hours.begins - margin : startsAt - lead
  return [...reminders, { kind: 'fasting_begins', lead, sendAt, worthUntil: startsAt - Math.floor(lead / 2) }]
}

/** How far ahead visits have to be read: the longest lead time and a night. */
export function furthestAhead({ leads, fastingHours }: ReminderRules): number {
  return Math.max(0, ...leads, (fastingHours ?? 0) * 60) + 1440
}
