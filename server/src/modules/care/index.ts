/** Which accounts open the record of a person: whose it is, who looks after them, and the codes that open it to others. */
export { careRoutes } from './routes.ts'
