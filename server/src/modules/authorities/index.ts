/** Reports to health authorities: monthly figures for DHIS2. */
export { sendToDhis2 } from './dhis2/send-figures.ts'
export { authorityRoutes } from './routes.ts'
