import { type RawBuilder, sql } from 'kysely'

/** Condition: the client `c` has neither ended nor expired. */
export const isInUse = (now: Date): RawBuilder<boolean> =>
  sql`(c.ended_at is null and (c.expires_at is null or c.expires_at > ${now}::timestamptz))`
