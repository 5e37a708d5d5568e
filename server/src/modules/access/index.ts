/** Accounts, sessions and signing in. */
export { addressLinkState, approveAddress, refuseAddress } from './accounts/address-changes.ts'
export { changeContact } from './accounts/change-contact.ts'
export { changeImportedAccounts, importAccounts } from './accounts/import-accounts.ts'
export { readPatient } from './accounts/queries.ts'
export { accountHasText, accountSeenAt } from './accounts/queries-access.ts'
export {
  type Addressee,
  listAddressees,
  listAddressesOf,
  readLanguage,
  readLanguageAt,
  setNotificationMethod,
} from './accounts/queries-addressees.ts'
export {
  findKnownAccounts,
  holdAccounts,
  type ImportedAccount,
  type KnownAccount,
} from './accounts/queries-import.ts'
export { codeLife, codeRefused, hashTyped, issuePersonCode, makeCode, takePersonCode } from './codes/codes.ts'
export { findPendingEmail as readPendingEmail } from './codes/queries.ts'
export { accountClosed, sessionsEnded } from './events.ts'
export { requireProof } from './factors/confirm-person.ts'
export { phoneCodesOfLaboratory } from './limits.ts'
export { confirmPassword } from './log-in/check-password.ts'
export { transactInEvenTime } from './log-in/even-time.ts'
export { forgetAccessLeftovers } from './queries.ts'
export { accessRoutes } from './routes.ts'
export { moveSessions } from './sessions/queries.ts'
export { answerWhenHeard, createSessionCache } from './sessions/session-cache.ts'
export { authenticate, openSession, stillSignedIn } from './sessions/sessions.ts'
export { ensureFirstManager } from './staff/first-manager.ts'
export { isOfferedFacility } from './staff/queries-clinicians.ts'
export { staffAt, worksAt } from './staff/queries-staff.ts'
export { tellManagers } from './staff/tell-managers.ts'
export { tellStaff } from './staff/tell-staff.ts'
