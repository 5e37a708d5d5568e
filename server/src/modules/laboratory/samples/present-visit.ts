import type { Visit } from '#server/modules/booking/index.ts'

/** An appointment that is still to come, as the bench shows it beside what it is for. */
export const presentVisitToCome = (visit: Visit) => ({
  id: visit.id,
  reference: visit.reference,
  status: visit.status,
  scheduledDate: visit.startsAt.toISOString(),
})
