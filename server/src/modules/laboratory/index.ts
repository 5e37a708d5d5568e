/** The bench: samples and their numbers, the tasks on them, results, and the reports that are released. */

export { resultLinkAsked } from './links/events.ts'
export { recordRun } from './quality/record-run.ts'
export {
  addControlLot,
  addControlMaterial,
  moveControlLot,
  setControlTargets,
} from './quality/set-up-lots.ts'
export { isAtBench, isOffered, mayTell, partsOfVisit, unreleasedTasks } from './queries-parts.ts'
export { issueReport } from './reports/issue-report.ts'
export { interpretValues } from './results/interpret-values.ts'
export { judgeAgain } from './results/judge-again.ts'
export { passOnCallbacks } from './results/pass-on-callbacks.ts'
export { nextHolder, turnEnds } from './results/queries-callbacks.ts'
export { type Analyte, readPanel } from './results/queries-results.ts'
export { laboratoryRoutes } from './routes.ts'
export { accessionNumber } from './samples/accession.ts'
export { returnTasksOf } from './tasks/move-task.ts'
