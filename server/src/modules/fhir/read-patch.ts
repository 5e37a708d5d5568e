import { z } from 'zod'
import { refusedElements } from './elements.ts'

const statusPatch = z.tuple([
  z.strictObject({
    op: z.enum(['replace', 'add']),
    path: z.literal('/status'),
    value: z.string().max(60),
  }),
])

/** The change of a JSON Patch as a resource with this status. Only the status can be changed. */
export function patched(type: string, id: string, patch: unknown): unknown {
  const found = statusPatch.safeParse(patch)
  if (found.success) return { resourceType: type, id, status: found.data[0].value }
  throw refusedElements(type, {
    body: [
      'Send a JSON Patch that only replaces /status: [{"op": "replace", "path": "/status", "value": …}]',
    ],
  })
}
