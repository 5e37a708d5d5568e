import { z } from 'zod'
import { type SubscriptionPayload, subscriptionPayloads } from '#contract/webhooks.ts'
import { readResource, resourceOf, stored } from '../elements.ts'

/** Subscriptions as programs send them: R4, with the extensions of the R5 backport (http://hl7.org/fhir/uv/subscriptions-backport). */

export const backport = 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition'
export const filterUrl = `${backport}/backport-filter-criteria`
export const contentUrl = `${backport}/backport-payload-content`
export const heartbeatUrl = `${backport}/backport-heartbeat-period`

const filter = z.object({ url: z.string(), valueString: stored(1_000).optional() })
const content = z.object({
  url: z.string(),
  valueCode: z
    .enum(subscriptionPayloads, { error: `The content is one of ${subscriptionPayloads.join(', ')}` })
    .optional(),
})
const period = 'A heartbeat has a period from 60 to 86400 seconds'
const setting = z.object({
  url: z.string(),
  valueUnsignedInt: z.int({ error: period }).min(0, period).optional(),
})

const subscription = resourceOf('Subscription').extend({
  id: z.string().optional(),
  status: z.enum(['requested', 'active', 'error', 'off'], { error: 'Give the status requested' }),
  reason: stored(500).min(1, 'Give the reason'),
  criteria: stored(1_000),
  _criteria: z.object({ extension: z.array(filter).max(1, 'Give one filter') }).optional(),
  end: z.iso.datetime({ offset: true, error: 'Give a time like 2026-03-09T08:00:00Z' }).optional(),
  channel: z.object({
    type: z.literal('rest-hook', { error: 'The type is rest-hook' }),
    endpoint: stored(500),
    payload: z
      .enum(['application/fhir+json', 'application/json'], { error: 'Notifications are JSON' })
      .optional(),
    _payload: z.object({ extension: z.array(content).max(1) }).optional(),
    header: z.never({ error: 'Headers are not supported: requests are signed' }).optional(),
    extension: z.array(setting).max(10).default([]),
  }),
})

export type SentSubscription = {
  id: string | undefined
  status: 'requested' | 'active' | 'error' | 'off'
  address: string
  criteria: string
  byTopic: boolean
  payload: SubscriptionPayload
  reason: string
  heartbeatSeconds: number | null
  endsAt: Date | null
}

/** The canonical URL of the topic of a type, without the type. */
export const topicBase = ({ publicUrl }: { publicUrl: string }): string => `${publicUrl}/fhir/topic/`

/** @throws a refusal of the elements */
export function readSubscription(body: unknown, config: { publicUrl: string }): SentSubscription {
  const said = readResource('Subscription', subscription, body)
  const { channel, criteria } = said
  const topics = topicBase(config)
  const byTopic = criteria.startsWith(topics)
  const filters = said._criteria?.extension.find(({ url }) => url === filterUrl)?.valueString
  const heartbeat = channel.extension.find(({ url }) => url === heartbeatUrl)?.valueUnsignedInt
  return {
    id: said.id,
    status: said.status,
    address: channel.endpoint,
    criteria: byTopic ? (filters ?? criteria.slice(topics.length)) : criteria,
    byTopic,
    payload: channel._payload?.extension.find(({ url }) => url === contentUrl)?.valueCode ?? 'id-only',
    reason: said.reason,
    heartbeatSeconds: heartbeat ?? null,
    endsAt: said.end === undefined ? null : new Date(said.end),
  }
}
