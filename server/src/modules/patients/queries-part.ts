import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Statements that take back what two patients could open of each other while they were joined. */

type Since = { since: Date; now: Date }

/** Ends the links that an account has made since to these visits, which go to somebody else. Says how many. */
export async function endLinks(
  tx: Db,
  by: string,
  visits: readonly string[],
  { since, now }: Since,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update report_share s set revoked_at = ${now}::timestamptz
    where s.site_id in (select id from site) and s.visit_id = any(${[...visits]}::uuid[]) and s.created_by = ${by}
      and s.created_at >= ${since}::timestamptz and s.revoked_at is null`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Closes the ways into an account that opened since, while the other's address led there: sessions, browsers, mailed
 * links, sign-in services, and a password that was set.
 */
export async function shutOut(tx: Db, id: string, { since, now }: Since): Promise<void> {
  await sql`delete from session where account_id = ${id} and created_at >= ${since}::timestamptz`.execute(tx)
  await sql`
    delete from push_subscription where account_id = ${id} and created_at >= ${since}::timestamptz`.execute(
    tx,
  )
  await sql`
    delete from issuer_subject where account_id = ${id} and created_at >= ${since}::timestamptz`.execute(tx)
  await sql`
    update one_time_token set used_at = ${now}::timestamptz
    where account_id = ${id} and used_at is null and created_at >= ${since}::timestamptz`.execute(tx)
  await sql`
    update account set password_hash = null where id = ${id} and exists (
      select from audit where subject_kind = 'account' and subject_id = ${id}::uuid::text and at >= ${since}::timestamptz
        and action in ('password.reset', 'profile.changed_with_password'))`.execute(tx)
}
