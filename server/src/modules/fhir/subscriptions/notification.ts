import { randomUUID } from 'node:crypto'
import type { DeliveryType } from '#contract/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { kindsOf } from '../kinds.ts'
import { baseOf, type Resource } from '../resource.ts'
import { resourceOfEvent } from '../webhooks/event-body.ts'
import type { ClaimedDelivery } from '../webhooks/queries-deliveries.ts'
import type { Notified } from './queries-subscriptions.ts'
import { backport } from './read-subscription.ts'
import { type StatusType, statusOf } from './status-parameters.ts'

/** Notifications of Subscriptions: a Bundle with the state of the Subscription and what has changed. */

type Event = Pick<ClaimedDelivery, 'type' | 'number' | 'at' | 'visitId' | 'sampleId' | 'version'>

/** The notification of an event. A whole resource is read with the limits of the client, as it is now; the reading is audited. */
export async function notificationOf(
  context: Context,
  subscription: Notified,
  event: Event,
): Promise<Resource> {
  const { config } = context
  const base = baseOf(config)
  const { payload, client } = subscription
  const focus = event.number === null || payload === 'empty' ? null : resourceOfEvent(event)
  const changed =
    focus !== null && payload === 'full-resource' ? await readFocus({ ...context, client }, focus) : null
  const id = randomUUID()
  const status = statusOf(subscription, config, { type: typeOf(event.type), event, focus })
  return {
    resourceType: 'Bundle',
    id: randomUUID(),
    meta: { profile: [`${backport}/backport-subscription-notification-r4`] },
    type: 'history',
    timestamp: context.clock.now().toISOString(),
    entry: [
      {
        fullUrl: `urn:uuid:${id}`,
        resource: { ...status, id },
        request: { method: 'GET', url: `${base}/Subscription/${subscription.id}/$status` },
        response: { status: '200' },
      },
      ...(focus === null
        ? []
        : [
            {
              fullUrl: `${base}/${focus}`,
              ...(changed && { resource: changed }),
              request: { method: 'PUT', url: focus },
              response: { status: '200' },
            },
          ]),
    ],
  }
}

function readFocus(call: Context & Pick<Notified, 'client'>, focus: string) {
  const [type, id = ''] = focus.split('/')
  const kind = kindsOf(call.config).find((one) => one.type === type)
  return kind && call.client.scopes.includes(kind.scope) ? kind.read(call, id) : null
}

function typeOf(type: DeliveryType): StatusType {
  if (type === 'subscription.handshake') return 'handshake'
  return type === 'subscription.heartbeat' || type === 'webhook.test' ? 'heartbeat' : 'event-notification'
}
