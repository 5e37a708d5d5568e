import type { Role } from '#contract/options.ts'
import { type Db, rowsOf, wroteRow } from '#server/platform/database.ts'
import { anyId } from '#server/platform/statement.ts'

/** Statements on recipients of monthly figures. */

export const readSubscription = (db: Db, accountId: string) =>
  db.selectFrom('insightSubscription').select('since').where('accountId', '=', accountId).executeTakeFirst()

/** False if the account was subscribed before. */
export const subscribe = (tx: Db, accountId: string, since: Date): Promise<boolean> =>
  wroteRow(
    tx
      .insertInto('insightSubscription')
      .values({ accountId, since })
      .onConflict((conflict) => conflict.doNothing()),
  )

/** False if the account was not subscribed before. */
export const unsubscribe = (tx: Db, accountId: string): Promise<boolean> =>
  wroteRow(tx.deleteFrom('insightSubscription').where('accountId', '=', accountId))

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
export const listSubscribers = (db: Db): Promise<Subscriber[]> =>
  rowsOf(db)`
    select a.id, a.full_name, a.email, a.role, i.since,
      (select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'timeZone', s.time_zone)
          order by s.created_at, s.id)
        from site s where exists (select from account_site o where o.account_id = a.id and o.site_id = s.id)
          or not exists (select from account_site o where o.account_id = a.id)) as sites
    from insight_subscription i join account a on a.id = i.account_id
    where a.status = 'Active' and a.email <> ''
      and (a.role = 'admin' or a.role = 'technician' and 'insights' = any(a.permissions))
    order by a.id`

export const readMail = (db: Db, accountId: string, month: string) =>
  db
    .selectFrom('insightMail')
    .select('madeAt')
    .where('accountId', '=', accountId)
    .where('month', '=', month)
    .executeTakeFirst()

/** Returns false if another process has done it. */
export const addMail = (
  tx: Db,
  mail: { accountId: string; month: string; pdf: Buffer; madeAt: Date },
): Promise<boolean> =>
  wroteRow(
    tx
      .insertInto('insightMail')
      .values(mail)
      .onConflict((conflict) => conflict.doNothing()),
  )

export async function forgetPapers(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('insightMail')
    .set({ pdf: null })
    .where('pdf', 'is not', null)
    .where('madeAt', '<', before)
    .execute()
}

/** A site whose days up to this one are not all summed; reading its figures takes longer. */
export const findUnsummed = (db: Db, siteIds: readonly string[], upTo: string) =>
  db
    .selectFrom('site')
    .leftJoin('rollUpSite', 'rollUpSite.siteId', 'site.id')
    .select('site.id')
    .where('site.id', '=', anyId(siteIds))
    .where((is) => is.or([is('through', 'is', null), is('through', '<', upTo)]))
    .executeTakeFirst()
