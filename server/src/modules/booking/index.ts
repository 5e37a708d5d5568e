/** Visits: which starts are free, holding one, booking, moving, cancelling. */
export { answerOnce } from './answer-once.ts'
export { cancelVisitsOfAccount } from './cancel-appointment.ts'
export { forgetBookingLeftovers } from './forget-leftovers.ts'
export { moveVisit } from './move-visit.ts'
export { passCodeOf, readPassCode } from './pass-code.ts'
export {
  findVisitByReference,
  listAbsent,
  listExpected,
  readVisit,
  type Visit,
} from './queries-visits.ts'
export {
  comingRecollection,
  dropRecollection,
  extendRecollection,
  followOrder,
  orderOf,
  recollectVisit,
} from './recollect-visit.ts'
export { registerWalkIn } from './register-walk-in.ts'
export { bookingRoutes } from './routes.ts'
export { visitsToCome } from './visits-to-come.ts'
export { visitMail } from './visit-card.ts'
