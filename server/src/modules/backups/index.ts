/** Backups of the database, and restores of them for proof. */
export { holdBackups } from './hold-backups.ts'
export { keepErasures, readKeptErasures } from './kept-erasures.ts'
export { isTurnOfBucket, proveBackup } from './prove-backup.ts'
export type { ProofRow } from './queries-backups.ts'
export { readBackupState } from './read-state.ts'
export { backupRoutes } from './routes.ts'
export { sendOffsite } from './send-offsite.ts'
export { takeBackup } from './take-backup.ts'
