import {
  controlOverview,
  listControlAnalytes,
  listControlMaterials,
  readControlLot,
} from '#contract/quality.ts'
import { queryFor } from '../../api/queries.ts'

/** Milliseconds after which a visible screen looks again by itself. */
export const renewing = { refetchInterval: 20_000, staleTime: 5_000 } as const
/** Analytes of a page of the overview. */
export const overviewSize = 50
/** Rows of a page, and with it the points of a chart. */
export const valuesPerPage = 30

export const overviewQuery = {
  ...queryFor(controlOverview, { query: { limit: overviewSize, cursor: undefined } }),
  ...renewing,
}
export const lotQuery = (id: string) => ({ ...queryFor(readControlLot, { params: { id } }), ...renewing })
export const materialsQuery = queryFor(listControlMaterials, { query: { limit: 200 } })
export const analytesQuery = queryFor(listControlAnalytes)
