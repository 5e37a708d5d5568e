import type { SignedIn } from '#server/platform/context.ts'
import { event } from '#server/platform/events.ts'

/** A tube was collected for some tests. `taskId`: the first of its tasks. */
export const tubeCollected = event<SignedIn, { siteId: string; taskId: string; tests: readonly string[] }>(
  'tube collected',
)
