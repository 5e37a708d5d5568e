/** Accounts, sessions and the ways in. */
export { ensureFirstManager } from './ensure-first-manager.ts'
export { forgetIdentityLeftovers } from './forget-leftovers.ts'
export { accountSeenAt } from './queries-access.ts'
export { type Addressee, listAddressees, readLanguage, setNotificationMethod } from './queries-addressees.ts'
export { readPatient } from './read-patient.ts'
export { identityRoutes } from './routes.ts'
export { authenticate, openSession, stillSignedIn } from './sessions.ts'
