import { readDevelopers } from '#contract/developers.ts'
import { queryFor } from '../../api/queries.ts'

/** In a file of its own, so that the route does not load the screen with the first page. */
export const developersQuery = queryFor(readDevelopers)
