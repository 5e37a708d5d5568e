import { waitAccuracy } from '#contract/queue-accuracy.ts'
import { queryFor } from '../../api/queries.ts'

/** In a file of its own: a route that imported it from the screen's file would load the charts with the first page. */
export const accuracyQuery = queryFor(waitAccuracy, { query: {} })
