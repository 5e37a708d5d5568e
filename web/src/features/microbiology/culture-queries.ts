import { readTask } from '#contract/bench.ts'
import { listCultures, readCulture } from '#contract/cultures.ts'
import { readResults } from '#contract/results.ts'
import { queryFor } from '../../api/queries.ts'

/** The list looks again by itself while it is shown. */
export const culturesQuery = { ...queryFor(listCultures), refetchInterval: 60_000, staleTime: 5_000 }

export const cultureQueries = (id: string) =>
  [
    queryFor(readCulture, { params: { id } }),
    queryFor(readResults, { params: { id } }),
    queryFor(readTask, { params: { id } }),
  ] as const
