import type { Visit } from '#server/modules/booking/index.ts'

/** An upcoming appointment, as the bench shows it. */
export const presentVisitToCome = (visit: Visit) => ({
  id: visit.id,
  reference: visit.reference,
  status: visit.status,
  scheduledDate: visit.startsAt.toISOString(),
})
