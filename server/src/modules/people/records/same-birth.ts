import { isSqlError, sqlState } from '#server/platform/errors.ts'

/** Whether a change was refused since two babies of one mother and day would have the same number. */
export const isSameBirth = (error: unknown): boolean =>
  isSqlError(error, sqlState.uniqueViolation, 'person_of_birth')
