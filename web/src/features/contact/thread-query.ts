import { readThread } from '#contract/contact.ts'
import { queryFor } from '../../api/queries.ts'

/** The conversation of a patient with the desk: apart from its screen, since the loader is part of every first visit. */
export const threadQuery = { ...queryFor(readThread), refetchInterval: 15_000 }
