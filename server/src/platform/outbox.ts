import type { Language } from '#contract/options.ts'
import type { Context } from './context.ts'
import { wroteRow } from './database.ts'
import { uuidv7 } from './ids.ts'
import { encryptJson } from './vault/fields.ts'

type Named = { fullName: string }
type OfVisit = { siteId: string; visitId: string }

/** Every message that the product can send, by kind, with what its text needs. `secret` is erased once it is delivered. */
type Messages = {
  /** No account exists yet whose language could be read. */
  registration_code: { payload: Named & { language: Language }; secret: { code: string } }
  /** A code to sign up or to log in; the screen that asks for the code tells which. */
  mail_code: { payload: Named & { language: Language }; secret: { code: string } }
  /** To sign up, to log in, or to confirm a number; the screen that asks for the code tells which. */
  phone_code: { payload: { language: Language }; secret: { code: string } }
  password_reset: { payload: Named; secret: { token: string } }
  email_change: { payload: Named; secret: { token: string } }
  issuer_joined: { payload: Named & { issuer: string } }
  erasure_refused: { payload: Named & { reason: string } }
  /** The account is erased on this day if nobody uses it. */
  account_unused: { payload: Named & { until: string } }
  callback_overdue: {
    payload: Named & {
      siteId: string
      callbackId: string
      taskId: string
      site: string
      reference: string
      round: number
    }
  }
  /** To a clinician, about an order, named by its code. */
  clinic_report: { payload: Named & { orderId: string; reference: string } }
  clinic_box: { payload: Named & { manifestId: string; reference: string } }
  clinic_call: { payload: Named & { orderId: string; reference: string } }
  /** To staff: released values would be judged otherwise after a correction of the person, who is null for readers without access. */
  released_otherwise: { payload: Named & { personId: string | null; number: string; reportOf: string } }
  /** To managers and staff for quality control: a reading of temperature or humidity is outside its limits. */
  place_outside: { payload: Named & { place: string; reading: string; site: string } }
  /** To technicians: values of an analyser have been held for an hour. */
  values_held: { payload: Named & { analyser: string; site: string } }
  /** To staff for analysers: an analyser is out of use. */
  analyser_down: { payload: Named & { analyser: string; site: string } }
  /** To staff for analysers: the calibration or service of an instrument is due. */
  care_due: { payload: Named & { analyser: string; site: string } }
  /** To staff for the stock: the stock of an item is at its reorder level or below. */
  stock_low: { payload: Named & { itemId: string; item: string; site: string } }
  /** To managers: reports of a referral laboratory are late. */
  referral_late: { payload: Named & { referralLaboratory: string; site: string } }
  /** To managers: the product itself has a trouble, or has it no longer; the value is then null. */
  trouble_began: { payload: Named & { code: string; about: string; value: number } }
  trouble_ended: { payload: Named & { code: string; about: string; value: null } }
  /** To managers: a member of staff opened the record of a person in an emergency. */
  record_opened: { payload: Named & { opener: string } }
  /** To managers: a wish to be forgotten is new, is due in a week, or is overdue. `until` is the day on which it is due. */
  erasure_open: { payload: Named & { until: string } }
  erasure_due: { payload: Named & { until: string } }
  erasure_overdue: { payload: Named & { until: string } }
  /** To managers: a webhook was turned off or has ended, because its receiver does not accept events. */
  webhook_off: { payload: Named & { client: string; webhookId: string } }
  /** The id is that of the standing order if the recipient has an account; null for a message to the person's own number. */
  tests_due: { payload: Named & { standingId: string | null } }
  contact_message: { payload: { contactMessageId: string } }
  contact_answer: { payload: { contactAnswerId: string } }
  /** The secret behind the # of a link to a report, for people without an account. */
  result_link: { payload: OfVisit; secret: { token: string } }
  /** The report is stored by account and month. */
  insight_report: {
    payload: Named & { accountId: string; from: string; to: string; figures: readonly InsightFigure[] }
  }
  visit_closed_out: { payload: OfVisit & { reason: string } }
} & Record<
  'technician_invited' | 'manager_invited' | 'clinician_invited',
  { payload: Named & { id: string }; secret: { token: string } }
> &
  Record<
    | 'phone_changed'
    | 'sign_in_changed'
    | 'registration_known'
    | 'password_changed'
    | 'email_change_asked'
    | 'email_changed'
    | 'technician_activated'
    | 'desk_answered'
    | 'records_joined'
    | 'records_parted'
    | 'erasure_asked',
    { payload: Named }
  > &
  /** The account is closed or erased, so its language cannot be read later. */
  Record<
    | 'account_closed'
    | 'erasure_done'
    | 'technician_deactivated'
    | 'manager_deactivated'
    | 'clinician_deactivated',
    { payload: Named & { language: Language } }
  > &
  /** `visit_called_off`: cancelled by the laboratory, and the person is asked for another time. */
  Record<
    | 'visit_booked'
    | 'visit_changed'
    | 'visit_cancelled'
    | 'visit_called_off'
    | 'visit_again'
    | 'turn_near'
    | 'results_ready'
    | 'result_corrected'
    | 'result_withdrawn',
    { payload: OfVisit }
  > &
  /** Planned for the start that the visit had then. */
  Record<'visit_reminder' | 'fasting_begins', { payload: OfVisit & { startsAt: string } }>

/** A row of the outbox. A job turns it into e-mail or SMS; no request sends anything. */
export type OutboxMessage = {
  [Kind in keyof Messages]: { kind: Kind; to: string } & Messages[Kind]
}[keyof Messages]

export const insightFigures = ['visits', 'noShows', 'released', 'inTime', 'median', 'rejected'] as const
/** A count, a share or minutes, by name; null if there is no data. */
export type InsightFigure = {
  name: (typeof insightFigures)[number]
  value: number | null
  before: number | null
}

export type OutboxKind = OutboxMessage['kind']
/** Kinds whose secret is erased after delivery. */
export type SecretKind = Extract<OutboxMessage, { secret: unknown }>['kind']

/** The recipient of an account's messages: its e-mail address, or the phone number that it signs in with. */
export const reachedAt = (account: { email: string; signInPhone: string | null }): string =>
  account.email || (account.signInPhone ?? '')

/** Whether the recipient is a phone number, which gets SMS. */
export const isNumber = (recipient: string): boolean => recipient.startsWith('+')

/**
 * The row as the statement needs it, for verbs that write it inside a larger one. `at` is when it is to be sent, at once by default, and
 * from when its age is counted: a code is not sent when it is too old.
 */
export function outboxRow({ db, clock }: Context, message: OutboxMessage, at: Date = clock.now()) {
  const id = uuidv7(clock)
  return {
    id,
    kind: message.kind,
    channel: isNumber(message.to) ? 'sms' : 'email',
    recipient: message.to,
    payload: JSON.stringify(message.payload),
    secret: 'secret' in message ? encryptJson(db, 'outbox.secret', id, message.secret) : null,
    createdAt: at,
    dueAt: at,
  }
}

/** Puts a message into the outbox with the same `db` as the change that it tells of, to be sent at once or `at` a later time. */
export async function post(context: Context, message: OutboxMessage, at?: Date): Promise<void> {
  await context.db
    .insertInto('outbox')
    .values(outboxRow(context, message, at))
    .execute()
  context.wakeOutbox()
}

/** As `post`, for hundreds of messages in one statement. */
export async function postMany(context: Context, messages: readonly OutboxMessage[]): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map((message) => outboxRow(context, message))
  await context.db.insertInto('outbox').values(rows).execute()
  context.wakeOutbox()
}

/** As `post`, but only one message ever has a key. False when it was posted before. */
export async function postOnce(context: Context, message: OutboxMessage, key: string): Promise<boolean> {
  const row = { ...outboxRow(context, message), messageKey: key }
  const isPosted = await wroteRow(
    context.db
      .insertInto('outbox')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('messageKey').where('messageKey', 'is not', null).doNothing(),
      ),
  )
  if (isPosted) context.wakeOutbox()
  return isPosted
}
