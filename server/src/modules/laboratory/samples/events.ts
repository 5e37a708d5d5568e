import type { SignedIn } from '#server/platform/context.ts'
import { event } from '#server/platform/events.ts'

/** A tube was collected for some tests, and has its tasks. */
export const tubeCollected = event<SignedIn, { siteId: string; sampleId: string; tests: readonly string[] }>(
  'tube collected',
)
