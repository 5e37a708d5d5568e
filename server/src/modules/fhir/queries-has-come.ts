import { sql } from 'kysely'

/** Whether the patient of the visit `v` has come. */
export const hasCome = sql<boolean>`v.status in ('arrived', 'collected', 'in_progress', 'completed')`
