import type { Insertable } from 'kysely'
import { isSeenAt, openTo } from '#server/modules/people/index.ts'
import { anyRow, type Db, rowOf } from '#server/platform/database.ts'
import type { AppLaunch } from '#server/platform/schema.gen.ts'
import { isAtSites, type Sites } from '#server/platform/site-scope.ts'
import { knownName } from './queries-access.ts'

/** Statements on apps that people open from a screen of the laboratory. */

/** The apps that can be opened. */
const launchable = (db: Db) =>
  db.selectFrom('apiClient').where('launchUrl', '<>', '').where('endedAt', 'is', null)

export const launchableApps = (db: Db): Promise<{ id: string; name: string }[]> =>
  launchable(db).select(['id', 'name']).orderBy('name').orderBy('id').execute()

export const findLaunchable = (db: Db, id: string): Promise<{ launchUrl: string } | undefined> =>
  launchable(db).select('launchUrl').where('id', '=', id).executeTakeFirst()

export type About = { personId: string; visitId: string | null }

/** The person of a visit that the account opens. */
export const personOfVisit = (db: Db, id: string, accountId: string): Promise<About | null> =>
  rowOf(db)`select current_person(v.person_id) as person_id, v.id as visit_id from visit v
    where v.id = ${id} and v.status <> 'held' and ${openTo(accountId)}`

/** The person of a visit at one of these sites. */
export const personOfVisitAt = (db: Db, id: string, sites: Sites): Promise<About | null> =>
  rowOf(db)`select current_person(v.person_id) as person_id, v.id as visit_id
    from site z join visit v on v.site_id = z.id and v.id = ${id} and v.status <> 'held' and v.person_id is not null
      and ${isAtSites('z.id', sites)}`

/** The person of an order of the facility of the account, and its visit if it has one. */
export const personOfOrder = (db: Db, id: string, accountId: string): Promise<About | null> =>
  rowOf(db)`select current_person(o.person_id) as person_id, o.visit_id from clinic_order o
    join account a on a.id = ${accountId} and a.facility_id = o.facility_id where o.id = ${id}`

/** Whether the facility of the account has ordered for a person, by the id of the current record. */
export const isPatientOfFacility = (db: Db, personId: string, accountId: string): Promise<boolean> =>
  anyRow(
    db,
  )`select o.id from clinic_order o join account a on a.id = ${accountId} and a.facility_id = o.facility_id
    where o.person_id in (select records_of_person(${personId}::uuid)) and current_person(o.person_id) = ${personId}::uuid limit 1`

/** Whether staff who see these sites find a person, by the id of the current record. */
export const isPatientAtSites = (db: Db, personId: string, sites: Sites): Promise<boolean> => anyRow(db)`
  select p.id from person p where p.id = ${personId}::uuid and p.replaced_by is null and p.forgotten_at is null
    and ${isSeenAt(sites)}`

export const insertLaunch = (tx: Db, row: Insertable<AppLaunch>) =>
  tx.insertInto('appLaunch').values(row).execute()

export type Launch = { accountId: string; personId: string; visitId: string | null; fullName: string }

/** The launch of an app by its token, until it expires. */
export const findLaunch = (
  db: Db,
  { tokenHash, clientId, now }: { tokenHash: Buffer; clientId: string; now: Date },
): Promise<Launch | null> =>
  rowOf(db)`select l.account_id, p.id as person_id, l.visit_id, ${knownName} as full_name
    from app_launch l join account a on a.id = l.account_id join person p on p.id = current_person(l.person_id)
    where l.token_hash = ${tokenHash} and l.client_id = ${clientId} and l.expires_at > ${now}::timestamptz`

export async function deleteOldLaunches(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('appLaunch').where('expiresAt', '<=', now).execute()
}
