import { sql } from 'kysely'
import type { Role } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'

/** Statements on recipients of monthly figures. */

export async function readSubscription(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from insight_subscription where account_id = ${accountId}`.execute(db)
  return rows.length > 0
}

/** False when it was so before. */
export async function subscribe(tx: Db, accountId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into insight_subscription (account_id, since) values (${accountId}, ${now})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** False when it was so before. */
export async function unsubscribe(tx: Db, accountId: string): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from insight_subscription where account_id = ${accountId}`.execute(tx)
  return numAffectedRows === 1n
}

export type Subscriber = {
  id: string
  fullName: string
  email: string
  role: Role
  since: Date
  /** The sites that they may see, in the laboratory's order. */
  sites: { id: string; name: string; timeZone: string }[]
}

/** Subscribers who can sign in and may still see the figures. */
export async function listSubscribers(db: Db): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select a.id, a.full_name as "fullName", a.email, a.role, i.since,
      (select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'timeZone', s.time_zone)
          order by s.created_at, s.id)
        from site s where exists (select from account_site o where o.account_id = a.id and o.site_id = s.id)
          or not exists (select from account_site o where o.account_id = a.id)) as sites
    from insight_subscription i join account a on a.id = i.account_id
    where a.status = 'Active' and a.email <> ''
      and (a.role = 'admin' or a.role = 'technician' and 'insights' = any(a.permissions))
    order by a.id`.execute(db)
  return rows
}

export async function wasMailed(db: Db, accountId: string, month: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from insight_mail where account_id = ${accountId} and month = ${month}::date`.execute(db)
  return rows.length > 0
}

/** Returns false if another process has done it. */
export async function addMail(
  tx: Db,
  { accountId, month, pdf, now }: { accountId: string; month: string; pdf: Buffer; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into insight_mail (account_id, month, made_at, pdf)
    values (${accountId}, ${month}::date, ${now}, ${pdf}) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function forgetPapers(db: Db, before: Date): Promise<void> {
  await sql`update insight_mail set pdf = null where pdf is not null and made_at < ${before}`.execute(db)
}

/** Whether the days up to this one are summed at these sites; before that, reading them takes longer. */
export async function areSummed(db: Db, siteIds: readonly string[], upTo: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from site s left join roll_up_site u on u.site_id = s.id
    where s.id = any(${[...siteIds]}::uuid[]) and (u.through is null or u.through < ${upTo}::date)
    limit 1`.execute(db)
  return rows.length === 0
}
