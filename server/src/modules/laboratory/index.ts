/** The bench: samples and their numbers, labels, and the tasks on them. */
export { laboratoryRoutes } from './routes.ts'
