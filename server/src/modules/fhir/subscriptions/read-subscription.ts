import { z } from 'zod'
import { subscriptionPayloads } from '#contract/webhooks.ts'
import { readResource, refusedElements, resourceOf, stored } from '../elements.ts'
import { type SubscriptionRow, subscriptionStatuses } from './queries-subscriptions.ts'

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
  status: z.enum(subscriptionStatuses, { error: 'Give the status requested' }),
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

export type SentSubscription = Omit<SubscriptionRow, 'id' | 'events'> & { id: string | undefined }

type Config = { publicUrl: string }
const topicBase = ({ publicUrl }: Config): string => `${publicUrl}/fhir/topic/`

/** The canonical URL of the topic of the type that is searched. */
export const topicOf = (config: Config, criteria: string): string =>
  `${topicBase(config)}${criteria.split('?')[0]}`

/** @throws a refusal of the elements */
export function readSubscription(body: unknown, config: Config): SentSubscription {
  const said = readResource('Subscription', subscription, body)
  const { channel, criteria } = said
  const topics = topicBase(config)
  const byTopic = criteria.startsWith(topics)
  const filters = said._criteria?.extension.find(({ url }) => url === filterUrl)?.valueString
  const heartbeat = channel.extension.find(({ url }) => url === heartbeatUrl)?.valueUnsignedInt ?? null
  if (heartbeat !== null && (heartbeat < 60 || heartbeat > 86_400))
    throw refusedElements('Subscription', { 'channel.extension': [period] })
  return {
    id: said.id,
    status: said.status,
    address: channel.endpoint,
    criteria: byTopic ? (filters ?? criteria.slice(topics.length)) : criteria,
    byTopic,
    payload: channel._payload?.extension.find(({ url }) => url === contentUrl)?.valueCode ?? 'id-only',
    reason: said.reason,
    heartbeatSeconds: heartbeat,
    endsAt: said.end === undefined ? null : new Date(said.end),
  }
}
