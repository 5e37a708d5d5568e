import { listReports } from '#contract/reports.ts'
import { queryFor } from '../../../api/queries.ts'

/** The latest of the patient's own reports: for the start page, and the first page of the list. */
export const latestReports = queryFor(listReports, { query: { limit: 20 } })
