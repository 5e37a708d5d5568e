import { z } from 'zod'
import { type VisitMail, visitMail } from '#server/modules/booking/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { after, hours } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { OutboxKind } from '#server/platform/outbox.ts'
import type { OutboxRow } from './queries.ts'
import { readReminderRules } from './queries-reminders.ts'

const visitAt = z.object({ siteId: z.string(), visitId: z.string() })

const answered = z.object({ text: z.string() })

type Told = { when: string; place: string; reference: string; logIn: string; fastFrom: string }

const stop = 'Reply STOP for no more SMS.'
const answer = 'Reply 1 to confirm, C to cancel, STOP for no more SMS.'

/** Neither a name nor a test nor a value: an SMS is read on locked screens and by whoever holds the phone. */
const texts: Partial<Record<OutboxKind, (visit: Told) => string>> = {
  visit_booked: ({ when, place, reference }) =>
    `Your visit is booked: ${when}, ${place}. Ref ${reference}. ${stop}`,
  visit_changed: ({ when, place, reference }) =>
    `Your visit was changed. Now: ${when}, ${place}. Ref ${reference}. ${stop}`,
  visit_cancelled: ({ when, reference }) => `Your visit of ${when} is cancelled. Ref ${reference}. ${stop}`,
  visit_again: ({ when, place, reference }) =>
    `We would like to see you again: ${when}, ${place}. Ref ${reference}. ${answer}`,
  visit_reminder: ({ when, place, reference }) => `See you ${when}, ${place}. Ref ${reference}. ${answer}`,
  fasting_begins: ({ when, fastFrom }) =>
    `For your visit ${when} please eat nothing from ${fastFrom} on. Water is fine. ${stop}`,
  results_ready: ({ logIn }) => `Your results are ready. Log in to read them: ${logIn}`,
  result_corrected: ({ logIn }) => `A result was corrected. Log in to read it: ${logIn}`,
  result_withdrawn: ({ logIn }) =>
    `A result was withdrawn: please do not rely on it any more. Log in to read why: ${logIn}`,
}

/** The text of a row's SMS in the laboratory's name; null when there is nothing that it tells of. */
export async function writeSms(context: Context, row: OutboxRow): Promise<string | null> {
  if (row.kind === 'sms_answer') return answered.parse(row.payload).text
  const write = texts[row.kind as OutboxKind]
  const visit = write ? await visitMail(context, visitAt.parse(row.payload)) : null
  if (!write || !visit) return null
  const { name } = await laboratorySettings(context)
  return `${name}: ${write(await toldOf(context, visit))}`
}

async function toldOf({ config, db }: Context, visit: VisitMail): Promise<Told> {
  const { fastingHours } = await readReminderRules(db)
  return {
    when: shortly(visit, visit.startsAt),
    place: visit.site,
    reference: visit.reference,
    logIn: `${config.publicUrl}/login`,
    fastFrom: shortly(visit, after(visit.startsAt, -hours(fastingHours ?? 0))),
  }
}

const shortly = ({ timeZone }: VisitMail, at: Date) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
