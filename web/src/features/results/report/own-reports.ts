import { listReports } from '#contract/reports.ts'
import { queryFor } from '../../../api/queries.ts'

/** The latest of one's own reports: what is shown on the home, and the first page of all. */
export const latestReports = queryFor(listReports, { query: { limit: 20 } })
