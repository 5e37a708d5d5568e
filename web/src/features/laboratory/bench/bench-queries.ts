import { useSuspenseQuery } from '@tanstack/react-query'
import { collectionPlan, listTasks, readSample, readTask, taskSummary } from '#contract/bench.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../../api/queries.ts'
import { useSeenSites } from '../../../api/use-seen-sites.ts'

/** Milliseconds after which a visible screen looks again by itself. */
export const renewing = { refetchInterval: 20_000, staleTime: 5_000 } as const

/** The tasks of a page of the queue. */
export const queueLimit = 20

export const labQuery = { ...queryFor(laboratory), staleTime: Number.POSITIVE_INFINITY }
export const summaryQuery = { ...queryFor(taskSummary), ...renewing }
/** What the caller works on, and what waits next: the tasks at hand. */
export const mineQuery = {
  ...queryFor(listTasks, { query: { status: 'in_progress', mine: 'true', limit: 50 } }),
  ...renewing,
}
/** The first page of the queue as the dashboard opens. */
export const queueQuery = {
  ...queryFor(listTasks, { query: { status: 'pending', limit: queueLimit } }),
  ...renewing,
}
export const nextQuery = { ...queryFor(listTasks, { query: { status: 'pending', limit: 50 } }), ...renewing }

export const taskQuery = (id: string) => ({ ...queryFor(readTask, { params: { id } }), ...renewing })
export const planQuery = (id: string) => ({ ...queryFor(collectionPlan, { params: { id } }), ...renewing })
export const sampleQuery = (accession: string) => ({
  ...queryFor(readSample, { params: { accession } }),
  ...renewing,
})

/** The clock of the site: all times on the bench are said by it. */
export function useZone(): string {
  return useSeenSites(useSuspenseQuery(labQuery).data.sites)[0]?.timeZone ?? 'UTC'
}
