import { listAppointments } from '#contract/booking.ts'
import { pagesOf, queryFor } from '../../api/queries.ts'

// A module of its own: a route's loader that imported these queries from a screen would load the screen with the first page.

/** One's own appointments, latest first, page by page. */
export const ownAppointments = pagesOf(listAppointments, { query: { limit: 20 } })
/** What is still to come, soonest first. */
export const upcoming = queryFor(listAppointments, { query: { when: 'upcoming', limit: 5 } })
