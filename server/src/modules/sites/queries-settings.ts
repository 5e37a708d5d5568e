import { sql, type Updateable } from 'kysely'
import { type Db, rowsOf, wroteRow } from '#server/platform/database.ts'
import { jsonObject } from '#server/platform/json-object.ts'
import type { DB } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import type { Hours } from './opening.ts'
import { hoursJson, type Site } from './queries.ts'
import { weekdayNames } from './zone.ts'

/** Statements on the manager's settings. Triggers give the plan a new version with each change, except of the logo. */

export type ChairRow = { number: number; name: string; active: boolean }

export const writeLaboratory = (tx: Db, fields: Updateable<DB['laboratory']>) =>
  tx.updateTable('laboratory').set(fields).execute()

/** Returns false if the rules of release have changed since the version that the change follows. */
export const replaceReleaseRules = (
  tx: Db,
  follows: number,
  rules: {
    twoPersonRelease: boolean
    callbackMinutes: number
    callbackStepMinutes: number
    deltaPercent: number
  },
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('laboratory')
      .set((eb) => ({ releasePolicyVersion: eb('releasePolicyVersion', '+', 1), ...rules }))
      .where('releasePolicyVersion', '=', follows),
  )

export type SiteSettings = Site & { closedAt: Date | null; hours: Hours[]; chairs: ChairRow[] }

/** One site, or those that the caller may see, with their chairs but without extra places. */
export const readSites = (db: Db, which: { id: string } | { sites: Sites }): Promise<SiteSettings[]> =>
  rowsOf(db)`
    select s.id, s.name, s.time_zone, s.closed_at, ${hoursJson} as hours,
      coalesce((select jsonb_agg(${jsonObject('c', ['number', 'name', 'active'])} order by c.number)
        from chair c where c.site_id = s.id and not c.overflow), '[]') as chairs
    from site s where true ${'id' in which ? sql`and s.id = ${which.id}` : atSites('s.id', which.sites)}
    order by s.closed_at is not null, s.created_at, s.id`

/** Locks the site until the transaction ends; managers' changes of its hours and chairs wait too. False if there is no such site. */
export async function lockSite(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('site')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function countSites(tx: Db): Promise<number> {
  const { n } = await tx
    .selectFrom('site')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/**
 * Adds a site with chairs, open on all days from 07:00 to 19:00.
 * @throws a unique violation of `site_name` if another site has the name
 */
export async function insertSite(tx: Db, { chairs, ...site }: Site & { chairs: number }): Promise<void> {
  await tx.insertInto('site').values(site).execute()
  const day = { opens: 7 * 60, closes: 19 * 60 }
  await writeHours(
    tx,
    site.id,
    weekdayNames.map((_, weekday) => ({ weekday, ...day })),
  )
  const numbers = Array.from({ length: chairs }, (_, index) => index + 1)
  await tx
    .insertInto('chair')
    .values(numbers.map((number) => ({ siteId: site.id, number, name: `Chair ${number}` })))
    .execute()
}

/** @throws a unique violation of `site_name` if another site has the name */
export const writeSite = (tx: Db, { id, ...fields }: Site) =>
  tx.updateTable('site').set(fields).where('id', '=', id).execute()

/**
 * Closes a site for good; false if it is closed already or is the last open one. Only after `holdBookings`: if two sites are closed
 * at once, the second transaction then sees what the first did.
 */
export const closeSite = (tx: Db, id: string, now: Date): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('site')
      .set({ closedAt: now })
      .where('id', '=', id)
      .where('closedAt', 'is', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('site as other')
            .select('other.id')
            .where('other.id', '<>', id)
            .where('other.closedAt', 'is', null),
        ),
      ),
  )

/** Opens a closed site again; returns false if it is open. */
export const reopenSite = (tx: Db, id: string): Promise<boolean> =>
  wroteRow(
    tx.updateTable('site').set({ closedAt: null }).where('id', '=', id).where('closedAt', 'is not', null),
  )

export async function writeHours(tx: Db, siteId: string, hours: readonly Hours[]): Promise<void> {
  await tx.deleteFrom('siteHours').where('siteId', '=', siteId).execute()
  if (hours.length === 0) return
  const rows = hours.map(({ weekday, opens, closes }) => ({
    siteId,
    weekday,
    opensMinute: opens,
    closesMinute: closes,
  }))
  await tx.insertInto('siteHours').values(rows).execute()
}

/** @throws a unique violation of `chair_name` if another chair of the site has the name */
export const insertChair = (tx: Db, chair: { siteId: string; number: number; name: string }) =>
  tx.insertInto('chair').values(chair).execute()

/** @throws a unique violation of `chair_name` if another chair of the site has the name */
export const writeChair = (tx: Db, siteId: string, { number, ...fields }: ChairRow) =>
  tx.updateTable('chair').set(fields).where('siteId', '=', siteId).where('number', '=', number).execute()

export type Logo = { type: string; content: Buffer; sha256: Buffer }

export async function readLogo(db: Db): Promise<Logo | null> {
  const row = await db.selectFrom('laboratoryLogo').select(['type', 'content', 'sha256']).executeTakeFirst()
  return row ?? null
}

/** The hash of the logo; null if there is none. */
export async function readLogoHash(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('laboratoryLogo').select('sha256').executeTakeFirst()
  return row?.sha256 ?? null
}

/** The logo as it is printed; null if there is none. */
export async function printedLogo(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('laboratoryLogo').select('print').executeTakeFirst()
  return row?.print ?? null
}

export const writeLogo = (tx: Db, logo: Logo & { print: Buffer }, now: Date) =>
  tx
    .insertInto('laboratoryLogo')
    .values({ ...logo, updatedAt: now })
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet({ ...logo, updatedAt: now }))
    .execute()

/** Deletes the logo and returns its hash; null if there was none. */
export async function deleteLogo(tx: Db): Promise<Buffer | null> {
  const gone = await tx.deleteFrom('laboratoryLogo').returning('sha256').executeTakeFirst()
  return gone?.sha256 ?? null
}
