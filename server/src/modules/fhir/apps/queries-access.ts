import { type Insertable, sql } from 'kysely'
import type { AppAccess } from '#contract/apps.ts'
import { anyRow, type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { AppAccess as AppAccessRow } from '#server/platform/schema.gen.ts'
import { hasCome } from '../queries-has-come.ts'
import { isLiveAccess } from './queries-artifacts.ts'

/** Statements on which apps people let read. */

/** Inserts the access of an app that has not ended. Returns false if it has. */
export const insertAccess = (tx: Db, row: Insertable<AppAccessRow>): Promise<boolean> => anyRow(tx)`
  insert into app_access (id, client_id, account_id, person_id, visit_id, scopes, given_at, expires_at)
  select ${row.id}::uuid, c.id, ${row.accountId}::uuid, ${row.personId}::uuid, ${row.visitId}::uuid, ${row.scopes}::text[],
    ${row.givenAt}::timestamptz, ${row.expiresAt}::timestamptz
  from api_client c where c.id = ${row.clientId} and c.ended_at is null for share returning id`

/** The persons about whom an account can let apps read: its holder first, then by name. */
export const peopleOf = (db: Db, accountId: string): Promise<{ id: string; fullName: string }[]> =>
  rowsOf(db)`select p.id, p.full_name from person p
    join (select current_person(k.person_id) as id, bool_or(k.kind = 'self') as is_self from account_person k
      where k.account_id = ${accountId} group by 1) own on own.id = p.id
    order by own.is_self desc, p.full_name, p.id`

export const facilityOf = async (db: Db, accountId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('account as a')
      .innerJoin('facility as f', 'f.id', 'a.facilityId')
      .select('f.name')
      .where('a.id', '=', accountId)
      .executeTakeFirst()
  )?.name ?? null

/**
 * The person of an access as apps name them, by the current record; null: a facility’s patients. `encounterId`: the visit that the app was
 * opened from, if the patient has come.
 */
export const contextOfAccess = (
  db: Db,
  id: string,
): Promise<{ personId: string | null; encounterId: string | null } | null> =>
  rowOf(db)`select current_person(g.person_id) as person_id,
      (select v.id from site z join visit v on v.site_id = z.id and v.id = g.visit_id and ${hasCome}) as encounter_id
    from app_access g where g.id = ${id}`

/**
 * The name of the person `p` as the account `a` knows it: a clinician does not learn the name in the laboratory’s record
 * (decision 0083).
 */
export const knownName = sql<string>`case when a.role <> 'clinician' then p.full_name else (
  select o.full_name from clinic_order o where o.facility_id = a.facility_id and o.person_id in (select records_of_person(p.id))
  order by o.ordered_at desc limit 1) end`

export const listAccess = (db: Db, accountId: string, now: Date): Promise<AppAccess[]> =>
  rowsOf(db)`select g.id, c.name as app, g.scopes, g.given_at, g.expires_at, g.last_read_at, g.ended_at,
      case when p.id is not null then jsonb_build_object('id', p.id, 'fullName', ${knownName}) end as person
    from app_access g join api_client c on c.id = g.client_id join account a on a.id = g.account_id
      left join person p on p.id = current_person(g.person_id)
    where g.account_id = ${accountId}
    order by ${isLiveAccess(now)} desc, g.given_at desc, g.id desc limit 100`

/** The name of the app of an access of this account. */
export const findOwnAccess = (
  db: Db,
  { id, accountId }: { id: string; accountId: string },
): Promise<{ app: string } | null> =>
  rowOf(db)`select c.name as app from app_access g join api_client c on c.id = g.client_id
    where g.id = ${id} and g.account_id = ${accountId}`

/** Ends an access. Returns false if it has ended before. */
export const writeAccessEnd = (
  tx: Db,
  id: string,
  end: { endedBy: string | null; endedAt: Date },
): Promise<boolean> =>
  wroteRow(tx.updateTable('appAccess').set(end).where('id', '=', id).where('endedAt', 'is', null))

export async function endAccessOfClient(
  tx: Db,
  clientId: string,
  end: { endedBy: string; endedAt: Date },
): Promise<void> {
  await tx
    .updateTable('appAccess')
    .set(end)
    .where('clientId', '=', clientId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Notes that an app has read, once a minute. */
export const noteAppRead = (db: Db, id: string, { now, before }: { now: Date; before: Date }) =>
  db
    .updateTable('appAccess')
    .set({ lastReadAt: now })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('lastReadAt', 'is', null), eb('lastReadAt', '<=', before)]))
    .execute()
