/** Nonconformities and complaints: report, corrective action, closure by another person, monthly review. */
export { actOnNonconformity, closeNonconformity } from './handle-nonconformity.ts'
export { reportNonconformity } from './report-nonconformity.ts'
export { nonconformityRoutes } from './routes.ts'
