/** Visits: availability, holds, booking, moving and cancelling. */
export { whyNotBookable } from './availability/availability.ts'
export { checkChairDays, sayChairDays } from './availability/check-chair-days.ts'
export { planAt, resolveTests } from './availability/plan-visit.ts'
export { lengthOfVisit, readFreeStarts } from './availability/read-availability.ts'
export { visitLength } from './availability/visit-length.ts'
export { cancelAppointment, cancelVisitsOfAccount } from './changes/cancel-appointment.ts'
export { addTestsTo, removeTestOf } from './changes/change-tests.ts'
export { markNoShow } from './changes/mark-no-show.ts'
export { moveVisit } from './changes/move-visit.ts'
export { updateAppointment } from './changes/update-appointment.ts'
export { holdVisitsToCome } from './closures/hold-bookings.ts'
export { joinWriters } from './closures/queries-closures.ts'
export {
  type ChargesDue,
  type ChargesUndone,
  chargesDue,
  chargesUndone,
  isAtBenchAsked,
  partsOfOrderAsked,
  smsNumbersAsked,
} from './events.ts'
export { walkAppointments } from './lists/list-visits.ts'
export { latestVisits, readVisits } from './lists/queries-lists.ts'
export { namedFor } from './named-for.ts'
export { handPage, keepPage, markRemoved } from './orders/keep-pages.ts'
export { readOrderOf, resultsToOf } from './orders/queries-orders.ts'
export { pagesOf, readPageOfFacility } from './orders/queries-pages.ts'
export { referrerOfClinician } from './orders/queries-referrers.ts'
export { passCodeOf, readPassCode } from './pass-code.ts'
export { bookAppointment } from './placing/book-appointment.ts'
export { forgetBookingLeftovers } from './placing/forget-leftovers.ts'
export { holdSlot } from './placing/hold-slot.ts'
export {
  changeImportedVisits,
  importVisits,
  makeRoom,
  type NewImported,
  ownerAfter,
  proposeChairs,
} from './placing/import-visits.ts'
export {
  comingRecollection,
  dropRecollection,
  extendRecollection,
  followOrder,
  orderOf,
  recollectVisit,
} from './placing/recollect-visit.ts'
export { registerWalkIn } from './placing/register-walk-in.ts'
export { reachOf } from './policy.ts'
export { type ComingVisit, listComing, listReached, type Reached } from './queries-coming.ts'
export {
  findVisitOfToday,
  isOrderedBy,
  listAbsent,
  listExpected,
  lockVisit,
  readVisit,
  readVisitByReference,
  type Visit,
} from './queries-visits.ts'
export { requireOpened, requireVisit } from './require-visit.ts'
export { bookingRoutes } from './routes.ts'
export { createStanding } from './standing/keep-standing.ts'
export { tellDueTests } from './standing/tell-due.ts'
export { type VisitMail, visitMail } from './visit-card.ts'
