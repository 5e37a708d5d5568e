/** The bench: samples and their numbers, labels, and the tasks on them. */
export { loadAnalytes } from './load-analytes.ts'
export { laboratoryRoutes } from './routes.ts'
