/**
 * What several calls change, for their `changes`: the paths of the reads that are out of date after them, or how such paths
 * begin.
 */

/** Whatever is read of visits, samples, tests and results. */
export const laboratoryReads = ['/api/Labtask', '/api/labtest'] as const
/** Visits, and the times that they leave free. */
export const visitReads = [
  '/api/labtest',
  '/api/Labtask/appointments-tasks',
  '/api/availability',
  '/api/booked',
] as const
export const patientReads = ['/api/patients', '/api/people'] as const
/** Settings, and what everybody knows of the laboratory by them. */
export const settingsReads = ['/api/settings', '/api/queue/settings', '/api/laboratory'] as const
/** Prices, what visits owe, tills and invoices, and the history of visits. */
export const moneyReads = ['/api/money', '/api/labtest/appointment/:id/history'] as const
/** Whom an account looks after is in nearly every answer that it gets; and an import changes anything. */
export const everyRead = ['/api'] as const
