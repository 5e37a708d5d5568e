/** Visits: which starts are free, holding one, booking, moving, cancelling. */
export { cancelVisitsOfAccount } from './cancel-appointment.ts'
export { forgetBookingLeftovers } from './forget-leftovers.ts'
export { moveVisit } from './move-visit.ts'
export { findVisitByReference, readVisit, type Visit } from './queries-visits.ts'
export { bookingRoutes } from './routes.ts'
export { visitMail } from './visit-card.ts'
