import { type Insertable, sql } from 'kysely'
import type { Language } from '#contract/options.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { CalendarFeed } from '#server/platform/schema.gen.ts'
import { type Visit, visits, within } from '../queries-visits.ts'

/** Statements on the addresses at which calendars read visits. */

export async function readFeed(db: Db, accountId: string): Promise<Date | null> {
  const row = await rowOf(db)<{ createdAt: Date }>`
    select created_at from calendar_feed where account_id = ${accountId}`
  return row?.createdAt ?? null
}

export const writeFeed = (tx: Db, feed: Insertable<CalendarFeed>) =>
  tx
    .insertInto('calendarFeed')
    .values(feed)
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet(({ ref }) => ({
        tokenHash: ref('excluded.tokenHash'),
        createdAt: ref('excluded.createdAt'),
      })),
    )
    .execute()

export const deleteFeed = (tx: Db, accountId: string): Promise<boolean> =>
  wroteRow(tx.deleteFrom('calendarFeed').where('accountId', '=', accountId))

/** The account of a token; null if the token is unknown or the account is closed. */
export const findFeed = (
  db: Db,
  tokenHash: Buffer,
): Promise<{ accountId: string; language: Language } | null> =>
  rowOf(db)`select a.id as account_id, a.language from calendar_feed f join account a on a.id = f.account_id
    where f.token_hash = ${tokenHash} and a.status = 'Active'`

const mostVisits = 500

/** The visits that an account opens, those in the future and the latest of the past first. */
export const visitsOfFeed = (db: Db, accountId: string, since: Date): Promise<Visit[]> =>
  rowsOf(db)`${visits} where ${within({ accountId })} and v.status <> 'held' and v.ends_at > ${since}
    order by v.starts_at desc, v.id limit ${sql.lit(mostVisits)}`
