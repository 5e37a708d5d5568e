/** Accounts, sessions and signing in. */
export { addressLinkState, approveAddress, refuseAddress } from './address-changes.ts'
export { changeContact } from './change-contact.ts'
export { confirmPassword } from './check-password.ts'
export { codeLife, codeRefused, hashTyped, issuePersonCode, makeCode, takePersonCode } from './codes.ts'
export { requireProof } from './confirm-person.ts'
export { transactInEvenTime } from './even-time.ts'
export { accountClosed, sessionsEnded } from './events.ts'
export { ensureFirstManager } from './first-manager.ts'
export { changeImportedAccounts, importAccounts } from './import-accounts.ts'
export { phoneCodesOfLaboratory } from './limits.ts'
export {
  findPendingEmail as readPendingEmail,
  forgetAccessLeftovers,
  moveSessions,
  readPatient,
} from './queries.ts'
export { accountHasText, accountSeenAt } from './queries-access.ts'
export {
  type Addressee,
  listAddressees,
  listAddressesOf,
  readLanguage,
  readLanguageAt,
  setNotificationMethod,
} from './queries-addressees.ts'
export { isOfferedFacility } from './queries-clinicians.ts'
export { findKnownAccounts, holdAccounts, type ImportedAccount, type KnownAccount } from './queries-import.ts'
export { staffAt, worksAt } from './queries-staff.ts'
export { accessRoutes } from './routes.ts'
export { answerWhenHeard, createSessionCache } from './session-cache.ts'
export { authenticate, openSession, stillSignedIn } from './sessions.ts'
export { tellManagers } from './tell-managers.ts'
export { tellStaff } from './tell-staff.ts'
