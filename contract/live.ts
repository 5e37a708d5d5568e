import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { staffRoles } from './options.ts'

/** Topics whose changes are signalled to staff. */
export const liveTopics = ['bench', 'queue', 'measured'] as const
export type LiveTopic = (typeof liveTopics)[number]

/**
 * `event: changed`, `data: {"topic":"bench"}`: data of the topic has changed, reload it. One such message
 * for each topic is sent at the start, so that no change between loading and listening is missed. Without `siteId` the stream is
 * about all sites that the caller may see.
 */
export const liveStream = endpoint({
  method: 'GET',
  path: '/api/live',
  access: staffRoles,
  summary: 'A stream of changes by topic (text/event-stream).',
  query: z.strictObject({
    topics: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(liveTopics, { error: 'There is no such topic' })).max(10)),
    siteId: id.optional(),
  }),
  responses: { 200: z.unknown() },
  errors: ['not_found', 'busy'],
})
