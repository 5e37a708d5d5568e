/** Visits: availability, holds, booking, moving and cancelling. */
export { whyNotBookable } from './availability.ts'
export { bookAppointment } from './book-appointment.ts'
export { cancelAppointment, cancelVisitsOfAccount } from './cancel-appointment.ts'
export { addTestsTo, removeTestOf } from './change-tests.ts'
export { checkChairDays, sayChairDays } from './check-chair-days.ts'
export {
  type ChargesDue,
  type ChargesUndone,
  chargesDue,
  chargesUndone,
  isAtBenchAsked,
  partsOfOrderAsked,
  smsNumbersAsked,
} from './events.ts'
export { forgetBookingLeftovers } from './forget-leftovers.ts'
export { holdVisitsToCome } from './hold-bookings.ts'
export { holdSlot } from './hold-slot.ts'
export {
  changeImportedVisits,
  importVisits,
  makeRoom,
  type NewImported,
  ownerAfter,
  proposeChairs,
} from './import-visits.ts'
export { walkAppointments } from './list-visits.ts'
export { markNoShow } from './mark-no-show.ts'
export { moveVisit } from './move-visit.ts'
export { namedFor } from './named-for.ts'
export { handPage, keepPage, markRemoved } from './orders/keep-pages.ts'
export { readOrderOf, resultsToOf } from './orders/queries-orders.ts'
export { pagesOf, readPageOfFacility } from './orders/queries-pages.ts'
export { referrerOfClinician } from './orders/queries-referrers.ts'
export { passCodeOf, readPassCode } from './pass-code.ts'
export { planAt, resolveTests } from './plan-visit.ts'
export { reachOf } from './policy.ts'
export { joinWriters } from './queries-closures.ts'
export { type ComingVisit, listComing, listReached, type Reached } from './queries-coming.ts'
export { latestVisits, readVisits } from './queries-lists.ts'
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
export { lengthOfVisit, readFreeStarts } from './read-availability.ts'
export {
  comingRecollection,
  dropRecollection,
  extendRecollection,
  followOrder,
  orderOf,
  recollectVisit,
} from './recollect-visit.ts'
export { registerWalkIn } from './register-walk-in.ts'
export { requireOpened, requireVisit } from './require-visit.ts'
export { bookingRoutes } from './routes.ts'
export { createStanding } from './standing/keep-standing.ts'
export { tellDueTests } from './standing/tell-due.ts'
export { updateAppointment } from './update-appointment.ts'
export { type VisitMail, visitMail } from './visit-card.ts'
export { visitLength } from './visit-length.ts'
