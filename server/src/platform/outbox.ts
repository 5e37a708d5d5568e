import type { Language } from '#contract/options.ts'
import type { Context } from './context.ts'
import { wroteRow } from './database.ts'
import { uuidv7 } from './ids.ts'

/**
 * Every message the product can send, by kind, with what its text needs. `secret` is erased once delivered.
 * The deliverer turns a row into mail; nothing is sent from a request.
 */
export type OutboxMessage =
  | {
      kind: 'registration_code'
      to: string
      /** There is no account yet whose language could be asked. */
      payload: { fullName: string; language: Language }
      secret: { code: string }
    }
  | {
      /** To sign up, to log in, or to prove that a number is one's own: the screen that asks for it tells which. */
      kind: 'phone_code'
      to: string
      payload: { language: Language }
      secret: { code: string }
    }
  | { kind: 'phone_changed'; to: string; payload: { fullName: string } }
  | { kind: 'registration_known'; to: string; payload: { fullName: string } }
  | { kind: 'password_reset'; to: string; payload: { fullName: string }; secret: { token: string } }
  | { kind: 'password_changed'; to: string; payload: { fullName: string } }
  | { kind: 'email_change'; to: string; payload: { fullName: string }; secret: { token: string } }
  | { kind: 'email_change_asked'; to: string; payload: { fullName: string } }
  | { kind: 'email_changed'; to: string; payload: { fullName: string } }
  | { kind: 'issuer_joined'; to: string; payload: { fullName: string; issuer: string } }
  | {
      kind: 'account_closed' | 'technician_deactivated' | 'manager_deactivated'
      to: string
      /** The account is gone for whoever looks for its language. */
      payload: { fullName: string; language: Language }
    }
  | {
      kind: 'technician_invited' | 'manager_invited'
      to: string
      payload: { fullName: string }
      secret: { token: string }
    }
  | { kind: 'technician_activated'; to: string; payload: { fullName: string } }
  | {
      kind: 'callback_overdue'
      to: string
      payload: {
        siteId: string
        callbackId: string
        taskId: string
        fullName: string
        site: string
        reference: string
        round: number
      }
    }
  | {
      /** To staff: released values would have been judged otherwise after a correction of the person. */
      kind: 'released_otherwise'
      to: string
      /** The person is null for those who may not open records. */
      payload: { fullName: string; personId: string | null; number: string; reportOf: string }
    }
  | { kind: 'records_joined' | 'records_parted'; to: string; payload: { fullName: string } }
  | { kind: 'contact_message'; to: string; payload: { contactMessageId: string } }
  | { kind: 'contact_answer'; to: string; payload: { contactAnswerId: string } }
  | {
      kind:
        | 'visit_booked'
        | 'visit_changed'
        | 'visit_cancelled'
        /** Cancelled by the laboratory, and its person asked for another time. */
        | 'visit_called_off'
        | 'visit_again'
        | 'turn_near'
        | 'results_ready'
        | 'result_corrected'
        | 'result_withdrawn'
      to: string
      payload: { siteId: string; visitId: string }
    }
  | {
      /** Planned by the clock, for the start that the visit had then. */
      kind: 'visit_reminder' | 'fasting_begins'
      to: string
      payload: { siteId: string; visitId: string; startsAt: string }
    }
  | {
      kind: 'insight_report'
      to: string
      /** The report itself lies where the person and the first of the month say. */
      payload: {
        accountId: string
        fullName: string
        from: string
        to: string
        figures: readonly InsightFigure[]
      }
    }
  | { kind: 'visit_closed_out'; to: string; payload: { siteId: string; visitId: string; reason: string } }

export const insightFigures = ['visits', 'noShows', 'released', 'inTime', 'median', 'rejected'] as const
/** A count, a share or minutes, as its name says; null of nothing. */
export type InsightFigure = {
  name: (typeof insightFigures)[number]
  value: number | null
  before: number | null
}

export type OutboxKind = OutboxMessage['kind']
/** Those whose secret is erased once they are delivered. */
export type SecretKind = Extract<OutboxMessage, { secret: unknown }>['kind']

/** Where an account is written to: its e-mail address, or the number that it signs in with. */
export const reachedAt = (account: { email: string; signInPhone: string | null }): string =>
  account.email || (account.signInPhone ?? '')

/** Whether it goes to a phone number, by SMS. */
export const isNumber = (recipient: string): boolean => recipient.startsWith('+')

/** The row as the statement needs it, for verbs that write it inside a larger one. */
export function outboxRow({ clock }: Context, message: OutboxMessage) {
  return {
    id: uuidv7(clock),
    kind: message.kind,
    channel: isNumber(message.to) ? 'sms' : 'email',
    recipient: message.to,
    payload: JSON.stringify(message.payload),
    secret: 'secret' in message ? JSON.stringify(message.secret) : null,
    createdAt: clock.now(),
    dueAt: clock.now(),
  }
}

/** Puts a message into the outbox with the same `db` as the change that it tells of. */
export async function post(context: Context, message: OutboxMessage): Promise<void> {
  await context.db.insertInto('outbox').values(outboxRow(context, message)).execute()
}

/** As `post`, for hundreds of messages in one statement. */
export async function postMany(context: Context, messages: readonly OutboxMessage[]): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map((message) => outboxRow(context, message))
  await context.db.insertInto('outbox').values(rows).execute()
}

/** As `post`, but only one message ever has a key. False when it was posted before. */
export async function postOnce(context: Context, message: OutboxMessage, key: string): Promise<boolean> {
  const row = { ...outboxRow(context, message), messageKey: key }
  return wroteRow(
    context.db
      .insertInto('outbox')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('messageKey').where('messageKey', 'is not', null).doNothing(),
      ),
  )
}
