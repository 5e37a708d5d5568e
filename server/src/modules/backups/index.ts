/** Backups of the database, and restores of them for proof. */
export { proveBackup } from './prove-backup.ts'
export { readBackupState } from './read-state.ts'
export { takeBackup } from './take-backup.ts'
