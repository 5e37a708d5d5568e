import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import {
  controlOverview,
  listControlAnalytes,
  listControlLots,
  listControlMaterials,
  listControlValues,
  readControlLot,
} from '#contract/quality.ts'
import { queryFor } from '../../api/queries.ts'

/** Milliseconds after which a visible screen looks again by itself. */
const renewing = { refetchInterval: 20_000, staleTime: 5_000 } as const
/** Rows of a page, and with it the points of a chart. */
const valuesPerPage = 30

export const overviewQuery = (cursor?: string) => ({
  ...queryFor(controlOverview, { query: { limit: 50, cursor } }),
  ...renewing,
  placeholderData: keepPreviousData,
})
export const lotQuery = (id: string) => ({ ...queryFor(readControlLot, { params: { id } }), ...renewing })
export const valuesQuery = (id: string, analyte: string, cursor?: string) => ({
  ...queryFor(listControlValues, { params: { id }, query: { analyte, limit: valuesPerPage, cursor } }),
  ...renewing,
})
export const lotsQuery = (cursor?: string) => ({
  ...queryFor(listControlLots, { query: { limit: 25, cursor } }),
  placeholderData: keepPreviousData,
})
export const materialsQuery = queryFor(listControlMaterials, { query: { limit: 200 } })
export const analytesQuery = queryFor(listControlAnalytes)

/** After a control was measured, struck out or answered for: results may have become free, or not. */
export function refreshQuality(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [, path] }) => typeof path === 'string' && /^\/api\/labtask\//i.test(path),
  })
}
