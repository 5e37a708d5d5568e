import { z } from 'zod'
import type { MessageForm, Values } from '#contract/message-kinds.ts'
import type { Language } from '#contract/options.ts'
import { type VisitMail, visitMail } from '#server/modules/booking/index.ts'
import { after, hours } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { Mail } from '#server/platform/mail.ts'
import { insightFigures, type OutboxKind } from '#server/platform/outbox.ts'
import {
  analysersLink,
  apiClientsLink,
  callbackLink,
  clinicBoxOf,
  clinicOrderOf,
  dueLink,
  emergenciesLink,
  heldLink,
  lateReferralsLink,
  openWishesLink,
  recordLink,
  reportLink,
  statusLink,
  stockLink,
  temperaturesLink,
} from './notice-link.ts'
import type { OutboxRow } from './queries.ts'
import { findOverdue } from './queries-callbacks.ts'
import { findContactAnswer, findContactMessage } from './queries-contact.ts'
import { findInsightPaper } from './queries-insights.ts'
import { sayTry } from './texts/say-callback.ts'
import { sayFigure } from './texts/say-figure.ts'
import { sayPreparation } from './texts/say-preparation.ts'
import { clockTime, fullDay, fullTime, sayMonth, shortDay, shortTime, weekdayTime } from './texts/say-time.ts'
import { sayTrouble } from './texts/say-trouble.ts'
import { reminderRulesOf, settingsOf } from './within-batch.ts'

/** The data of a message: the values of its placeholders, and the attachments of its e-mail. */
export type Collected = { values: Values } & Pick<Mail, 'replyTo' | 'calendar' | 'attachment'>

type For = { form: MessageForm; language: Language }
type Collect = (context: Context, row: OutboxRow, how: For) => Promise<Collected | null>

/** The values for a row's text in one form and language; null if its subject does not exist any more. */
export async function collectValues(context: Context, row: OutboxRow, how: For): Promise<Collected | null> {
  const collected = await collectors[row.kind as OutboxKind]?.(context, row, how)
  if (!collected) return null
  const { name, phone } = await settingsOf(context)
  return { ...collected, values: { laboratory: name, phone, ...collected.values } }
}

const text = z.string()
const person = z.object({ fullName: text })
const withCode = z.object({ code: text })
export const withToken = z.object({ token: text })
/** Messages of earlier versions have no id. */
const invited = z.object({ id: text.default('invitation') })
const withIssuer = z.object({ issuer: text })
const visitAt = z.object({ siteId: text, visitId: text })
const closedFor = z.object({ reason: text })
const contact = z.object({ contactMessageId: text })
const contactAnswer = z.object({ contactAnswerId: text })
const figure = z.object({
  name: z.enum(insightFigures),
  value: z.number().nullable(),
  before: z.number().nullable(),
})
const monthlyReport = z.object({
  accountId: text,
  fullName: text,
  from: text,
  to: text,
  figures: z.array(figure),
})
const callback = z.object({ siteId: text, callbackId: text, fullName: text, site: text, reference: text })

const outside = z.object({ fullName: text, place: text, reading: text, site: text })
const low = z.object({ fullName: text, item: text, site: text })
const late = z.object({ fullName: text, referralLaboratory: text, site: text })
const ofClient = z.object({ fullName: text, client: text })
const withReason = z.object({ reason: text })
const dueOn = z.object({ fullName: text, until: z.iso.date() })
const opening = z.object({ fullName: text, opener: text })
const analyserAt = z.object({ fullName: text, analyser: text, site: text })

/**
 * Anybody can make the laboratory write to any address by signing it up or booking for it. A name that contains a web
 * address, or is as long as an advertisement, is therefore left out.
 */
const sayable = (name: string) => (name.length > 80 || /\S[./@:]\S/.test(name) ? '' : name)
const nameIn = (row: OutboxRow) => sayable(person.parse(row.payload).fullName)
const page = (context: Context, path: string) => `${context.config.publicUrl}${path}`

/** The page of a report for people without an account. The secret is behind the #. */
export const resultLink = (context: Context, token: string) => page(context, `/result#k=${token}`)

/** About an account, with the paths of its links. */
const forAccount =
  (paths: Partial<Record<'link' | 'loginLink', string>> = {}): Collect =>
  async (context, row) => ({ values: { name: nameIn(row), ...linksTo(context, paths) } })

const linksTo = (context: Context, paths: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, page(context, path)]))

/** With the page that takes the token of the message. */
const withTokenTo =
  (path: string): Collect =>
  async (context, row) => {
    const { token } = withToken.parse(row.secret)
    return { values: { name: nameIn(row), ...linksTo(context, { link: path + token }) } }
  }

/** With the page of an invitation, whose token is behind the #, and the log-in page of the role. */
const toInvitation =
  (loginLink: string): Collect =>
  async (context, row) => {
    const { token } = withToken.parse(row.secret)
    const { id } = invited.parse(row.payload)
    const link = `/tech-page/${id}#token=${token}`
    return { values: { name: nameIn(row), ...linksTo(context, { link, loginLink }) } }
  }

const ofTrouble: Collect = async (context, row, { language }) => {
  const trouble = sayTrouble(language, row.payload)
  return { values: { name: nameIn(row), trouble, ...linksTo(context, { link: statusLink }) } }
}

/** About an analyser or other equipment, with the page at `path`. */
const ofAnalyser =
  (path: string): Collect =>
  async (context, row) => {
    const { fullName, analyser, site } = analyserAt.parse(row.payload)
    return { values: { name: sayable(fullName), analyser, site, link: page(context, path) } }
  }

const ofWish: Collect = async (context, row, { form, language }) => {
  const { fullName, until } = dueOn.parse(row.payload)
  const date = (form === 'email' ? fullDay : shortDay)(language, 'UTC', new Date(until))
  return { values: { name: sayable(fullName), date, link: page(context, openWishesLink) } }
}

const ofClinicOrder: Collect = async (context, row) => {
  const { reference, path } = clinicOrderOf(row)
  return { values: { name: nameIn(row), reference, ...linksTo(context, { link: path }) } }
}

const withCalendar: Collect = (context, row, how) => ofVisit(context, row, how, { calendar: true })

const collectors: Readonly<Record<OutboxKind, Collect>> = {
  async registration_code(context, row) {
    const { code } = withCode.parse(row.secret)
    return { values: { name: nameIn(row), code, link: page(context, `/otp#code=${code}`) } }
  },
  async mail_code(_context, row) {
    return { values: { name: nameIn(row), code: withCode.parse(row.secret).code } }
  },
  async phone_code(_context, row) {
    return { values: { code: withCode.parse(row.secret).code } }
  },
  phone_changed: forAccount(),
  sign_in_changed: forAccount({ link: '/security' }),
  registration_known: forAccount({ loginLink: '/login', link: '/forgot-password' }),
  password_reset: withTokenTo('/reset-password#token='),
  password_changed: forAccount({ link: '/forgot-password' }),
  email_change: withTokenTo('/confirm-email#token='),
  email_change_asked: forAccount({ link: '/forgot-password' }),
  email_changed: forAccount(),
  async issuer_joined(context, row) {
    const { issuer } = withIssuer.parse(row.payload)
    return { values: { name: nameIn(row), issuer, link: page(context, '/forgot-password') } }
  },
  released_otherwise: (context, row, how) => forAccount({ link: recordLink(row) })(context, row, how),
  async place_outside(context, row) {
    const { fullName, ...values } = outside.parse(row.payload)
    return { values: { name: sayable(fullName), ...values, link: page(context, temperaturesLink) } }
  },
  values_held: ofAnalyser(heldLink),
  analyser_down: ofAnalyser(analysersLink),
  care_due: ofAnalyser(analysersLink),
  async stock_low(context, row) {
    const { fullName, item, site } = low.parse(row.payload)
    return { values: { name: sayable(fullName), item, site, link: page(context, stockLink(row)) } }
  },
  async referral_late(context, row) {
    const { fullName, referralLaboratory, site } = late.parse(row.payload)
    const link = page(context, lateReferralsLink)
    return { values: { name: sayable(fullName), referralLaboratory, site, link } }
  },
  async webhook_off(context, row) {
    const { fullName, client } = ofClient.parse(row.payload)
    return { values: { name: sayable(fullName), client, link: page(context, apiClientsLink) } }
  },
  async record_opened(context, row) {
    const { fullName, opener } = opening.parse(row.payload)
    return { values: { name: sayable(fullName), opener, link: page(context, emergenciesLink) } }
  },
  erasure_open: ofWish,
  erasure_due: ofWish,
  erasure_overdue: ofWish,
  trouble_began: ofTrouble,
  trouble_ended: ofTrouble,
  async clinic_box(context, row) {
    const { reference, path } = clinicBoxOf(row)
    return { values: { name: nameIn(row), reference, ...linksTo(context, { link: path }) } }
  },
  clinic_report: ofClinicOrder,
  clinic_call: ofClinicOrder,
  tests_due: (context, row, how) => forAccount({ link: dueLink(row) })(context, row, how),
  desk_answered: forAccount({ link: '/patient-dashboard/messages' }),
  records_joined: forAccount({ link: '/login' }),
  records_parted: forAccount(),
  account_closed: forAccount(),
  erasure_asked: forAccount({ link: '/patient-dashboard/privacy' }),
  erasure_done: forAccount(),
  async account_unused(context, row, { form, language }) {
    const { fullName, until } = dueOn.parse(row.payload)
    const date = (form === 'email' ? fullDay : shortDay)(language, 'UTC', new Date(until))
    return { values: { name: sayable(fullName), date, loginLink: page(context, '/login') } }
  },
  async erasure_refused(_context, row) {
    return { values: { name: nameIn(row), reason: withReason.parse(row.payload).reason } }
  },
  technician_invited: toInvitation('/technician-login'),
  manager_invited: toInvitation('/login'),
  clinician_invited: toInvitation('/login'),
  technician_activated: forAccount({ loginLink: '/login' }),
  technician_deactivated: forAccount(),
  manager_deactivated: forAccount(),
  clinician_deactivated: forAccount(),
  visit_booked: withCalendar,
  visit_changed: withCalendar,
  visit_cancelled: withCalendar,
  visit_called_off: withCalendar,
  visit_again: withCalendar,
  visit_reminder: withCalendar,
  fasting_begins: ofVisit,
  turn_near: (context, row, how) => ofVisit(context, row, how, { path: '/patient-dashboard/queue' }),
  results_ready: ofReport,
  result_corrected: ofReport,
  result_withdrawn: ofReport,
  async result_link(context, row) {
    return { values: { link: resultLink(context, withToken.parse(row.secret).token) } }
  },
  async visit_closed_out(context, row, how) {
    const { reason } = closedFor.parse(row.payload)
    const collected = await ofVisit(context, row, how)
    return collected && { values: { ...collected.values, reason } }
  },
  async callback_overdue(context, row, { language }) {
    const { siteId, callbackId, fullName, site, reference } = callback.parse(row.payload)
    const overdue = await findOverdue(context.db, siteId, callbackId)
    if (!overdue) return null
    const tries = overdue.tries.map((one) => sayTry(language, overdue.timeZone, one))
    const link = page(context, callbackLink(overdue.taskId, callbackId))
    return { values: { name: sayable(fullName), site, reference, tries, link } }
  },
  async insight_report(context, row, { language }) {
    const { accountId, fullName, from, to, figures } = monthlyReport.parse(row.payload)
    const pdf = await findInsightPaper(context.db, accountId, from)
    if (!pdf) return null
    const fileName = `insights-${from.slice(0, 7)}.pdf`
    return {
      values: {
        name: sayable(fullName),
        month: sayMonth(language, 'UTC', new Date(from)),
        figures: figures.map((one) => sayFigure(language, one)),
        link: page(context, `/manager-dashboard/insights?period=custom&from=${from}&to=${to}`),
      },
      attachment: { fileName, type: 'application/pdf', content: pdf },
    }
  },
  async contact_message(context, row) {
    const message = await findContactMessage(context.db, contact.parse(row.payload).contactMessageId)
    if (!message) return null
    const { id, name: sender, email, accountId } = message
    if (accountId !== null) {
      const link = page(context, `/manager-dashboard/messages/${id}`)
      return { values: { sender, senderEmail: email, message: link } }
    }
    return { replyTo: email, values: { sender, senderEmail: email, message: message.message } }
  },
  async contact_answer(context, row) {
    const found = await findContactAnswer(context.db, contactAnswer.parse(row.payload).contactAnswerId)
    if (!found) return null
    const { email } = await settingsOf(context)
    return {
      replyTo: email,
      values: { name: sayable(found.name), answer: found.text, message: found.message },
    }
  },
}

/**
 * The values of a visit, shorter in an SMS. The calendar file may cancel the visit, if that has happened since the message
 * was planned.
 */
async function ofVisit(
  context: Context,
  row: OutboxRow,
  { form, language }: For,
  { calendar = false, path = '/patient-dashboard/appointments' }: { calendar?: boolean; path?: string } = {},
): Promise<Collected | null> {
  const visit = await visitMail(context, visitAt.parse(row.payload))
  if (!visit) return null
  const { fastingHours } = await reminderRulesOf(context)
  const fastFrom = after(visit.startsAt, -hours(fastingHours ?? 0))
  const link = page(context, form === 'sms' ? '/login' : path)
  const values = valuesOfVisit(visit, fastFrom, link, { form, language })
  if (!calendar || form !== 'email') return { values }
  const content = visit.calendar(await settingsOf(context), language)
  return { values, calendar: { content, method: /^METHOD:(\w+)/m.exec(content)?.[1] ?? 'PUBLISH' } }
}

/** Notices about a released or changed report: their link leads to the report. */
function ofReport(context: Context, row: OutboxRow, how: For): Promise<Collected | null> {
  return ofVisit(context, row, how, { path: reportLink(visitAt.parse(row.payload).visitId) })
}

/** Also used by the preview, which has a sample visit. */
export function valuesOfVisit(
  visit: Pick<
    VisitMail,
    'fullName' | 'reference' | 'startsAt' | 'site' | 'timeZone' | 'tests' | 'preparation'
  >,
  fastFrom: Date,
  link: string,
  { form, language }: For,
): Values {
  const { startsAt, timeZone, site, reference } = visit
  const long = form === 'email'
  const when = (long ? fullTime : shortTime)(language, timeZone, startsAt)
  return {
    name: sayable(visit.fullName),
    when,
    date: (long ? fullDay : shortDay)(language, timeZone, startsAt),
    time: clockTime(language, timeZone, startsAt),
    site,
    reference,
    fastFrom: (long ? weekdayTime : shortTime)(language, timeZone, fastFrom),
    details: [when, site, `${language === 'fr' ? 'Référence' : 'Reference'} ${reference}`],
    tests: visit.tests,
    preparation: visit.preparation.map((sentence) => sayPreparation(language, sentence)),
    link,
  }
}
