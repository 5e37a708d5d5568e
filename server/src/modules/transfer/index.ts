/** Import and export. */
export { transferRoutes } from './routes.ts'
