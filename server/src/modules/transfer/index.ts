/** What is brought in from elsewhere, and what is taken out. */
export { transferRoutes } from './routes.ts'
