import { baseOf, type Resource, referenceTo } from '../resource.ts'
import type { SubscriptionRow } from './queries-subscriptions.ts'
import { backport, topicOf } from './read-subscription.ts'

export type StatusType = 'handshake' | 'heartbeat' | 'event-notification' | 'query-status'
type Told = { type: StatusType; event?: { number: number | null; at: Date }; focus?: string | null }

/** The state of a Subscription as Parameters. */
export function statusOf(
  { id, criteria, status, events }: SubscriptionRow,
  config: { publicUrl: string },
  { type, event, focus }: Told,
): Resource {
  return {
    resourceType: 'Parameters',
    id,
    meta: { profile: [`${backport}/backport-subscription-status-r4`] },
    parameter: [
      { name: 'subscription', valueReference: referenceTo(`${baseOf(config)}/Subscription`, id) },
      { name: 'topic', valueCanonical: topicOf(config, criteria) },
      { name: 'status', valueCode: status },
      { name: 'type', valueCode: type },
      { name: 'events-since-subscription-start', valueString: String(events) },
      ...(event && event.number !== null
        ? [
            {
              name: 'notification-event',
              part: [
                { name: 'event-number', valueString: String(event.number) },
                { name: 'timestamp', valueInstant: event.at.toISOString() },
                ...(focus ? [{ name: 'focus', valueReference: { reference: focus } }] : []),
              ],
            },
          ]
        : []),
    ],
  }
}
