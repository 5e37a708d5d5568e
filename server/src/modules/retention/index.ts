/** How long data are kept: periods by class of data, and the job that deletes what has expired. */
export { deleteExpiredRows } from './delete-expired.ts'
export { listPeriods, noteRun, readRule } from './queries-retention.ts'
export { readPeriods } from './read-periods.ts'
export { retentionRoutes } from './routes.ts'
