import type { QueryClient } from '@tanstack/react-query'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from './queries.ts'

/** What a screen waits for the laboratory's facts at most, in milliseconds: without them it stands, and moves when they come. */
const patience = 600

/** Loads the laboratory's facts before a screen is shown, so that it does not move when they arrive. Never fails. */
export const prefetchFacts = (queryClient: QueryClient): Promise<unknown> =>
  Promise.race([
    queryClient.prefetchQuery(queryFor(laboratory)),
    new Promise((resolve) => setTimeout(resolve, patience)),
  ])
