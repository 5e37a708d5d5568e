import type { ResponseOf } from '#contract/endpoint.ts'
import type { laboratory } from '#contract/sites.ts'

type Facts = Pick<ResponseOf<typeof laboratory>, 'sites' | 'closedSites'>

/** The sites that something was done at: those that are open, then those that are closed for good. */
export const everySite = (facts: Facts | undefined): { id: string; name: string; timeZone: string }[] =>
  facts ? [...facts.sites, ...facts.closedSites] : []
