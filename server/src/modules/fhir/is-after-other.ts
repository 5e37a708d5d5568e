import { isSqlError, sqlState } from '#server/platform/errors.ts'

const identifiers = ['api_patient_hash', 'api_patient_once', 'api_request_once', 'api_appointment_once']

/** Whether another call has entered a patient under the same identifier. */
export const isPatientTaken = (error: unknown): boolean =>
  ['api_patient_hash', 'api_patient_once'].some((key) => isSqlError(error, sqlState.uniqueViolation, key))

/**
 * Whether a transaction failed because a concurrent call was first: under the same identifiers, or in a deadlock. A retry finds what the
 * other call wrote.
 */
export const isAfterOther = (error: unknown): boolean =>
  isSqlError(error, sqlState.deadlock) ||
  identifiers.some((constraint) => isSqlError(error, sqlState.uniqueViolation, constraint))
