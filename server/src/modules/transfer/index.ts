/** Import and export. */
export { hashImportRows } from './queries-import.ts'
export { transferRoutes } from './routes.ts'
