/** The bench: samples and their numbers, the tasks on them, results, and the reports that are released. */
export { findType } from './attachments/file-type.ts'
export { loadAnalytes } from './catalogue/load-analytes.ts'
export { partsOfVisit } from './queries-parts.ts'
export { laboratoryRoutes } from './routes.ts'
export { returnTasksOf } from './tasks/move-task.ts'
