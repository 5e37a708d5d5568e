/** Visits: which starts are free, holding one, booking, moving, cancelling. */
export { cancelVisitsOfAccount } from './cancel-appointment.ts'
export { forgetBookingLeftovers } from './forget-leftovers.ts'
export { bookingRoutes } from './routes.ts'
export { type VisitMail, visitMail } from './visit-card.ts'
