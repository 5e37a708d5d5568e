import { deliveryReasons } from '#contract/delivery-reasons.ts'
import { audit } from '#server/platform/audit.ts'
import { transact } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { ClientCall } from '../admit-client.ts'
import { asActor } from '../as-actor.ts'
import { refusedElements } from '../elements.ts'
import { otherVersion } from '../fhir-refusal.ts'
import type { Change, Kind } from '../kind.ts'
import { uuidForm } from '../queries-conditions.ts'
import { readOne } from '../read-one.ts'
import { validatorsOf } from '../validators.ts'
import { writeOff } from '../webhooks/queries-deliveries.ts'
import { failWaiting, wakeSenders, writeResume, writeWebhookEnd } from '../webhooks/queries-webhooks.ts'
import { lockSubscription, planHandshake, writeEndsAt } from './queries-subscriptions.ts'
import { readSubscription } from './read-subscription.ts'

/** Turns a Subscription off or on again, or changes its end. Everything else is kept: the program creates another one. */
export async function changeSubscription(call: ClientCall, kind: Kind, change: Change): Promise<void> {
  const { id, ifMatch } = change
  await ofSubscription(call, id, async (inside) => {
    const { db, clock, config } = inside
    const now = clock.now()
    const present = await readOne(inside, kind, id)
    if (validatorsOf(present).etag !== ifMatch) throw otherVersion()
    const before = readSubscription(present, config)
    // The body made from a JSON Patch has the status alone.
    const body = { ...present, ...(change.body as object) }
    const after = readSubscription(body, config)
    const kept = ['id', 'address', 'criteria', 'byTopic', 'payload', 'reason', 'heartbeatSeconds'] as const
    const changed = kept.find((name) => after[name] !== before[name])
    if (changed)
      throw refusedElements('Subscription', {
        [elements[changed]]: ['This cannot be changed: delete the Subscription and create another one'],
      })
    if (after.endsAt !== null && after.endsAt <= now)
      throw refusedElements('Subscription', { end: ['This time is over'] })
    await writeEndsAt(db, id, after.endsAt)
    if (after.status === before.status) return
    if (after.status === 'error')
      throw refusedElements('Subscription', { status: ['The status is changed to off or requested'] })
    if (after.status === 'off') {
      await writeOff(db, id, now)
      await failWaiting(db, id, deliveryReasons.turnedOffByProgram)
    } else {
      await writeResume(db, id, now)
      await planHandshake(db, id, now)
      await wakeSenders(db)
    }
    const action = after.status === 'off' ? 'webhook.turned_off_by_program' : 'webhook.resumed'
    const subject = { kind: 'api_client', id: inside.client.id } as const
    await audit(inside, { action, subject, after: { webhook: id } })
  })
}

const elements = {
  id: 'id',
  address: 'channel.endpoint',
  criteria: 'criteria',
  byTopic: 'criteria',
  payload: 'channel.payload',
  reason: 'reason',
  heartbeatSeconds: 'channel.extension',
} as const

export const deleteSubscription = (call: ClientCall, id: string): Promise<void> =>
  ofSubscription(call, id, async (inside) => {
    await writeWebhookEnd(inside.db, id, { endedAt: inside.clock.now(), endedBy: null })
    const subject = { kind: 'api_client', id: inside.client.id } as const
    await audit(inside, { action: 'webhook.ended', subject, after: { webhook: id } })
  })

/** Works on a Subscription of the client, whose row is locked. */
const ofSubscription = (call: ClientCall, id: string, work: (inside: ClientCall) => Promise<void>) =>
  transact({ ...call, actor: asActor(call.client) }, async (inside) => {
    if (!uuidForm.test(id) || !(await lockSubscription(inside.db, inside.client, id)))
      throw notFound('This Subscription of your client')
    await work(inside)
  })
