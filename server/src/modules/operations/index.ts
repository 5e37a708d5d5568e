/** Tells the operator how the product runs: metrics, the status page, and mails about troubles. */

export { createCertificates } from './certificates.ts'
export { measuresOf } from './measures.ts'
export { operationRoutes } from './routes.ts'
export { watchMachine } from './watch-machine.ts'
export { watchParts } from './watch-parts.ts'
