/** Accounts, sessions and the ways in. */
export { ensureFirstManager } from './ensure-first-manager.ts'
export { forgetIdentityLeftovers } from './forget-leftovers.ts'
export { readPatient } from './read-patient.ts'
export { identityRoutes } from './routes.ts'
export { authenticate, stillSignedIn } from './sessions.ts'
