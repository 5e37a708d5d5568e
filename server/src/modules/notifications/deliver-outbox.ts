import { setTimeout as sleep } from 'node:timers/promises'
import { deliveryReasons } from '#contract/delivery-reasons.ts'
import { after, days, minutes, systemClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { watchCrowd } from '#server/platform/crowd.ts'
import { inTransaction } from '#server/platform/database.ts'
import { withoutContacts } from '#server/platform/log.ts'
import { type Mailer, MailRefused, openMailer } from '#server/platform/mail.ts'
import { PushBusy, PushGone, PushRefused, sendPush } from '#server/platform/push.ts'
import { openSms, type SmsGateway, SmsRefused } from '#server/platform/sms.ts'
import { traced } from '#server/platform/traces/traced.ts'
import {
  type Channel,
  claimDue,
  decrypted,
  type OutboxRow,
  settleAgain,
  settleFailed,
  settleKept,
  settleSent,
  settleSkipped,
} from './queries.ts'
import { findTarget, forgetGone, noteTaken, noteUnheard, pushKey, settlePushLost } from './queries-push.ts'
import { smsLength } from './sms-length.ts'
import { spreadMessages } from './spread-messages.ts'
import { stillWanted } from './still-wanted.ts'
import { secretsIn, struckOut } from './struck-out.ts'
import { forBatch, once } from './within-batch.ts'
import { isOutdated, writeMail } from './write-mail.ts'
import { writePush } from './write-push.ts'
import { writeSms } from './write-sms.ts'

/** Messages sent in parallel by channel; e-mails wait for one of the mailer's four connections. */
const lanes = { email: 8, sms: 8, push: 8 }
/** Messages claimed for each lane at once: data that they share is read once. */
const perLane = 2
/** The first batch is small: it shows whether the receiving server can be reached. During a crowd of requests all batches are as small. */
const probes = 4
/** Longer than the timeout of a mail server: after it, another deliverer takes the message over. */
const lease = minutes(3)
/** Pauses after the first, second … attempt. After the last pause and one more attempt, the message has failed. */
const pauses = [1, 5, 15, 60, 240, 720].map(minutes)

/** A late push is useless: after these pauses the e-mail is sent instead. */
const pushPauses = pauses.slice(0, 3)
/** If a push service asks for a longer pause than this, the push has failed. */
const longestWait = minutes(15)

/** After so many failures in a row, and so long after the last success, a browser is unsubscribed. */
const unheard = { most: 10, since: days(3) }

/**
 * During a crowd of requests messages take a tenth of the time, since people wait for the answers to requests. A message
 * with no other message before it in the queue is still sent at once.
 */
const rest = { times: 9, mostMs: 250 }

/** Batches in one run; the rest is left to another run, so that a long queue does not delay a shutdown. */
const most = 25

/**
 * Sends what is due in the outbox, all channels in parallel: a mail server that hangs delays no SMS. A message is claimed in one
 * statement, sent outside of any transaction, and settled in another statement. If a deliverer is killed in between, the message
 * is sent again after the lease, with the same Message-ID or key.
 */
export async function deliverOutbox(context: Context): Promise<void> {
  await spreadMessages(context)
  let mailer: Mailer | undefined
  const sms = openSms(context.config)
  const mailerOnce = () => {
    mailer ??= openMailer(context.config)
    return mailer
  }
  try {
    const more = await Promise.all([
      deliverAll(context, 'email', (within, row) => sendMail(within, mailerOnce(), row)),
      deliverAll(context, 'sms', (within, row) => sendSms(within, sms, row)),
      deliverAll(context, 'push', sendOnePush),
    ])
    if (more.includes(true)) context.wakeOutbox()
  } finally {
    mailer?.close()
  }
}

type Send = (context: Context, row: OutboxRow) => Promise<'sent' | 'kept'>
/** `retried`: the attempt failed, and another follows. */
type Outcome = 'sent' | 'kept' | 'skipped' | 'postponed' | 'failed' | 'retried'

/** True when there is more to send. */
async function deliverAll(context: Context, channel: Channel, send: Send): Promise<boolean> {
  const { db, clock } = context
  let claims = probes
  for (let round = 0; round < most; round++) {
    const now = clock.now()
    const [start, isCrowded] = [performance.now(), watchCrowd()]
    const rows = await claimDue(db, channel, now, after(now, lease), claims)
    if (rows.length === 0) return false
    const own = forBatch(context, rows)
    const outcomes = await inLanes(lanes[channel], rows, (row) =>
      traced(
        `send ${channel}`,
        { 'phial.channel': channel },
        () => deliver(own, row, send),
        (outcome) => ({ 'phial.outcome': outcome }),
      ),
    )
    // The receiving server cannot be reached: the other messages keep their attempts.
    if (outcomes.every((outcome) => outcome === 'retried')) return false
    claims = isCrowded() ? probes : lanes[channel] * perLane
    if (claims === probes) await sleep(Math.min((performance.now() - start) * rest.times, rest.mostMs))
  }
  return true
}

/** Each lane takes the next message when it has finished one, so that a slow answer delays no other lane. */
async function inLanes<T>(
  lanes: number,
  rows: readonly OutboxRow[],
  work: (row: OutboxRow) => Promise<T>,
): Promise<T[]> {
  const waiting = rows.values()
  const done: T[] = []
  const lane = async () => {
    for (const row of waiting) done.push(await work(row))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return done
}

async function deliver(context: Context, stored: OutboxRow, send: Send): Promise<Outcome> {
  const { db, clock, log } = context
  let row = stored
  try {
    // Here and not for the whole batch: a message that cannot be decrypted must not delay the others.
    row = decrypted(db, stored)
    const wanted = await stillWanted(context, row)
    if (wanted !== 'send') {
      if ('drop' in wanted) {
        await settleSkipped(db, row, wanted.drop)
        return 'skipped'
      }
      await settleAgain(db, row, wanted.wait, deliveryReasons.quietHours)
      return 'postponed'
    }
    return await send(context, row)
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    const pause = pauseAfter(row, error)
    const final = isFinal(error) || pause === undefined
    log.warn(
      {
        outboxId: row.id,
        kind: row.kind,
        channel: row.channel,
        attempts: row.attempts,
        final,
        reason: reasonToLog(error),
      },
      'a message was not sent',
    )
    if (!final) await settleAgain(db, row, after(clock.now(), pause), reason)
    else if (row.channel === 'push') await losePush(context, row, error, reason)
    else await settleFailed(db, row, reason)
    return final ? 'failed' : 'retried'
  }
}

/**
 * The refusal of a mail server or gateway for the log: its code, or the beginning of its message without addresses and numbers. The whole
 * message is stored with the delivery only, since it may contain the recipient and the text.
 */
function reasonToLog(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? error.cause : error
  if ('responseCode' in cause)
    return `${'command' in cause ? cause.command : ''} ${cause.responseCode}`.trim()
  return withoutContacts(error.message.split(':')[0] ?? '').slice(0, 100)
}

/** The pause before the next attempt; undefined if there is none. It is at least as long as a push service asks for. */
function pauseAfter({ channel, attempts }: OutboxRow, error: unknown): number | undefined {
  if (channel !== 'push') return pauses[attempts - 1]
  const pause = pushPauses[attempts - 1]
  if (pause === undefined || !(error instanceof PushBusy)) return pause
  return error.wait > longestWait ? undefined : Math.max(pause, error.wait)
}

const isFinal = (error: unknown) =>
  [MailRefused, SmsRefused, PushGone, PushRefused].some((refused) => error instanceof refused)

const { nothingThere, tooLate } = deliveryReasons

async function sendMail(context: Context, mailer: Mailer, row: OutboxRow): Promise<'sent'> {
  const now = context.clock.now()
  if (isOutdated(row, now)) throw new MailRefused(tooLate)
  const written = await writeMail(context, row)
  if (!written) throw new MailRefused(nothingThere)
  await mailer.send(written.mail)
  await settleSent(context.db, row, context.clock.now(), written.said)
  return 'sent'
}

/** Without a gateway the text is kept for the manager to read, with its code masked. */
async function sendSms(
  context: Context,
  gateway: SmsGateway | null,
  row: OutboxRow,
): Promise<'sent' | 'kept'> {
  if (isOutdated(row, context.clock.now())) throw new SmsRefused(tooLate)
  const text = await writeSms(context, row)
  if (text === null) throw new SmsRefused(nothingThere)
  const body = struckOut(text, secretsIn(row.secret))
  const said = { subject: null, body, segments: smsLength(text).segments }
  if (!gateway) {
    await settleKept(context.db, row, said)
    return 'kept'
  }
  const providerId = await gateway.send({ id: row.id, to: row.recipient, text })
  await settleSent(context.db, row, context.clock.now(), { ...said, providerId })
  return 'sent'
}

async function sendOnePush(context: Context, row: OutboxRow): Promise<'sent'> {
  const { db, clock, config } = context
  const target = await findTarget(db, row.deviceId)
  if (!target) throw new PushGone(deliveryReasons.pushOff)
  const { push, said } = await writePush(context, row, target)
  const key = await once(context, 'push key', () => pushKey(context))
  // Push services have the real time, which is not that of a demonstration.
  await sendPush(config, key, systemClock.now(), target, push)
  await settleSent(db, row, clock.now(), said)
  await noteTaken(db, target, clock.now())
  return 'sent'
}

/** Gives up on a push. The e-mail is sent if no other browser has the message. */
async function losePush(context: Context, row: OutboxRow, error: unknown, reason: string): Promise<void> {
  const gone = error instanceof PushGone
  const now = context.clock.now()
  const mailed = await inTransaction(context.db, async (tx) => {
    if (gone) await forgetGone(tx, row.deviceId)
    // If the push service could not be reached, the browser may still be subscribed.
    else if (error instanceof PushRefused || error instanceof PushBusy) {
      await noteUnheard(tx, row.deviceId, { most: unheard.most, before: after(now, -unheard.since) })
    }
    return settlePushLost(tx, row, { state: gone ? 'skipped' : 'failed', error: reason, now })
  })
  if (mailed) context.wakeOutbox()
}
