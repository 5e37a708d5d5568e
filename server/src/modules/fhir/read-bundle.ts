import { z } from 'zod'
import { invalid } from '#server/platform/errors.ts'
import { isShallow, readResource } from './elements.ts'

export const mostEntries = 1_000

const text = z.string().max(1_000)
const entry = z.object({
  fullUrl: text.optional(),
  resource: z.unknown().optional(),
  request: z.object(
    {
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH'], {
        error: 'The method is GET, POST, PUT or PATCH',
      }),
      url: text,
      ifMatch: text.optional(),
      ifNoneMatch: text.optional(),
      ifNoneExist: text.optional(),
    },
    { error: 'Give the request of the entry' },
  ),
})
const bundle = z.object({
  resourceType: z.literal('Bundle', { error: 'Send a Bundle' }),
  type: z.enum(['transaction', 'batch'], { error: 'The type is transaction or batch' }),
  entry: z.array(entry).max(mostEntries, `A Bundle has at most ${mostEntries} entries`).default([]),
})
export type Bundle = z.output<typeof bundle>
export type Entry = Bundle['entry'][number]

/** @throws a refusal of the elements */
export function readBundle(body: unknown): Bundle {
  if (!isShallow(body)) throw invalid({ Bundle: ['The Bundle is nested more than 40 levels deep'] })
  return readResource('Bundle', bundle, body)
}
