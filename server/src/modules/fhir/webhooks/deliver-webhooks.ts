import { deliveryReasons } from '#contract/delivery-reasons.ts'
import { after, days, hours, minutes, seconds, systemClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { orUnwritten } from '#server/platform/or-unwritten.ts'
import { NotPublic, type Posted, postOutside, waitAsked } from '#server/platform/post-outside.ts'
import { openPaidResults } from '../hl7/queries-waiting.ts'
import { fittingCriteria } from '../subscriptions/fitting-criteria.ts'
import { notificationOf } from '../subscriptions/notification.ts'
import {
  endedByTime,
  findNotified,
  noteHandshake,
  planHeartbeats,
} from '../subscriptions/queries-subscriptions.ts'
import { eventBody } from './event-body.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  dueWebhooks,
  forgetDeliveries,
  noteFails,
  noteWorks,
  openPaid,
  settleDelivery,
  spreadEvents,
  writeNextTry,
} from './queries-deliveries.ts'
import { writeWebhookEnd } from './queries-webhooks.ts'
import { signedHeaders } from './sign-webhook.ts'
import { endGone, turnOff } from './turn-off.ts'
import { whyNotAddress } from './why-not-address.ts'

/** Timeout of a receiver. */
const patience = seconds(10)
/** Longer than the timeout: after it, another process takes the delivery over. */
const lease = minutes(1)
/** Deliveries to one receiver in parallel. Those about one visit are sent one after another. */
const lanes = 4
/** Events that are shared out in one transaction. */
const perSpread = 500
/** Pauses after the first, second … failed attempt; after the last and one more attempt, the delivery has failed. */
const pauses = [seconds(10), minutes(1), minutes(5), minutes(30), hours(2), hours(6), hours(16)]
/** While a receiver fails, it gets one attempt after each of these pauses, and from then on after the last. */
const probePauses = [seconds(10), minutes(1), minutes(5), minutes(15)]
/** After failures for so long, a webhook is turned off. */
const failsFor = days(1)
/** The longest pause that a receiver can ask for. */
const longestWait = hours(1)

/** Shares out new events, and releases reports that have been paid. */
export async function shareOutEvents(context: Context): Promise<void> {
  const { db, clock } = context
  const fitsOf = fittingCriteria(context)
  while ((await spreadEvents(db, clock.now(), perSpread, fitsOf)) === perSpread);
  await openPaid(db, clock.now(), fitsOf)
  await openPaidResults(db, clock.now())
  await planHeartbeats(db, clock.now())
  for (const id of await endedByTime(db, clock.now()))
    await inTransaction(db, (tx) => writeWebhookEnd(tx, id, { endedAt: clock.now(), endedBy: null }))
}

/** Shares out events and sends everything that is due. The server sends to each webhook by itself (`holdWebhooks`). */
export async function deliverWebhooks(context: Context): Promise<void> {
  await shareOutEvents(context)
  const due = await dueWebhooks(context.db, context.clock.now())
  await Promise.all(due.map((id) => sendTo(context, id)))
}

/** Sends what is due to one webhook, until nothing is due or an attempt fails. */
export async function sendTo(context: Context, webhookId: string, isOver = () => false): Promise<void> {
  const { db, clock } = context
  while (!isOver()) {
    const now = clock.now()
    const claimed = await claimDeliveries(db, webhookId, { now, until: after(now, lease), most: lanes })
    if (claimed.length === 0) return
    const sent = await Promise.all(claimed.map((delivery) => deliver(context, delivery)))
    if (sent.includes(false)) return
  }
}

/**
 * Sends outside of any transaction. If the process is killed before the outcome is stored, it is sent again with the same id. Returns
 * whether more can be sent to the receiver now.
 */
async function deliver(context: Context, delivery: ClaimedDelivery): Promise<boolean> {
  const { db, clock } = context
  const body = await orUnwritten(context, { deliveryId: delivery.id }, bodyOf(context, delivery))
  // Its Subscription has ended since it was claimed.
  if (!body) return false
  if ('error' in body) {
    // The receiver has not failed, so the webhook is not counted as failing.
    await settleAttempt(context, delivery, body)
    return true
  }
  const outcome = await attempt(context, delivery, body)
  if ('sent' in outcome) {
    // Before it is settled: a process that dies in between sends it again.
    if (delivery.type === 'subscription.handshake') await noteHandshake(db, delivery.webhookId, clock.now())
    await settleDelivery(db, delivery, {
      state: 'sent',
      sentAt: clock.now(),
      status: outcome.sent,
      error: null,
    })
    await noteWorks(db, delivery.webhookId)
    return true
  }
  await settleFailure(context, delivery, outcome)
  return false
}

type Failure = { status: number | null; error: string; wait: number }

type Body = { type: string; body: string }

/** The body of a delivery: the event, or a notification of a Subscription. Null if the Subscription has ended. */
async function bodyOf(context: Context, delivery: ClaimedDelivery): Promise<Body | null> {
  if (!delivery.isNotification) return { type: 'application/json', body: JSON.stringify(eventBody(delivery)) }
  const subscription = await findNotified(context.db, delivery.webhookId)
  if (!subscription) return null
  const notification = await notificationOf(context, subscription, delivery)
  return { type: 'application/fhir+json', body: JSON.stringify(notification) }
}

async function attempt(
  { config }: Context,
  { id, address, secret, oldSecret }: ClaimedDelivery,
  { type, body }: Body,
): Promise<{ sent: number } | Failure> {
  const whyNot = whyNotAddress(address, config.webhooksToPrivate)
  if (whyNot !== null) return { status: null, error: whyNot, wait: 0 }
  // Receivers compare with the real time, which is not that of a demonstration.
  const at = systemClock.now()
  const headers = {
    'content-type': type,
    'user-agent': 'Phial',
    ...signedHeaders({ id, at, body }, oldSecret === null ? [secret] : [secret, oldSecret]),
  }
  try {
    const answer = await postOutside(new URL(address), {
      ...{ service: 'webhook', headers, body: Buffer.from(body), patience },
      toPrivate: config.webhooksToPrivate,
    })
    return answer.status >= 200 && answer.status < 300 ? { sent: answer.status } : refused(answer, at)
  } catch (error) {
    return { status: null, error: reasonOf(error), wait: 0 }
  }
}

/** What a receiver says is not stored: it could be about a patient. */
const refused = ({ status, retryAfter }: Posted, now: Date): Failure => ({
  status,
  error:
    status >= 300 && status < 400
      ? deliveryReasons.redirected
      : `${deliveryReasons.receiverAnswered} ${status}`,
  wait: Math.min(waitAsked(retryAfter, now), longestWait),
})

function reasonOf(error: unknown): string {
  if (error instanceof NotPublic) return deliveryReasons.notPublic
  if (!(error instanceof Error)) return deliveryReasons.noConnection
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return deliveryReasons.noAnswer
  return 'code' in error ? `${deliveryReasons.noConnection}: ${error.code}` : deliveryReasons.noConnection
}

async function settleFailure(context: Context, delivery: ClaimedDelivery, failure: Failure): Promise<void> {
  const { db, clock, log } = context
  const { webhookId, id, type, attempts } = delivery
  const { status, error, wait } = failure
  const now = clock.now()
  log.warn({ webhookId, deliveryId: id, type, attempts, status }, 'an event was not delivered')
  if (status === 410) {
    await settleDelivery(db, delivery, { state: 'failed', status, error })
    return endGone(context, webhookId)
  }
  if (!(await settleAttempt(context, delivery, failure))) return
  const failing = await noteFails(db, webhookId, now)
  if (!failing) return
  if (after(failing.failingSince, failsFor) <= now) return turnOff(context, webhookId)
  const probe = probePauses[Math.min(failing.failures, probePauses.length) - 1] ?? 0
  await writeNextTry(db, webhookId, after(now, Math.max(probe, wait)))
}

/** Plans the next attempt after a failed one. Returns false if another process has taken the delivery over. */
function settleAttempt(
  { db, clock }: Context,
  delivery: ClaimedDelivery,
  { status, error, wait }: Failure,
): Promise<boolean> {
  const pause = pauses[delivery.attempts - 1]
  const next =
    pause === undefined
      ? ({ state: 'failed' } as const)
      : ({ state: 'planned', dueAt: after(clock.now(), Math.max(pause, wait)) } as const)
  return settleDelivery(db, delivery, { ...next, status, error })
}

/** Deliveries are kept for 30 days. */
export const forgetOldDeliveries = (context: Pick<Context, 'db' | 'clock'>) =>
  forgetDeliveries(context.db, after(context.clock.now(), -days(30)))
