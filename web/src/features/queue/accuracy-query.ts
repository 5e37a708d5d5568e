import { waitAccuracy } from '#contract/queue-accuracy.ts'
import { queryFor } from '../../api/queries.ts'

/** Apart from the screen: a route that took it from there would bring the screen's charts into every first visit. */
export const accuracyQuery = queryFor(waitAccuracy, { query: {} })
