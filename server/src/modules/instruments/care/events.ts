import type { InstrumentLot } from '#contract/instrument-care.ts'
import type { Context } from '#server/platform/context.ts'
import { event } from '#server/platform/events.ts'

/** Requests the reagent lots in the stock of a site that are not used up, the opened lots first. */
export const reagentLotsAsked = event<Context, { siteId: string }, InstrumentLot[]>(
  'reagent lots in stock asked',
)
