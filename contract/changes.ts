/**
 * Values that several endpoints share for their `changes`: the paths of the reads that are out of date after a call, or the
 * beginnings of such paths.
 */

/** All reads of visits, samples, tests and results. */
export const laboratoryReads = ['/api/Labtask', '/api/labtest'] as const
/** Reads of visits and of free times. */
export const visitReads = [
  '/api/labtest',
  '/api/Labtask/appointments-tasks',
  '/api/availability',
  '/api/booked',
] as const
export const patientReads = ['/api/patients', '/api/people'] as const
/** Settings, and the public facts of the laboratory that follow from them. */
export const settingsReads = ['/api/settings', '/api/queue/settings', '/api/laboratory'] as const
/** Prices, what visits owe, tills and invoices, and the history of visits. */
export const moneyReads = ['/api/money', '/api/labtest/appointment/:id/history'] as const
/** Every read. Nearly every answer depends on the people that an account looks after, and an import can change any data. */
export const everyRead = ['/api'] as const
