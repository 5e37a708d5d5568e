import { listAppointments } from '#contract/booking.ts'
import { pagesOf, queryFor } from '../../api/queries.ts'

// Apart from the screens: a route's loader that imported them from there would load the screens with the first page.

/** One's own appointments, latest first, page by page. */
export const ownAppointments = pagesOf(listAppointments, { query: { limit: 20 } })
/** What is still to come, soonest first. */
export const upcoming = queryFor(listAppointments, { query: { when: 'upcoming', limit: 5 } })
